import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroundBelow } from '#contract/terrain.ts';
import { type Altitude, formatLimits } from '#domain/geo/altitude.ts';
import { timesText } from '#web/client/clock.ts';
import { DatumChoice, useSectionDatum } from './section-datum.tsx';
import { type Column, columnOn, ticksUpTo, topOf } from './section-scale.ts';
import './draw.css';
import './vertical-section.css';

export type SectionTone = 'own' | 'other' | 'conflict' | 'airspace';

export interface SectionItem {
  key: string;
  label: string;
  /** Null: an open side. */
  lower: Altitude | null;
  upper: Altitude | null;
  tone: SectionTone;
  /** When it is used; UTC, ISO 8601. */
  from?: string | null;
  to?: string | null;
  /** One more line under its name. */
  note?: string;
}

const glyphs: Record<SectionTone, string> = { own: '●', other: '○', conflict: '✕', airspace: '▭' };
const order: Record<SectionTone, number> = { own: 0, conflict: 1, other: 2, airspace: 3 };

/**
 * Volumes side by side by their limits, each told by a word and a glyph beside its colour. One scale is of one datum, and the
 * datum can be changed; what is measured from another is drawn as the whole column that it may mean, hatched, with the reason.
 */
export function VerticalSection({
  items,
  height = 220,
  label,
  active = null,
  below,
  onPick,
}: {
  items: readonly SectionItem[];
  /** Of the columns, px. */
  height?: number;
  /** Its name for people who do not see it. */
  label?: string;
  /** Key of the item that is pointed at elsewhere. */
  active?: string | null;
  /** The ground below one's own air, which is where the others meet it. */
  below?: GroundBelow | undefined;
  onPick?: (key: string) => void;
}) {
  const { t } = useTranslation();
  const sorted = useMemo(() => [...items].sort((a, b) => order[a.tone] - order[b.tone]), [items]);
  const ground = below?.ground ?? null;
  const own = sorted.filter(({ tone }) => tone === 'own');
  const scale = useSectionDatum(own, sorted, ground !== null);
  const { datum } = scale;
  const columns = sorted.map((item) => ({ item, column: columnOn(item, datum, ground) }));
  const groundM = datum === 'AMSL' ? ground : null;
  const topM = topOf(
    columns.map(({ column }) => column),
    groundM?.highest,
  );
  const band = columns.find(({ item, column }) => item.tone === 'own' && column.kind === 'exact')?.column;
  const percent = (m: number) => `${(100 * Math.max(0, Math.min(m, topM))) / topM}%`;
  const tones = [...new Set(sorted.map(({ tone }) => tone))];

  if (sorted.length === 0) return <p className="cw-draw-note">{t('map.section.empty')}</p>;
  return (
    <figure className="cw-section" aria-label={label ?? t('map.section.title')}>
      <div className="cw-bar cw-section-head">
        <DatumChoice {...scale} />
        <span className="cw-grow" />
        <span className="cw-section-legend">
          {tones.map((tone) => (
            <span key={tone} data-tone={tone}>
              <span aria-hidden="true">{glyphs[tone]}</span> {t(`map.section.tone.${tone}`)}
            </span>
          ))}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: many columns scroll sideways, by keyboard too */}
      <section className="cw-section-scroll" tabIndex={0} aria-label={t('map.section.columns')}>
        <div className="cw-section-air" style={{ height }} aria-hidden="true">
          {ticksUpTo(topM, datum).map(({ atM, text }) => (
            <span key={text} className="cw-section-tick cw-figures" style={{ bottom: percent(atM) }}>
              <span>{text}</span>
            </span>
          ))}
          {groundM && (
            <>
              <span className="cw-section-ground" style={{ height: percent(groundM.lowest) }} />
              <span
                className="cw-section-ground"
                data-part="hills"
                style={{
                  bottom: percent(groundM.lowest),
                  height: percent(groundM.highest - groundM.lowest),
                }}
              />
            </>
          )}
          {band && (
            <span
              className="cw-section-band"
              style={{
                bottom: percent(band.fromM ?? 0),
                height: percent((band.toM ?? topM) - (band.fromM ?? 0)),
              }}
            />
          )}
        </div>
        <ol className="cw-section-columns">
          {columns.map(({ item, column }) => (
            <li
              key={item.key}
              data-tone={item.tone}
              data-active={item.key === active}
              data-kind={column.kind}
              data-ground={(column.kind === 'exact' && column.overGround) || undefined}
              data-open={column.open || undefined}
            >
              <div className="cw-section-shaft" style={{ height }}>
                <span
                  className="cw-section-box"
                  style={{
                    bottom: percent(column.fromM ?? 0),
                    height: `max(4px, ${percent((column.toM ?? topM) - (column.fromM ?? 0))})`,
                  }}
                >
                  {column.open && (
                    <span className="cw-section-word">
                      <span aria-hidden="true">↑ </span>
                      {t('map.section.open')}
                    </span>
                  )}
                  {column.kind === 'reaches' && (
                    <span className="cw-section-word">{t(`map.section.unknown.${column.unknown}`)}</span>
                  )}
                </span>
              </div>
              <Caption item={item} column={column} onPick={onPick} />
            </li>
          ))}
        </ol>
      </section>
      <figcaption className="cw-draw-note">
        {datum === 'STD' ? t('map.section.levels') : t('map.section.metres')}
        {columns.some(({ column }) => column.kind === 'reaches') && ` ${t('map.section.hatched')}`}
        {columns.some(({ column }) => column.kind === 'exact' && column.overGround) &&
          ` ${t('map.section.overGround')}`}
        {below && ` ${groundText(below, t)}`}
      </figcaption>
    </figure>
  );
}

/** What is known of the ground below. */
export function groundText({ installed, ground }: GroundBelow, t: TFunction): string {
  if (!installed) return t('map.ground.none');
  if (!ground) return t('map.ground.unknown');
  const [lowest, highest] = [Math.round(ground.lowest), Math.round(ground.highest)];
  return t('map.ground.range', { lowest, highest });
}

function Caption({
  item,
  column,
  onPick,
}: {
  item: SectionItem;
  column: Column;
  onPick: ((key: string) => void) | undefined;
}) {
  const { t } = useTranslation();
  const name = (
    <>
      <span aria-hidden="true">{glyphs[item.tone]} </span>
      <span className="cw-hidden">{t(`map.section.tone.${item.tone}`)}: </span>
      {item.label}
    </>
  );
  return (
    <div className="cw-section-caption">
      {onPick ? (
        <button type="button" className="cw-link" onClick={() => onPick(item.key)}>
          {name}
        </button>
      ) : (
        <strong>{name}</strong>
      )}
      <span className="cw-figures">{formatLimits(item.lower, item.upper)}</span>
      {column.kind === 'reaches' && (
        <span className="cw-hidden">{t(`map.section.unknown.${column.unknown}`)}</span>
      )}
      {item.from && item.to && <span className="cw-soft cw-figures">{timesText(item.from, item.to)}</span>}
      {item.note && <span className="cw-soft">{item.note}</span>}
    </div>
  );
}
