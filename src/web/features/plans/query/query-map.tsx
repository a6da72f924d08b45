import { Button, Card, Empty } from 'antd';
import type * as L from 'leaflet';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import { Link } from 'react-router';
import { isGeometry } from '#domain/geo/geojson.ts';
import { routeText } from '#web/features/plans/plan-facts.tsx';
import { FlatMap, useOverlay } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { planStyle } from '#web/map/layers/plans.ts';
import { rememberedView } from '#web/map/map-memory.ts';
import { everywhere } from '#web/map/map-view.ts';
import { boundsOf, FitTo } from '#web/map/plan-map.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { ShownOf } from './shown-of.tsx';
import type { AnswerProps } from './use-query.ts';

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** Where the plans that were found fly; the part of the map that is seen can be made a filter. */
export function QueryMap({ answer, state, change }: AnswerProps) {
  const { t } = useTranslation();
  const map = useRef<L.Map>(null);
  const [view] = useState(() => rememberedView() ?? everywhere);
  const [picked, setPicked] = useState<number | null>(null);
  const features = useMemo(
    () =>
      answer.items.flatMap((plan) =>
        (plan.tasks ?? []).flatMap((task): MapFeature[] =>
          isGeometry(task.geometry, kinds)
            ? [
                {
                  id: `${plan.id}-${task.id}`,
                  geometry: task.geometry,
                  style:
                    task.geometry.type === 'Point'
                      ? { colour: planStyle(plan.state).colour, symbol: 'waypoint' }
                      : planStyle(plan.state),
                  label: task.callsign,
                  rank: 10,
                },
              ]
            : [],
        ),
      ),
    [answer.items],
  );
  const groups = useMemo(() => [{ id: 'plans', features }], [features]);
  // Narrowed to what is seen, the map stays where it is.
  const bounds = useMemo(
    () => (state.box ? null : boundsOf(features.map(({ geometry }) => geometry))),
    [features, state.box],
  );
  const plan = answer.items.find(({ id }) => id === picked);
  const search = () => {
    const seen = map.current?.getBounds();
    if (!seen) return;
    const round = (value: number) => Math.round(value * 1e4) / 1e4;
    change({
      box: [
        Math.max(-180, round(seen.getWest())),
        Math.max(-90, round(seen.getSouth())),
        Math.min(180, round(seen.getEast())),
        Math.min(90, round(seen.getNorth())),
      ],
    });
  };
  return (
    <div className="query-map">
      <div className="query-map-air">
        <FlatMap
          ref={map}
          label={t('plan.query.mapOf', { count: answer.items.length })}
          view={view}
          groups={groups}
          selectedFeatureId={features.find(({ id }) => id.startsWith(`${picked}-`))?.id ?? null}
        >
          <FitTo bounds={bounds} />
          <Pick onPick={setPicked} />
        </FlatMap>
        <div className="query-map-tools cw-bar">
          <Button type="primary" size="small" onClick={search}>
            {t('plan.query.here')}
          </Button>
          {state.box && (
            <Button size="small" onClick={() => change({ box: null })}>
              {t('plan.query.everywhere')}
            </Button>
          )}
        </div>
      </div>
      <aside className="query-map-list" aria-label={t('plan.query.found')}>
        {plan && (
          <Card size="small" title={<span className="cw-figures">{plan.callsign ?? plan.planNumber}</span>}>
            <PlanStateTag state={plan.state} restricted={plan.restricted} />
            <p>{routeText(plan.labels)}</p>
            <p>
              <FlightSpan from={plan.startTime} to={plan.endTime} />
            </p>
            <Link to={`/navigation/details?id=${plan.id}`}>{t('plan.add.toPlan')}</Link>
          </Card>
        )}
        {answer.items.length === 0 && <Empty description={t('plan.query.none')} />}
        <ul>
          {answer.items.map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={one.id === picked} onClick={() => setPicked(one.id)}>
                <strong className="cw-figures">{one.callsign ?? one.planNumber}</strong>{' '}
                <PlanStateTag state={one.state} restricted={one.restricted} />
                <FlightSpan from={one.startTime} to={one.endTime} />
              </button>
            </li>
          ))}
        </ul>
        <ShownOf answer={answer} />
      </aside>
    </div>
  );
}

/** Inside a FlatMap: a click on a shape is a click on its plan. */
function Pick({ onPick }: { onPick: (id: number) => void }) {
  const overlay = useOverlay();
  const map = useMapEvents({
    click({ containerPoint }) {
      const id = Number(overlay.featureAt(map, containerPoint)?.id.split('-')[0]);
      if (id > 0) onPick(id);
    },
  });
  return null;
}
