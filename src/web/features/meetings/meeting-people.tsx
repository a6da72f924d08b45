import { Checkbox, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MeetingView } from '#contract/meetings.ts';
import { isOpenTo } from '#domain/meetings/meeting-state.ts';
import { useResource } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { FilesTab } from '#web/engine/files/files-tab.tsx';

const answerColours = { none: 'default', yes: 'green', no: 'red' } as const;

/** Those invited, how they answered, and who is present. */
export function People({
  meeting,
  busy,
  does,
}: {
  meeting: MeetingView;
  busy: boolean;
  does: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const { t } = useTranslation();
  const me = useStore(currentUser)?.actor.userId;
  const { id, state, mine, people } = meeting;
  const marks = mine !== null && isOpenTo(state, 'present');
  return (
    <section>
      <h2>
        {t('meetings.people')} <span className="cw-figures">{people.length}</span>
      </h2>
      <ul className="meeting-people">
        {people.map(({ user, name, company, isConvenor, answer, answerReason, present }) => (
          <li key={user}>
            <span>
              {name} <span className="cw-soft">{company}</span>
            </span>
            {isConvenor && <Tag className="cw">{t('meetings.field.convenor')}</Tag>}
            {state === 'called' && (
              <Tag className="cw" color={answerColours[answer]}>
                {t(`meetings.answer.${answer}`)}
              </Tag>
            )}
            {state === 'called' && answerReason && <span className="cw-soft">{answerReason}</span>}
            {state !== 'called' && state !== 'cancelled' && (
              <Checkbox
                checked={present}
                disabled={busy || !marks || !(mine?.isConvenor || user === me)}
                onChange={({ target }) =>
                  void does(() => callService('Meeting', 'SetPresent', { id, user, present: target.checked }))
                }
              >
                {t('meetings.present')}
                <span className="cw-hidden">: {name}</span>
              </Checkbox>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What people brought: files of the meeting, until its minutes are submitted. */
export function Papers({ meeting }: { meeting: MeetingView }) {
  const { t } = useTranslation();
  const resource = useResource('meeting');
  if (!resource) return null;
  const open = meeting.mine !== null && isOpenTo(meeting.state, 'papers');
  // Those invited may bring papers while the meeting is open; afterwards nobody does.
  const people = open ? meeting.people.map(({ user }) => user) : [];
  return (
    <section>
      <h2>{t('meetings.papers')}</h2>
      <FilesTab resource={resource} record={{ id: meeting.id, version: meeting.version, people }} />
    </section>
  );
}
