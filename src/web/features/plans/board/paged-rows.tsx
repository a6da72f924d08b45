import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowsThatFit } from '#web/ui/use-rows-that-fit.ts';

/** So long a page of rows stands before the next one comes. */
const turnMs = 10_000;

/**
 * Rows in a box that does not scroll: as many as fit, and where there are more, the next ones in their turn. `held`
 * stops the turning, and `whole` shows all of them, on a phone.
 */
export function PagedRows<T>({
  rows,
  rowHeight,
  held,
  whole,
  keyOf,
  render,
  label,
}: {
  rows: readonly T[];
  /** Pixels. */
  rowHeight: number;
  held: boolean;
  whole: boolean;
  keyOf: (row: T) => string | number;
  render: (row: T) => ReactNode;
  label: string;
}) {
  const { t } = useTranslation();
  const [box, fits] = useRowsThatFit<HTMLDivElement>(rowHeight);
  const [turn, setTurn] = useState(0);
  const pages = whole ? 1 : Math.max(1, Math.ceil(rows.length / fits));
  useEffect(() => {
    if (held || pages < 2) return;
    const timer = setInterval(() => setTurn((now) => now + 1), turnMs);
    return () => clearInterval(timer);
  }, [held, pages]);
  const page = turn % pages;
  const shown = whole ? rows : rows.slice(page * fits, (page + 1) * fits);
  return (
    <>
      <div ref={box} className="board-rows">
        <ul aria-label={label}>
          {shown.map((row) => (
            <li key={keyOf(row)} style={{ minHeight: rowHeight }}>
              {render(row)}
            </li>
          ))}
        </ul>
      </div>
      {pages > 1 && (
        <span className="board-turn cw-figures">{t('board.page', { page: page + 1, pages })}</span>
      )}
    </>
  );
}
