import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A head of the catalogue, or a name that needs no translation. */
type Head = string | { name: string };

/** A table of the report; on a phone each row is a card whose values have their heads beside them. */
export function IncidentRows({ heads, rows }: { heads: readonly Head[]; rows: readonly ReactNode[][] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <p className="cw-soft">{t('playback.incident.nothing')}</p>;
  const words = heads.map((head) =>
    typeof head === 'string' ? t(`playback.incident.head.${head}`) : head.name,
  );
  return (
    <div className="incident-table">
      <table className="incident-rows cw-print-table">
        <thead>
          <tr>
            {words.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report stand still
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={words[column]} data-label={words[column]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
