import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePositions } from '#domain/geo/coordinate-list.ts';
import { type CoordinateStyle, formatPosition } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import './draw.css';

/** All corners as text, one a line: copied from here, or pasted in any notation; a mistake is said at its line. */
export function CoordinateList({
  points,
  least,
  style,
  onUse,
  onCancel,
}: {
  points: readonly Position[];
  /** So many positions are needed. */
  least: number;
  style: CoordinateStyle;
  onUse: (points: Position[]) => void;
  onCancel?: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(() => points.map((point) => formatPosition(point, style)).join('\n'));
  const { positions, errors } = parsePositions(text);
  const few = positions.length < least;
  return (
    <div className="cw-figures-panel">
      <label htmlFor={id}>{t('map.draw.list.label', { least })}</label>
      <Input.TextArea
        id={id}
        className="cw-figures"
        autoSize={{ minRows: 4, maxRows: 14 }}
        value={text}
        spellCheck={false}
        status={errors.length > 0 ? 'error' : ''}
        aria-invalid={errors.length > 0}
        placeholder={'39°54′30″N 116°23′30″E\n39°54.5′N 116°30.0′E\n39.85, 116.45'}
        onChange={(event) => setText(event.target.value)}
      />
      {errors.length > 0 && (
        <ul role="alert" className="cw-draw-fault cw-faults">
          {errors.map(({ line, text: wrong }) => (
            <li key={line}>{t('map.draw.list.fault', { line, text: wrong.slice(0, 40) })}</li>
          ))}
        </ul>
      )}
      <div className="cw-bar">
        <Button
          size="small"
          type="primary"
          disabled={errors.length > 0 || few}
          onClick={() => onUse(positions)}
        >
          {t('map.draw.list.use', { count: positions.length })}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t('map.draw.list.cancel')}
          </Button>
        )}
        {few && text.trim() !== '' && errors.length === 0 && (
          <span className="cw-draw-note">{t('map.draw.list.few', { least })}</span>
        )}
      </div>
    </div>
  );
}
