import { CheckOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { NotamView } from '#contract/notam.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { noticeKinds } from '#domain/notam/q-codes.ts';
import { localText, today } from '#web/client/clock.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';

interface Props {
  notams: readonly NotamView[];
  chosen: number | null;
  onChoose: (id: number) => void;
}

export const groupings = ['place', 'kind', 'start'] as const;
export type Grouping = (typeof groupings)[number];

/** NOTAMs under headings: by their first place, by kind, or by the day on which they begin. */
export function GroupedNotams({ by, notams, ...choice }: Props & { by: Grouping }) {
  const label = useLabel();
  const groups = new Map<string, NotamView[]>();
  for (const notam of notams) {
    const title =
      by === 'place'
        ? (notam.locations[0] ?? notam.fir)
        : by === 'kind'
          ? label(noticeKinds[notam.group])
          : localText(notam.validFrom).slice(0, 10);
    groups.set(title, [...(groups.get(title) ?? []), notam]);
  }
  // By start they come in the order of the list, the latest first.
  const sorted = by === 'start' ? [...groups] : [...groups].sort(([a], [b]) => a.localeCompare(b));
  return (
    <div className="cw-notam-groups">
      {sorted.map(([title, own]) => (
        <section key={title} aria-label={title}>
          <h2 className="cw-figures">
            {title} <span className="cw-soft">{own.length}</span>
          </h2>
          <NotamList notams={own} {...choice} />
        </section>
      ))}
    </div>
  );
}

/** From when until when it holds; with the years where they are not both this one. */
export function NotamTimes({ from, to }: { from: string; to: string | null }) {
  const isThisYear = (at: string) => localText(at).slice(0, 4) === today().slice(0, 4);
  if (isThisYear(from) && (to === null || isThisYear(to))) return <FlightSpan from={from} to={to} />;
  return (
    <>
      <FlightTime at={from} year />
      {to !== null && (
        <>
          {' – '}
          <FlightTime at={to} year />
        </>
      )}
    </>
  );
}

/** NOTAMs one below the other: number, code in words, places, times, levels, and the text in the reader's language. */
function NotamList({ notams, chosen, onChoose }: Props) {
  const label = useLabel();
  const locale = useLocale();
  const { t } = useTranslation();
  return (
    <ul className="cw-notam-list">
      {notams.map((notam) => {
        const { id, number, locations, words, validFrom, validTo, lower, upper, text, textZh } = notam;
        return (
          <li key={id} data-chosen={id === chosen} data-phase={notam.phase}>
            <button type="button" onClick={() => onChoose(id)} aria-pressed={id === chosen}>
              <span className="cw-notam-head">
                <strong className="cw-figures">{number ?? notam.kind.toUpperCase()}</strong>
                <span>{locations.join(' ')}</span>
                <NotamTags notam={notam} />
              </span>
              <span className="cw-notam-words">{label(words)}</span>
              <span className="cw-soft">
                <NotamTimes from={validFrom} to={validTo} />
                {notam.isPermanent && ` ${t('notam.permanent')}`}
                {notam.schedule && ` · ${notam.schedule}`}
                {(lower || upper) && ` · ${formatLimits(lower, upper)}`}
              </span>
              <span className="cw-notam-text">{locale === 'en' ? text : (textZh ?? text)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** How it stands, in words beside their colours. */
export function NotamTags({ notam }: { notam: NotamView }) {
  const { t } = useTranslation();
  const { state, phase, effect, isActiveNow } = notam;
  return (
    <span className="cw-notam-tags">
      {state !== 'current' && <Tag>{t(`notam.state.${state}`)}</Tag>}
      {phase === 'active' && (
        <Tag color={isActiveNow ? 'green' : 'default'}>{t(isActiveNow ? 'notam.now' : 'notam.notNow')}</Tag>
      )}
      {phase === 'coming' && <Tag color="blue">{t('notam.phase.coming')}</Tag>}
      {phase !== 'over' && effect !== 'none' && (
        <Tag color={effect === 'hold' ? 'red' : 'orange'}>{t(`notam.effect.${effect}`)}</Tag>
      )}
      {notam.isEstimated && phase !== 'over' && <Tag>{t('notam.est')}</Tag>}
      {notam.isIncomplete && <Tag color="orange">{t('notam.incomplete')}</Tag>}
      {notam.isChecklist && <Tag>{t('notam.checklist')}</Tag>}
      {notam.isDemo && <Tag>{t('notam.demo')}</Tag>}
      {notam.acknowledgedAt && <CheckOutlined aria-label={t('notam.acknowledge')} />}
    </span>
  );
}
