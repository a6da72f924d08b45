import { useAbility } from '@casl/react';
import type { Geometry } from 'geojson';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { type Ability, mayReadField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import { useLabel } from '#web/client/locale.ts';
import { type RecordValues, titleOf } from '#web/engine/labels.ts';
import { PlanMap, type PlanMapFeature } from '#web/map/plan-map.tsx';
import { geometryFields } from './geometry-fields.ts';
import type { ShowTabProps } from './show-tab.ts';
import { pointText, vertexCount } from './value-text.ts';

/** The record on the base map, with its altitude limits in words. */
export function MapTab({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const shown = useMemo(
    () => geometryFields(resource, record).filter((field) => mayReadField(ability, resource.name, field)),
    [resource, record, ability],
  );
  const features = useMemo(() => featuresOf(resource, record, shown), [resource, record, shown]);
  const { lower, upper, elevation } = record;
  const name = titleOf(resource, record);
  return (
    <section aria-label={t('show.map')}>
      <dl className="cw-fields" style={{ marginBottom: 12 }}>
        {(isAltitude(lower) || isAltitude(upper)) && (
          <div>
            <dt>{t('show.limits')}</dt>
            <dd className="cw-figures">
              {formatLimits(isAltitude(lower) ? lower : null, isAltitude(upper) ? upper : null)}
            </dd>
          </div>
        )}
        {isAltitude(elevation) && (
          <div>
            <dt>{label(resource.schema.properties.elevation?.['x-label'], 'elevation')}</dt>
            <dd className="cw-figures">{formatLimits(elevation, elevation).split(' – ')[0]}</dd>
          </div>
        )}
        {shown.map((field) => (
          <div key={field}>
            <dt>{label(resource.schema.properties[field]?.['x-label'], field)}</dt>
            <dd className="cw-figures">{geometryWords(record[field], t)}</dd>
          </div>
        ))}
      </dl>
      <PlanMap features={features} height="min(60vh, 560px)" label={t('show.mapOf', { name })} />
    </section>
  );
}

function geometryWords(value: unknown, t: (key: string, values?: Record<string, unknown>) => string): string {
  const point = pointText(value);
  if (point) return point;
  const type = typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : '';
  return t(`list.geometry.${type}`, { count: vertexCount(value) });
}

const kinds: Record<string, PlanMapFeature['kind']> = {
  airspace: 'airspace',
  airspaceTemplate: 'airspace',
  airport: 'aerodrome',
  takeoffLandingPoint: 'landingPoint',
  plan: 'task',
  jobTask: 'task',
};

function featuresOf(resource: Resource, record: RecordValues, fields: string[]): PlanMapFeature[] {
  return fields.flatMap((field, index) => {
    const value = record[field];
    if (!isGeometry(value, ['Point', 'LineString', 'Polygon', 'MultiPolygon'])) return [];
    return [
      {
        id: `${resource.name}-${field}`,
        // The domain judged it; Leaflet's types name the same thing anew.
        geometry: value satisfies object as Geometry,
        kind: kinds[resource.name] ?? 'route',
        name: index === 0 ? titleOf(resource, record) : '',
        state: numberOf(record.state),
        airspaceKind: stringOf(record.kind),
        openState: stringOf(record.openState),
      },
    ];
  });
}
