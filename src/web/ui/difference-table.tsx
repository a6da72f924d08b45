import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './difference-table.css';

export interface Difference {
  key: string;
  /** What differs, e.g. the name of a field. */
  label: ReactNode;
  /** Null: there is no value. */
  before: ReactNode;
  after: ReactNode;
}

interface Props {
  /** For screen readers: what the values belong to. */
  label: string;
  rows: readonly Difference[];
  /** Headings of the values; absent: "Before" and "After". */
  before?: string;
  after?: string;
}

/**
 * Values before and after, a row each, as texts that are ready to read. Changes of a record, whose values are drawn by their
 * schema, have a table of their own: engine/show/change-values.tsx.
 */
export function DifferenceTable({ label, rows, before, after }: Props) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className="cw-difference-box" tabIndex={0} aria-label={label}>
      <table className="cw-difference">
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{before ?? t('form.before')}</th>
            <th scope="col">{after ?? t('form.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{row.before ?? '—'}</td>
              <td>{row.after ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
