import { Button, Input, Select } from 'antd';
import { Fragment, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AlertFigures, AlertGroup, AlertView } from '#contract/alerts.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { OpenRoom } from '#web/features/coordination/open-room.tsx';
import { SendToRoom } from '#web/features/coordination/send-to-room.tsx';
import { zulu } from '#web/map/target-text.ts';
import { chosenAlert, isOpen, loadAlerts } from './alert-store.ts';
import { countdown, LevelWords } from './alert-words.tsx';
import { useAcknowledge } from './use-acknowledge.ts';

const ClassifyAlert = lazy(async () => ({ default: (await import('./classify-alert.tsx')).ClassifyAlert }));

const muteMinutes = [10, 30, 60, 240];

/** One alert in words: what, how far, when, what to do and whom to call. */
export function AlertCard({
  alert,
  isChosen,
  aheadMs,
}: {
  alert: AlertView;
  isChosen: boolean;
  aheadMs: number;
}) {
  const { t } = useTranslation();
  const { reason, level, contacts, state } = alert;
  const item = useRef<HTMLLIElement>(null);
  // It may have been chosen elsewhere, while the list was scrolled.
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li ref={item} className="cw-alert" data-level={level} data-open={isOpen(alert)} data-chosen={isChosen}>
      <button
        type="button"
        className="cw-alert-head"
        onClick={() => chosenAlert.set(isChosen ? null : alert.id)}
        aria-expanded={isChosen}
      >
        <LevelWords alert={alert} />
        <span>{t(reason.key, { ...reason.values })}</span>
        <Figures alert={alert} aheadMs={aheadMs} />
      </button>
      {groupsOf(alert).map((group) => (
        <Members key={group.members[0]?.id} group={group} />
      ))}
      {alert.acknowledgedBy !== null && (
        <p className="cw-alerts-note">
          {t(
            'alerts.acknowledgedBy',
            nameValues('name', { name: alert.acknowledgedBy, nameEn: alert.acknowledgedByEn }),
          )}
        </p>
      )}
      {state === 'muted' && alert.mutedUntil !== null && (
        <p className="cw-alerts-note">
          {t('alerts.mutedUntil', { time: zulu(alert.mutedUntil), reason: alert.muteReason ?? '' })}
        </p>
      )}
      {isChosen && alert.advice !== '' && <p>{t(alert.advice)}</p>}
      {isChosen && contacts.length > 0 && (
        <ul className="cw-alert-contacts" aria-label={t('alerts.call')}>
          {contacts.map(({ name, phone }) => (
            <li key={name + phone}>
              {name} <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
            </li>
          ))}
        </ul>
      )}
      <Actions alert={alert} isChosen={isChosen} />
      {isChosen && <Link to={`/flightWatch/encounter/${alert.id}`}>{t('playback.incident')}</Link>}
    </li>
  );
}

/** The groups that an alert is about. */
export const groupsOf = ({ group, met = [] }: AlertFigures): AlertGroup[] =>
  group ? [group] : met.filter(({ count }) => count > 1);

/** How many fly in a group, and on demand who. */
function Members({ group: { count, members } }: { group: AlertGroup }) {
  const { t } = useTranslation();
  return (
    <details className="cw-alert-members">
      <summary>{t('alerts.aircraft', { count })}</summary>
      <p>
        <MemberNames group={{ count, members }} />
      </p>
    </details>
  );
}

/** Their names, and how many there are more. */
export function MemberNames({ group: { count, members } }: { group: Pick<AlertGroup, 'count' | 'members'> }) {
  const { t } = useTranslation();
  const more = count - members.length;
  return (
    <>
      {members.map(({ name }) => name).join(' · ')}
      {more > 0 && ` · ${t('alerts.more', { count: more })}`}
    </>
  );
}

function Figures({ alert, aheadMs }: { alert: AlertView; aheadMs: number }) {
  const { t } = useTranslation();
  const { approach, distanceM, verticalM } = alert;
  const parts = [
    // Of an area 0 is inside, which the reason says.
    distanceM ? t('alerts.now', { distance: kilometres(distanceM) }) : null,
    verticalM === null ? null : t('alerts.vertical', { distance: `${Math.round(verticalM)} m` }),
    approach?.two
      ? t('alerts.closest', { distance: kilometres(approach.horizontalM) })
      : approach
        ? t('alerts.entry')
        : null,
    countdown(t, alert, aheadMs),
  ];
  return (
    <span className="cw-alert-figures cw-figures">
      {parts
        .filter((part) => part !== null)
        .map((part, i) => (
          <Fragment key={part}>
            {i > 0 && ' · '}
            <span>{part}</span>
          </Fragment>
        ))}
    </span>
  );
}

export function kilometres(metres: number): string {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${(metres / 1_000).toFixed(1)} km`;
}

function Actions({ alert, isChosen }: { alert: AlertView; isChosen: boolean }) {
  const { t } = useTranslation();
  const acknowledge = useAcknowledge();
  const [asking, setAsking] = useState<'mute' | 'classify' | null>(null);
  return (
    <div className="cw-alert-actions">
      {isOpen(alert) && (
        <Button size="small" type="primary" onClick={() => void acknowledge(alert, isChosen)}>
          {t('alerts.acknowledge')}
        </Button>
      )}
      <OpenRoom kind="encounter" subject={alert.id} />
      {isChosen && (
        <>
          <Button size="small" id={`cw-alert-mute-${alert.id}`} onClick={() => setAsking('mute')}>
            {t('alerts.mute')}
          </Button>
          <Button size="small" onClick={() => setAsking('classify')}>
            {t('alerts.classify')}
          </Button>
          <SendToRoom what={() => ({ references: [{ resource: 'encounter', id: alert.id }] })} />
        </>
      )}
      {isChosen && asking === 'mute' && <Mute alert={alert} onDone={() => setAsking(null)} />}
      {asking === 'classify' && (
        <Suspense fallback={null}>
          <ClassifyAlert
            record={{ id: alert.id }}
            name={t(alert.reason.key, { ...alert.reason.values })}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Mute({ alert, onDone }: { alert: AlertView; onDone: () => void }) {
  const { t } = useTranslation();
  const action = useAsyncAction();
  const notifyError = useNotifyError();
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(10);
  const label = t('alerts.muteReason');
  const submit = () =>
    action.run(async () => {
      try {
        const until = new Date(Date.now() + minutes * 60_000).toISOString();
        await callService('Alert', 'Mute', { id: alert.id, reason, until });
        onDone();
        await loadAlerts();
      } catch (error) {
        notifyError(error);
      }
    });
  return (
    <form
      className="cw-alert-reason"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') void submit();
      }}
    >
      <Input
        size="small"
        autoFocus
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Select
        size="small"
        aria-label={t('alerts.muteFor')}
        value={minutes}
        onChange={setMinutes}
        options={muteMinutes.map((value) => ({ value, label: t('alerts.minutes', { count: value }) }))}
      />
      <Button
        size="small"
        htmlType="submit"
        type="primary"
        loading={action.busy}
        disabled={reason.trim() === ''}
      >
        {t('alerts.save')}
      </Button>
      <Button size="small" onClick={onDone}>
        {t('alerts.cancel')}
      </Button>
    </form>
  );
}
