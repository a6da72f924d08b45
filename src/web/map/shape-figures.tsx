import { Button, Input, InputNumber, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CoordinateStyle, formatPosition, parsePosition } from '../../domain/geo/coordinates.ts';
import { lengthM, type Position } from '../../domain/geo/geodesy.ts';
import type { Shape } from '../../domain/geo/shapes.ts';
import { firstRadiusM, firstWidthM, type Tool } from './drawing.ts';

const styles: CoordinateStyle[] = ['decimal', 'dm', 'dms'];

/** The exact figures of a shape: its corners in the notation of one's choice, radius, bearings, width. */
export function ShapeFigures({
  shape,
  tools,
  disabled,
  onChange,
}: {
  shape: Shape | null;
  /** Shapes that may be begun by typing a position. */
  tools: readonly Tool[];
  disabled: boolean;
  onChange: (shape: Shape | null) => void;
}) {
  const { t } = useTranslation();
  const [style, setStyle] = useState<CoordinateStyle>('dm');
  const number = (
    key: string,
    value: number,
    set: (value: number) => Shape,
    limits: { min: number; max: number },
  ) => (
    <div className="cw-figure">
      <span>{t(`map.draw.${key}`)}</span>
      <InputNumber
        aria-label={t(`map.draw.${key}`)}
        size="small"
        value={value}
        disabled={disabled}
        min={limits.min}
        max={limits.max}
        onChange={(next) => {
          if (typeof next === 'number') onChange(set(next));
        }}
      />
    </div>
  );
  const place = (key: string, value: Position, set: (value: Position) => Shape) => (
    <PositionField
      key={key}
      label={t(`map.draw.${key}`)}
      value={value}
      style={style}
      disabled={disabled}
      onChange={(next) => onChange(set(next))}
    />
  );
  const metres = { min: 1, max: 2_000_000 };
  const degrees = { min: 0, max: 360 };

  return (
    <div className="cw-figures-panel">
      <Segmented<CoordinateStyle>
        size="small"
        value={style}
        onChange={setStyle}
        options={styles.map((one) => ({ value: one, label: t(`map.draw.style.${one}`) }))}
      />
      {shape?.kind === 'point' && place('position', shape.position, (position) => ({ ...shape, position }))}
      {(shape?.kind === 'circle' || shape?.kind === 'pointRadius') && (
        <>
          {place('centre', shape.centre, (centre) => ({ ...shape, centre }))}
          {number('radiusM', shape.radiusM, (radiusM) => ({ ...shape, radiusM }), metres)}
        </>
      )}
      {shape?.kind === 'sector' && (
        <>
          {place('centre', shape.centre, (centre) => ({ ...shape, centre }))}
          {number('radiusM', shape.outerRadiusM, (outerRadiusM) => ({ ...shape, outerRadiusM }), metres)}
          {number('fromDeg', shape.fromDeg, (fromDeg) => ({ ...shape, fromDeg }), degrees)}
          {number('toDeg', shape.toDeg, (toDeg) => ({ ...shape, toDeg }), degrees)}
        </>
      )}
      {shape?.kind === 'corridor' &&
        number('widthM', shape.widthM, (widthM) => ({ ...shape, widthM }), metres)}
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
      {shape && 'points' in shape && shape.kind !== 'polygon' && (
        <p className="cw-draw-note cw-figures">
          {t('map.draw.length', { length: (lengthM(shape.points) / 1000).toFixed(2) })}
        </p>
      )}
      {!shape && !disabled && <Begin tools={tools} onChange={onChange} />}
    </div>
  );
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
  return (
    <ol className="cw-corners">
      {points.map((point, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the row
        <li key={i}>
          <PositionField
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
      {!disabled && <AddCorner onAdd={(point) => onChange([...points, point])} />}
    </ol>
  );
}

function AddCorner({ onAdd }: { onAdd: (point: Position) => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <PositionField
        label={t('map.draw.addCorner')}
        value={null}
        style="dm"
        disabled={false}
        onChange={onAdd}
      />
    </li>
  );
}

/** Begins a shape without drawing: a first position, then the figures. */
function Begin({ tools, onChange }: { tools: readonly Tool[]; onChange: (shape: Shape) => void }) {
  const { t } = useTranslation();
  const [points, setPoints] = useState<Position[]>([]);
  const round = tools.includes('circle');
  const path = tools.includes('polygon') ? 3 : tools.includes('line') ? 2 : 1;
  const last = points.at(-1);
  return (
    <div className="cw-figures-panel">
      <PositionField
        label={t('map.draw.typePosition', { number: points.length + 1 })}
        value={null}
        style="dm"
        disabled={false}
        onChange={(point) => {
          const next = [...points, point];
          if (path === 1) onChange({ kind: 'point', position: point });
          else if (next.length >= path) onChange({ kind: path === 3 ? 'polygon' : 'line', points: next });
          else setPoints(next);
        }}
      />
      {round && last && points.length === 1 && (
        <Button
          size="small"
          onClick={() => onChange({ kind: 'circle', centre: last, radiusM: firstRadiusM })}
        >
          {t('map.draw.beginCircle')}
        </Button>
      )}
      {tools.includes('corridor') && points.length === 2 && (
        <Button size="small" onClick={() => onChange({ kind: 'corridor', points, widthM: firstWidthM })}>
          {t('map.draw.beginCorridor')}
        </Button>
      )}
    </div>
  );
}

/** A position in any notation; what cannot be read stays, marked, and changes nothing. */
function PositionField({
  label,
  value,
  style,
  disabled,
  onChange,
}: {
  label: string;
  value: Position | null;
  style: CoordinateStyle;
  disabled: boolean;
  onChange: (value: Position) => void;
}) {
  const { t } = useTranslation();
  const shown = value ? formatPosition(value, style) : '';
  const [text, setText] = useState(shown);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setText(shown);
    setWrong(false);
  }, [shown]);
  const finish = () => {
    if (text === shown) return;
    const found = parsePosition(text);
    setWrong(!found && text.trim() !== '');
    if (!found) return;
    if (!value) setText('');
    onChange(found);
  };
  return (
    <div className="cw-figure">
      <span>{label}</span>
      <Input
        aria-label={label}
        size="small"
        className="cw-position cw-figures"
        value={text}
        disabled={disabled}
        status={wrong ? 'error' : ''}
        placeholder={t('map.draw.example')}
        aria-invalid={wrong}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
        onPressEnter={(event) => {
          // Enter takes the figure; it must not submit the form around.
          event.preventDefault();
          finish();
        }}
      />
      {wrong && (
        <span role="alert" className="cw-draw-fault">
          {t('map.draw.wrongPosition')}
        </span>
      )}
    </div>
  );
}
