import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MinutesVersion } from '#contract/meetings.ts';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';

const colours = { none: 'default', approved: 'green', refused: 'red' } as const;

/** Minutes as they were submitted, for the screen and for paper. */
export function MinutesView({ version }: { version: MinutesVersion }) {
  const { t } = useTranslation();
  const nameOf = (user: number | null) =>
    version.head.people.find((one) => one.user === user)?.name ?? (user === null ? '—' : `#${user}`);
  return (
    <div className="meeting-minutes">
      {version.items.map(({ key, title, speaker, notes, decisions, tasks }, index) => (
        <section key={key} className="meeting-item">
          <h3>
            {index + 1}. {title} {speaker && <span className="cw-soft">{speaker}</span>}
          </h3>
          {notes && <p className="meeting-notes">{notes}</p>}
          {decisions.length > 0 && (
            <>
              <h4>{t('meetings.decisions')}</h4>
              <ol className="meeting-said">
                {decisions.map(({ id, text }) => (
                  <li key={id}>{text}</li>
                ))}
              </ol>
            </>
          )}
          {tasks.length > 0 && (
            <>
              <h4>{t('meetings.tasks')}</h4>
              <ol className="meeting-said">
                {tasks.map(({ id, text, who, due }) => (
                  <li key={id}>
                    {text}{' '}
                    <span className="cw-soft">
                      {nameOf(who)} · <span className="cw-figures">{due}</span>
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </section>
      ))}
      <section className="meeting-item">
        <h3>{t('meetings.approvals')}</h3>
        <ul className="meeting-approvals">
          {version.approvals.map(({ user, name, decision, reason, at }) => (
            <li key={user}>
              <strong>{name}</strong>{' '}
              <Tag className="cw" color={colours[decision]}>
                {t(`meetings.decision.${decision}`)}
              </Tag>{' '}
              {at && <FlightTime at={at} year />} {reason && <span>{reason}</span>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Head of the minutes: the meeting as it was when they were submitted. */
export function MinutesHead({ version }: { version: MinutesVersion }) {
  const { t } = useTranslation();
  const { startTime, endTime, place, convenorName, people } = version.head;
  const present = version.approvals.map(({ name }) => name).join(t('meetings.and'));
  const signed = new Set(version.approvals.map(({ user }) => user));
  const absent = people.filter(({ user }) => !signed.has(user)).map(({ name }) => name);
  return (
    <dl className="cw-fields">
      {(
        [
          ['time', <FlightSpan key="time" from={startTime} to={endTime} year />],
          ['place', place ?? '—'],
          ['convenor', convenorName],
          ['present', present],
          ['absent', absent.join(t('meetings.and')) || '—'],
          ['version', t(`meetings.version.${version.state}`, { number: version.number })],
          ...(version.reason ? [['why', version.reason] as const] : []),
        ] as const
      ).map(([key, value]) => (
        <div key={key}>
          <dt>{t(`meetings.field.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
