import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { GeometryKind } from '#domain/record/resource.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';

// Leaflet and the drawing tools come only with a form that has a geometry.
const GeometryInput = lazy(async () => ({ default: (await import('#web/map/draw.tsx')).GeometryInput }));

/** A geometry drawn on the map, or written as GeoJSON (WGS-84, longitude before latitude). */
export function GeometryField(props: FieldProps) {
  const { formData, onChange, fieldPathId, uiSchema, disabled, readonly, registry, name } = props;
  const { kinds } = getUiOptions(uiSchema);
  const { shape, setFields } = registry.formContext as FormContext;
  const allowed = Array.isArray(kinds) ? kinds.map(String).filter(isKind) : [];
  const hasParameters = name === 'geometry' && shape !== undefined;
  return (
    <div id={fieldPathId.$id} tabIndex={-1}>
      <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 360 }} />}>
        <GeometryInput
          value={formData ?? null}
          onChange={(value) => onChange(value ?? undefined, fieldPathId.path)}
          kinds={allowed}
          disabled={disabled || readonly}
          {...(hasParameters
            ? {
                shape,
                // After rjsf has taken the geometry in: it would put its own copy of the other fields back.
                onShape: (fields: object | null) => {
                  if (fields) setTimeout(() => setFields({ ...fields }), 0);
                },
              }
            : {})}
        />
      </Suspense>
    </div>
  );
}

function isKind(kind: string): kind is GeometryKind {
  return kind === 'Point' || kind === 'LineString' || kind === 'Polygon' || kind === 'MultiPolygon';
}
