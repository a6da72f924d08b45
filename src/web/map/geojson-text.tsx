import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Geometry, geometryError, isGeometry } from '#domain/geo/geojson.ts';
import type { GeometryKind } from '#domain/record/resource.ts';
import type { Text } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import '#web/ui/coordinate-input.css';

/** The geometry as GeoJSON text. What is typed is kept until it is used; a mistake says where it is. */
export function GeoJsonText({
  value,
  kinds,
  disabled,
  onChange,
}: {
  value: Geometry | null;
  kinds: readonly GeometryKind[];
  disabled: boolean;
  onChange: (value: Geometry | null) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [error, setError] = useState<Text | null>(null);
  useEffect(() => {
    setText(value ? JSON.stringify(value) : '');
    setError(null);
  }, [value]);

  const use = () => {
    if (text.trim() === '') return onChange(null);
    const geometry = geometryIn(text);
    const found = geometry === undefined ? { key: 'map.draw.noJson' } : geometryError(geometry, kinds);
    setError(found);
    if (!found && isGeometry(geometry, kinds)) onChange(geometry);
  };

  return (
    <div className="cw-draw">
      <Input.TextArea
        rows={8}
        value={text}
        disabled={disabled}
        status={error ? 'error' : ''}
        aria-label={t('map.draw.text')}
        aria-invalid={error !== null}
        onChange={(event) => setText(event.target.value)}
      />
      {error && (
        <p role="alert" className="cw-draw-fault">
          {t(error.key, error.values ?? {})}
        </p>
      )}
      <Button size="small" disabled={disabled} onClick={use}>
        {t('map.draw.use')}
      </Button>
    </div>
  );
}

/** A geometry, or that of a feature or of a collection's only feature; undefined where the text is no JSON. */
function geometryIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return value;
    const features = Array.isArray(value.features) ? value.features : [value];
    const [only] = features;
    return isObject(only) && only.type === 'Feature' ? only.geometry : value;
  } catch {
    return undefined;
  }
}
