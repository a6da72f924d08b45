import { Button, Segmented } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoordinateStyle } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Shape } from '#domain/geo/shapes.ts';
import { onEnter } from '#web/ui/composing.ts';
import { CoordinateInput } from '#web/ui/coordinate-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { CoordinateList } from './coordinate-list.tsx';
import { CoordinateStyleSwitch, useCoordinateStyle } from './coordinate-style.tsx';
import { firstRadiusM, firstWidthM, type Tool } from './drawing.ts';
import { Measures } from './measures.tsx';

interface Props {
  shape: Shape | null;
  /** The shape as GeoJSON, for its figures. */
  geometry: Geometry | null;
  /** Shapes that may be begun by typing. */
  tools: readonly Tool[];
  disabled: boolean;
  onChange: (shape: Shape | null) => void;
}

const metres = { min: 1, max: 2_000_000 };
const degrees = { min: 0, max: 360 };

/** The exact figures of a shape: its corners in the notation of one's choice, radius, bearings, width; all without the map. */
export function ShapeParameters({ shape, geometry, tools, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const [style, setStyle] = useCoordinateStyle();
  const place = (key: string, value: Position, set: (value: Position) => Shape) => (
    <CoordinateInput
      label={t(`map.draw.${key}`)}
      value={value}
      style={style}
      disabled={disabled}
      onChange={(next) => onChange(set(next))}
    />
  );
  const parameter = (key: string, value: number, limits: typeof metres, set: (value: number) => Shape) => (
    <Parameter
      label={t(`map.draw.${key}`)}
      value={value}
      limits={limits}
      disabled={disabled}
      onChange={(next) => onChange(set(next))}
    />
  );
  return (
    <div className="cw-figures-panel">
      <CoordinateStyleSwitch value={style} onChange={setStyle} />
      {shape?.kind === 'point' && place('position', shape.position, (position) => ({ ...shape, position }))}
      {(shape?.kind === 'circle' || shape?.kind === 'pointRadius') && (
        <>
          {place('centre', shape.centre, (centre) => ({ ...shape, centre }))}
          {parameter('radiusM', shape.radiusM, metres, (radiusM) => ({ ...shape, radiusM }))}
        </>
      )}
      {shape?.kind === 'sector' && (
        <>
          {place('centre', shape.centre, (centre) => ({ ...shape, centre }))}
          {parameter('radiusM', shape.outerRadiusM, metres, (outerRadiusM) => ({ ...shape, outerRadiusM }))}
          {parameter('fromDeg', shape.fromDeg, degrees, (fromDeg) => ({ ...shape, fromDeg }))}
          {parameter('toDeg', shape.toDeg, degrees, (toDeg) => ({ ...shape, toDeg }))}
        </>
      )}
      {shape?.kind === 'corridor' &&
        parameter('widthM', shape.widthM, metres, (widthM) => ({ ...shape, widthM }))}
      {shape && 'points' in shape && (
        <Corners
          points={shape.points}
          least={shape.kind === 'polygon' ? 3 : 2}
          style={style}
          disabled={disabled}
          onChange={(points) => onChange({ ...shape, points })}
        />
      )}
      {shape?.kind === 'free' && <p className="cw-draw-note">{t('map.draw.free')}</p>}
      {shape && geometry && <Measures shape={shape} geometry={geometry} />}
      {!shape && !disabled && <Begin tools={tools} style={style} onChange={onChange} />}
    </div>
  );
}

function Parameter({
  label,
  value,
  limits,
  disabled,
  onChange,
}: {
  label: string;
  value: number;
  limits: { min: number; max: number };
  disabled: boolean;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="cw-figure">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        size="small"
        className="cw-figures"
        value={value}
        disabled={disabled}
        min={limits.min}
        max={limits.max}
        // A figure half typed is no step: it counts once the field is left or Enter is pressed.
        changeOnWheel={false}
        onBlur={(event) => take(event.target.value)}
        onPressEnter={onEnter((event) => {
          event.preventDefault();
          take(event.currentTarget.value);
        })}
        onStep={(next) => onChange(Number(next))}
      />
    </div>
  );

  function take(text: string): void {
    const next = Number(text.replaceAll(',', ''));
    if (text.trim() === '' || !Number.isFinite(next) || next === value) return;
    onChange(Math.min(limits.max, Math.max(limits.min, next)));
  }
}

function Corners({
  points,
  least,
  style,
  disabled,
  onChange,
}: {
  points: Position[];
  least: number;
  style: CoordinateStyle;
  disabled: boolean;
  onChange: (points: Position[]) => void;
}) {
  const { t } = useTranslation();
  const [listed, setListed] = useState(false);
  if (listed) {
    return (
      <CoordinateList
        points={points}
        least={least}
        style={style}
        onUse={(next) => {
          setListed(false);
          onChange(next);
        }}
        onCancel={() => setListed(false)}
      />
    );
  }
  return (
    <>
      <ol className="cw-corners">
        {points.map((point, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the row
          <li key={i}>
            <CoordinateInput
              label={t('map.draw.corner', { number: i + 1 })}
              value={point}
              style={style}
              disabled={disabled}
              onChange={(next) => onChange(points.with(i, next))}
            />
            {!disabled && points.length > least && (
              <Button
                size="small"
                type="text"
                aria-label={t('map.draw.removeCorner', { number: i + 1 })}
                onClick={() => onChange(points.toSpliced(i, 1))}
              >
                ✕
              </Button>
            )}
          </li>
        ))}
        {!disabled && (
          <li>
            <CoordinateInput
              label={t('map.draw.addCorner')}
              value={null}
              style={style}
              onChange={(point) => onChange([...points, point])}
            />
          </li>
        )}
      </ol>
      {!disabled && (
        <Button size="small" style={{ alignSelf: 'flex-start' }} onClick={() => setListed(true)}>
          {t('map.draw.list.open')}
        </Button>
      )}
    </>
  );
}

/** Begins a shape without drawing: its kind, then its centre or the list of its corners. */
function Begin({
  tools,
  style,
  onChange,
}: {
  tools: readonly Tool[];
  style: CoordinateStyle;
  onChange: (shape: Shape) => void;
}) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Tool | null>(tools[0] ?? null);
  const kind = wanted && tools.includes(wanted) ? wanted : (tools[0] ?? null);
  if (!kind) return null;
  return (
    <fieldset className="cw-figures-panel cw-plain" aria-label={t('map.draw.begin')}>
      <div className="cw-figure">
        <span>{t('map.draw.begin')}</span>
        {tools.length > 1 && (
          <Segmented<Tool>
            size="small"
            aria-label={t('map.draw.begin')}
            value={kind}
            onChange={setWanted}
            options={tools.map((one) => ({ value: one, label: t(`map.draw.${one}`) }))}
          />
        )}
      </div>
      {kind === 'polygon' || kind === 'corridor' || kind === 'line' ? (
        <CoordinateList
          points={[]}
          least={kind === 'polygon' ? 3 : 2}
          style={style}
          onUse={(points) =>
            onChange(kind === 'corridor' ? { kind, points, widthM: firstWidthM } : { kind, points })
          }
        />
      ) : (
        <CoordinateInput
          label={t(kind === 'point' ? 'map.draw.position' : 'map.draw.centre')}
          value={null}
          style={style}
          onChange={(centre) => onChange(around(kind, centre))}
        />
      )}
    </fieldset>
  );
}

function around(kind: 'point' | 'circle' | 'pointRadius' | 'sector', centre: Position): Shape {
  if (kind === 'point') return { kind, position: centre };
  if (kind === 'sector') {
    return { kind, centre, innerRadiusM: 0, outerRadiusM: 5000, fromDeg: 0, toDeg: 90 };
  }
  return { kind, centre, radiusM: firstRadiusM };
}
