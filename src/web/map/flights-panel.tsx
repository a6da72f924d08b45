import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { targetMatches } from './target-search.ts';
import { isOld, type TargetStore, type TargetView } from './target-store.ts';
import { climbMark, knots, shortAltitude } from './target-text.ts';
import { useStoreBeat } from './use-targets.ts';
import { VirtualList } from './virtual-list.tsx';

/** Longer names than a callsign may not fit; their last four characters stay, where serial numbers differ. */
function tailStart({ length }: string): number {
  return length > 9 ? length - 4 : length;
}

/** The live targets of the view by callsign; choosing one selects it and brings it to the middle of the map. */
export function FlightsPanel({
  store,
  selectedId,
  onChoose,
  none = 'map.flights.none',
}: {
  store: TargetStore;
  selectedId: string | null;
  onChoose: (view: TargetView) => void;
  /** Key of what is said where there is none. */
  none?: string;
}) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState('');
  const version = useStoreBeat(store);
  const rows = useMemo(() => {
    void version;
    const wanted = filter.trim().toUpperCase();
    const list =
      wanted === '' ? [...store.list] : store.list.filter(({ target }) => targetMatches(target, wanted));
    // By name, which does not change: rows keep their place while targets move.
    return list
      .map((view) => ({ view, name: targetName(view.target) }))
      .sort(
        (a, b) =>
          Number(a.view.target.planId === null) - Number(b.view.target.planId === null) ||
          compare(a.name, b.name),
      );
  }, [store, version, filter]);
  const serverNow = store.serverNow(performance.now());

  return (
    <div className="cw-flights">
      <Input.Search
        allowClear
        size="small"
        placeholder={t('map.flights.filter')}
        aria-label={t('map.flights.filter')}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <output className="cw-flights-count">
        {filter === ''
          ? t('map.flights.count', { count: store.list.length })
          : t('map.flights.found', { found: rows.length, count: store.list.length })}
      </output>
      {rows.length === 0 ? (
        <p className="cw-flights-empty">{filter === '' ? t(none) : t('map.flights.noMatch')}</p>
      ) : (
        <VirtualList
          label={t('map.flights.title')}
          items={rows}
          rowHeight={30}
          keyOf={({ view }) => view.target.id}
          selectedKey={selectedId}
          onChoose={({ view }) => onChoose(view)}
          row={({ view, name }) => {
            const { target } = view;
            const old = serverNow !== null && isOld(target.at, serverNow);
            return (
              <span className="cw-flight cw-figures" data-old={old}>
                <span
                  className="cw-flight-plan"
                  title={t(target.planId === null ? 'map.target.noPlan' : 'map.target.plan')}
                >
                  {target.planId === null ? '△' : '▲'}
                </span>
                <b title={name}>
                  <span>{name.slice(0, tailStart(name))}</span>
                  <span>{name.slice(tailStart(name))}</span>
                </b>
                <span>{target.onGround ? t('map.target.ground') : shortAltitude(target)}</span>
                <span>{climbMark(target.verticalRateMps)}</span>
                <span>{target.groundSpeedMps === null ? '' : knots(target.groundSpeedMps)}</span>
              </span>
            );
          }}
        />
      )}
    </div>
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
