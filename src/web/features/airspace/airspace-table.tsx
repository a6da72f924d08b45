import { Checkbox, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { Validity } from './airspace-facts.tsx';
import { airspaceName, useAirspaceWord } from './airspace-place.ts';
import { AirspaceStateTag, OpenTag } from './airspace-state-tag.tsx';

interface Props {
  items: readonly AirspaceItem[] | undefined;
  selectedId: number | null;
  onSelect: (id: number) => void;
  /** Absent: nothing can be ticked. */
  ticked?: ReadonlySet<number>;
  onTick?: (ticked: ReadonlySet<number>) => void;
  empty: ReactNode;
  /** One more line, e.g. how it compares with a level. */
  noteOf?: (item: AirspaceItem) => string | null;
}

/** Airspaces beside a map: one a row, chosen by a click on either. */
export function AirspaceTable({ items, selectedId, onSelect, ticked, onTick, empty, noteOf }: Props) {
  const { t } = useTranslation();
  const word = useAirspaceWord();
  if (!items) return <Skeleton active paragraph={{ rows: 8 }} title={false} />;
  if (items.length === 0) return <Empty description={empty} />;
  const all = ticked !== undefined && items.every(({ id }) => ticked.has(id));
  const tick = (ids: number[], on: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onTick?.(next);
  };
  return (
    <>
      {ticked && (
        <Checkbox
          checked={all}
          indeterminate={!all && ticked.size > 0}
          onChange={({ target }) =>
            tick(
              items.map(({ id }) => id),
              target.checked,
            )
          }
        >
          {t('airspace.table.all', { count: items.length })}
        </Checkbox>
      )}
      <ol className="airspace-found">
        {items.map((item) => {
          const note = noteOf?.(item);
          return (
            <li key={item.id} aria-current={item.id === selectedId ? 'true' : undefined} data-id={item.id}>
              <div className="cw-bar">
                {ticked && (
                  <Checkbox
                    checked={ticked.has(item.id)}
                    aria-label={t('airspace.table.tick', { name: airspaceName(item) })}
                    onChange={({ target }) => tick([item.id], target.checked)}
                  />
                )}
                <button type="button" className="cw-link" onClick={() => onSelect(item.id)}>
                  <strong>{airspaceName(item)}</strong>
                </button>
                <span className="cw-figures plan-soft">{item.designator}</span>
                <AirspaceStateTag airspace={item} />
                <OpenTag state={item.openState} />
                <span className="cw-grow" />
                <Link to={`/situation/detailsAir?id=${item.id}`}>{t('airspace.details.open')}</Link>
              </div>
              <div className="cw-bar">
                <span>{word('kind', item.kind)}</span>
                <span className="cw-figures">{formatLimits(item.lower, item.upper)}</span>
                {item.companyName && <span>{item.companyName}</span>}
              </div>
              <div className="plan-soft">
                <Validity airspace={item} />
              </div>
              {note && <div className="plan-soft">{note}</div>}
            </li>
          );
        })}
      </ol>
    </>
  );
}
