import { Alert, Select } from 'antd';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeetingView, MinutesVersion } from '#contract/meetings.ts';
import { isOpenTo } from '#domain/meetings/meeting-state.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { MinutesEditor } from './minutes-editor.tsx';
import { type MinutesSession, openMinutes } from './minutes-session.ts';
import { MinutesHead, MinutesView } from './minutes-view.tsx';
import { UnsentPanel } from './unsent-panel.tsx';

/** The shared document, open for as long as the minutes are. */
export function useMinutes({ id, state, mine }: MeetingView): {
  session: MinutesSession | null;
  /** Opens the document again: after what was refused has been discarded. */
  reopen: () => void;
} {
  const user = useStore(currentUser)?.actor.userId ?? 0;
  const open = mine !== null && isOpenTo(state, 'write');
  const [session, setSession] = useState<MinutesSession | null>(null);
  const [opened, reopen] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number opens the document again
  useEffect(() => {
    if (!open) return;
    const own = openMinutes(id, user);
    setSession(own);
    return () => {
      setSession(null);
      own.close();
    };
  }, [open, id, user, opened]);
  return { session, reopen };
}

/** The version that is read first: the one that waits, or the one in force. */
export function shownFirst({ state, minutesNumber, versions }: MeetingView): MinutesVersion | undefined {
  const wanted = state === 'review' ? versions[0]?.number : minutesNumber;
  return versions.find(({ number }) => number === wanted);
}

/** The minutes while they are written, a version of them, or the agenda before there are any. */
export function Minutes({
  meeting,
  session,
  reopen,
  version,
  onVersion,
}: {
  meeting: MeetingView;
  session: MinutesSession | null;
  reopen: () => void;
  version: MinutesVersion | undefined;
  onVersion: (number: number) => void;
}) {
  const { t } = useTranslation();
  const { versions, agenda } = meeting;
  const last = versions.find(({ state }) => state === 'refused');
  return (
    <>
      {session ? (
        <Refused session={session}>
          <UnsentPanel meeting={meeting} isRefused onDiscard={reopen} />
        </Refused>
      ) : (
        meeting.mine && <UnsentPanel meeting={meeting} onDiscard={reopen} />
      )}
      {session && (
        <section aria-labelledby="minutes">
          <h2 id="minutes">{t('meetings.minutes')}</h2>
          {last && last.number === versions[0]?.number && <Refusals version={last} />}
          <MinutesEditor meeting={meeting} session={session} />
        </section>
      )}
      {version && (
        <section aria-labelledby="version">
          <h2 id="version" className="cw-bar">
            {t('meetings.version.of')}
            <Select
              aria-label={t('meetings.version.choose')}
              value={version.number}
              onChange={onVersion}
              options={versions.map(({ number, state }) => ({
                value: number,
                label: t(`meetings.version.${state}`, { number }),
              }))}
            />
          </h2>
          {version.reason && (
            <p className="cw-soft">{t('meetings.version.why', { reason: version.reason })}</p>
          )}
          {version.head.title !== meeting.title && <h3>{version.head.title}</h3>}
          <MinutesHead version={version} />
          <MinutesView version={version} />
        </section>
      )}
      {!session && !version && (
        <section aria-labelledby="agenda">
          <h2 id="agenda">{t('meetings.agenda')}</h2>
          <ol className="meeting-said">
            {agenda.map(({ key, title, speaker, minutes }) => (
              <li key={key}>
                {title}{' '}
                <span className="cw-soft">
                  {[speaker, minutes && `${minutes} ${t('meetings.min')}`].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Shows this once the session is refused. */
function Refused({ session, children }: { session: MinutesSession; children: ReactNode }) {
  return useStore(session.state) === 'refused' ? children : null;
}

function Refusals({ version }: { version: MinutesVersion }) {
  const { t } = useTranslation();
  const refused = version.approvals.filter(({ decision }) => decision === 'refused');
  return (
    <Alert
      type="warning"
      showIcon
      message={t('meetings.refusedBy', { number: version.number })}
      description={refused.map(({ name, reason }) => `${name}: ${reason ?? ''}`).join(' · ')}
    />
  );
}
