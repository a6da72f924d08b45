import { useTranslation } from 'react-i18next';
import type { MissionTypesByUnit } from './report-types.ts';

/** Operators down, mission types across: plans filed, the darker the more. */
export function MissionMatrix({ units }: { units: MissionTypesByUnit }) {
  const { t } = useTranslation();
  const names = new Map<number | null, string>();
  for (const { values } of units.items)
    for (const { id, name } of values) names.set(id, name ?? t('report.none'));
  const types = [...names];
  const most = Math.max(1, ...units.items.flatMap(({ values }) => values.map(({ plans }) => plans)));
  if (units.items.length === 0) return <p className="cw-note">{t('report.empty')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <section className="report-matrix-box" aria-label={t('report.by.unit')} tabIndex={0}>
      <table className="report-matrix">
        <caption className="cw-hidden">{t('report.by.unit')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('report.by.company')}</th>
            {types.map(([id, name]) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {units.items.map(({ company, companyName, values }) => (
            <tr key={company}>
              <th scope="row">{companyName ?? `#${company}`}</th>
              {types.map(([id]) => {
                const plans = values.find((value) => value.id === id)?.plans ?? 0;
                return (
                  <td
                    key={id}
                    className="cw-figures"
                    style={{
                      backgroundColor: `color-mix(in srgb, var(--cw-accent) ${Math.round((plans / most) * 40)}%, transparent)`,
                    }}
                  >
                    {plans === 0 ? '·' : plans}
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
