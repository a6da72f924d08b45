import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { GeometryKind } from '../../../domain/resource.ts';

// Leaflet and the drawing tools come only with a form that has a geometry.
const GeometryInput = lazy(async () => ({ default: (await import('../../map/draw.tsx')).GeometryInput }));

/** A geometry drawn on the map, or written as GeoJSON (WGS-84, longitude before latitude). */
export function GeometryField({ formData, onChange, fieldPathId, uiSchema, disabled, readonly }: FieldProps) {
  const { kinds } = getUiOptions(uiSchema);
  const allowed = Array.isArray(kinds) ? kinds.map(String).filter(isKind) : [];
  return (
    <div id={fieldPathId.$id} tabIndex={-1}>
      <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 360 }} />}>
        <GeometryInput
          value={formData ?? null}
          onChange={(value) => onChange(value ?? undefined, fieldPathId.path)}
          kinds={allowed}
          disabled={disabled || readonly}
        />
      </Suspense>
    </div>
  );
}

function isKind(kind: string): kind is GeometryKind {
  return kind === 'Point' || kind === 'LineString' || kind === 'Polygon' || kind === 'MultiPolygon';
}
