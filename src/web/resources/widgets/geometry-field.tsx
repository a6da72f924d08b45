import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { Collapse, Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { GeometryKind } from '../../../domain/resource.ts';
import { JsonInput } from './json-field.tsx';

interface DrawProps {
  value: unknown;
  onChange: (value: unknown) => void;
  kinds: GeometryKind[];
  disabled?: boolean;
}

const drawings = import.meta.glob<{ GeometryInput: ComponentType<DrawProps> }>('../../map/draw.tsx');

const Drawing = lazy<ComponentType<DrawProps>>(async () => {
  const load = drawings['../../map/draw.tsx'];
  return { default: load ? (await load()).GeometryInput : () => null };
});

/** A geometry drawn on the map, or written as GeoJSON (WGS-84, longitude before latitude). */
export function GeometryField({ formData, onChange, fieldPathId, uiSchema, disabled, readonly }: FieldProps) {
  const { t } = useTranslation();
  const { kinds } = getUiOptions(uiSchema);
  const allowed = Array.isArray(kinds) ? kinds.map(String).filter(isKind) : [];
  const set = (value: unknown) => onChange(value ?? undefined, fieldPathId.path);
  return (
    <div id={fieldPathId.$id} tabIndex={-1}>
      <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 320 }} />}>
        <Drawing value={formData ?? null} onChange={set} kinds={allowed} disabled={disabled || readonly} />
      </Suspense>
      <Collapse
        ghost
        size="small"
        items={[
          {
            key: 'text',
            label: t('form.geojson'),
            children: <JsonInput value={formData} onChange={set} disabled={disabled || readonly} rows={6} />,
          },
        ]}
      />
    </div>
  );
}

function isKind(kind: string): kind is GeometryKind {
  return kind === 'Point' || kind === 'LineString' || kind === 'Polygon' || kind === 'MultiPolygon';
}
