import { useTranslation } from 'react-i18next';
import type { AlertFigures } from '#contract/alerts.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { zulu } from '#web/map/target-text.ts';
import { groupsOf, kilometres, MemberNames } from './alert-card.tsx';

/** Figures as they were stored with an alert, in words: distances, when they are closest, and whom to call. */
export function FiguresCell({ value }: CellProps) {
  const { t } = useTranslation();
  const figures = figuresIn(String(value));
  if (!figures) return null;
  const { distanceM, verticalM, measured, contacts } = figures;
  const approach = figures.approach ?? figures.predicted;
  // As they were when the alert was raised, or rose to its level; the approach was still ahead.
  const words = [
    distanceM !== null && t('alerts.distance', { distance: kilometres(distanceM) }),
    verticalM !== null && t('alerts.vertical', { distance: `${Math.round(verticalM)} m` }),
    measured &&
      `${t('playback.incident.measured')} ${kilometres(measured.horizontalM)}, ${zulu(measured.at)}`,
    approach &&
      (approach.two
        ? `${t('playback.incident.predicted')} ${kilometres(approach.horizontalM)}, ${zulu(approach.at)}`
        : `${t('playback.incident.predictedEntry')} ${zulu(approach.at)}`),
  ];
  const call = contacts.map(({ name, phone }) => `${name} ${phone}`).join(' · ');
  return (
    <>
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>{words.filter(Boolean).join(' · ') || '—'}</span>
      {groupsOf(figures).map((group) => (
        <div key={group.members[0]?.id}>
          {t('alerts.aircraft', { count: group.count })}: <MemberNames group={group} />
        </div>
      ))}
      {call !== '' && (
        <div>
          {t('alerts.call')}: {call}
        </div>
      )}
    </>
  );
}

/** How many tracks are kept with an alert; they are drawn in its report. */
export function TracksCell({ value }: CellProps) {
  const { t } = useTranslation();
  const kept: unknown = JSON.parse(String(value));
  const count = isObject(kept) ? Object.keys(kept).length : 0;
  return t('alerts.tracks', { count });
}

/** The server writes them by its own schema (alerts.ts); null: an alert from elsewhere. */
function figuresIn(details: string): AlertFigures | null {
  const value: unknown = JSON.parse(details);
  return isObject(value) && Array.isArray(value.contacts) ? (value as unknown as AlertFigures) : null;
}
