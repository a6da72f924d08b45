import { useMany } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingView } from '#contract/finding-view.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { isObject, numberOf, stringOf } from '#domain/text/narrow.ts';
import { useLocale } from '#web/client/locale.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { recordName } from '#web/map/layers/record-facts.ts';
import { PlanMap, type PlanMapFeature } from '#web/map/plan-map.tsx';
import { findingFeatures } from './finding-shapes.ts';

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];

function idsIn(tasks: Values[], ...fields: string[]): number[] {
  const ids = tasks.flatMap((task) => fields.map((field) => task[field]));
  return [...new Set(ids.filter((id): id is number => typeof id === 'number'))];
}

/** Records by id, as far as there are any. */
function useRecords(resource: string, ids: number[]): (RecordValues & { id: number })[] {
  const { result } = useMany<RecordValues & { id: number }>({
    resource,
    ids,
    queryOptions: { enabled: ids.length > 0, staleTime: 60_000 },
  });
  return ids.length > 0 ? (result.data ?? []) : [];
}

/** The plan as it is being typed: what is drawn, the airspaces and places that are picked, and what it meets. */
export function DraftMap({
  tasks,
  findings,
  height = 300,
}: {
  tasks: Values[];
  findings: FindingView[];
  /** Pixels. */
  height?: number;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const met = findings.flatMap(({ with: other }) => (other?.resource === 'airspace' ? [other.id] : []));
  const picked = idsIn(tasks, 'airspace');
  const airspaces = useRecords('airspace', [...new Set([...picked, ...met])]);
  const airports = useRecords('airport', idsIn(tasks, 'departure', 'destination', 'alternate'));
  const points = useRecords('takeoffLandingPoint', idsIn(tasks, 'departurePoint', 'destinationPoint'));
  const metText = JSON.stringify(met);
  const shapes = useMemo(() => findingFeatures(findings), [findings]);
  const features = useMemo(() => {
    const conflicts: number[] = JSON.parse(metText);
    const list: PlanMapFeature[] = [];
    const add = (id: string, geometry: unknown, rest: Omit<PlanMapFeature, 'id' | 'geometry'>) => {
      if (isGeometry(geometry, kinds)) list.push({ id, geometry: geometry satisfies Geometry, ...rest });
    };
    for (const airspace of airspaces) {
      const { id, geometry, kind, state, openState } = airspace;
      add(`airspace-${id}`, geometry, {
        kind: conflicts.includes(id) ? 'conflict' : 'airspace',
        name: recordName(airspace, locale),
        airspaceKind: stringOf(kind),
        state: numberOf(state),
        openState: stringOf(openState),
      });
    }
    for (const airport of airports) {
      add(`airport-${airport.id}`, airport.position, {
        kind: 'aerodrome',
        name: recordName(airport, locale),
      });
    }
    for (const point of points) {
      add(`point-${point.id}`, point.position, {
        kind: 'landingPoint',
        name: recordName(point, locale),
      });
    }
    tasks.forEach((task, index) => {
      const name = typeof task.callsign === 'string' ? task.callsign : '';
      if (isObject(task.geometry)) add(`task-${index}`, task.geometry, { kind: 'task', name, state: 0 });
    });
    // An airspace that is met is drawn already; other plans, notices and their like come with the finding.
    const drawn = new Set(list.map(({ id }) => `met-${id}`));
    return [...list, ...shapes.filter(({ id }) => !drawn.has(id))];
  }, [airspaces, airports, points, tasks, metText, shapes, locale]);
  return <PlanMap features={features} height={height} label={t('plan.add.map')} />;
}
