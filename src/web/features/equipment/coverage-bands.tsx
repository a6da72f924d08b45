import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Band, bands, daySpans, type EquipmentState } from './equipment-state.ts';
import { percentText } from './equipment-tables.tsx';

/** The days and the height band of a coverage. */
export function SpanAndBand({
  days,
  band,
  onChange,
}: Pick<EquipmentState, 'days' | 'band'> & { onChange: (next: Partial<EquipmentState>) => void }) {
  const { t } = useTranslation();
  return (
    <div className="cw-bar">
      <Segmented
        aria-label={t('equipment.hours')}
        value={days}
        onChange={(value) => onChange({ days: value })}
        options={daySpans.map((value) => ({ value, label: t(`equipment.days.${value}`) }))}
      />
      <Segmented
        aria-label={t('equipment.band')}
        value={band}
        onChange={(value) => onChange({ band: value })}
        options={bands.map((value) => ({ value, label: t(`equipment.band.${value}`) }))}
      />
    </div>
  );
}

/** Cells of each height band by what they are; `share`: of a count, where it is a share of something. */
export function BandTable<Look extends string>({
  looks,
  word,
  counts,
  band,
  share,
}: {
  looks: readonly Look[];
  word: (look: Look) => string;
  counts: Readonly<Record<string, Record<Look, number | null>>>;
  band: Band;
  share?: (look: Look, count: number) => number | null;
}) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too
    <section className="cw-plain-box" tabIndex={0} aria-label={t('equipment.band')}>
      <table className="cw-plain-table equipment-table">
        <thead>
          <tr>
            <th scope="col">{t('equipment.band')}</th>
            {looks.map((look) => (
              <th scope="col" key={look}>
                {word(look)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bands.map((one) => (
            <tr key={one} data-chosen={one === band || undefined}>
              <th scope="row">{t(`equipment.band.${one}`)}</th>
              {looks.map((look) => {
                const count = counts[one]?.[look] ?? null;
                const part = count === null ? null : (share?.(look, count) ?? null);
                return (
                  <td key={look} className="cw-figures">
                    {count === null ? '—' : count}
                    {part === null ? null : <span className="cw-soft"> {percentText(part * 100)}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
