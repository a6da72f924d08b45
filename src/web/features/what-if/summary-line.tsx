import type { ReactNode } from 'react';

/** Counts of one part of a result, as words and numbers. */
export function SummaryLine({ items }: { items: readonly [name: string, value: ReactNode][] }) {
  return (
    <dl className="what-if-counts">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="cw-figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
