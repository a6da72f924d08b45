import { Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CoordinateStyle, formatPosition, parsePosition } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import './coordinate-input.css';
import { onEnter } from './composing.ts';

export const coordinateStyles: CoordinateStyle[] = ['dms', 'dm', 'decimal'];

const examples: Record<CoordinateStyle, string> = {
  dms: '39°54′30.0″N 116°23′30.0″E',
  dm: '39°54.500′N 116°23.500′E',
  decimal: '39.908333, 116.391667',
};

/**
 * A position (WGS-84), shown in one notation and read in any: D°M′S″, D°M.m′, decimal, packed. What cannot be read stays,
 * marked, and changes nothing. Without a value it is empty again once a position was given.
 */
export function CoordinateInput({
  label,
  value,
  style,
  disabled = false,
  onChange,
}: {
  label: string;
  value: Position | null;
  /** How the position is shown. */
  style: CoordinateStyle;
  disabled?: boolean;
  onChange: (value: Position) => void;
}) {
  const { t } = useTranslation();
  const shown = value ? formatPosition(value, style) : '';
  const [text, setText] = useState(shown);
  const [wrong, setWrong] = useState(false);
  const id = useId();
  useEffect(() => {
    setText(shown);
    setWrong(false);
  }, [shown]);
  const finish = () => {
    if (text === shown) return;
    const found = parsePosition(text);
    setWrong(!found && text.trim() !== '');
    if (!found) {
      // An emptied position is the old one again: a corner is taken away by its button.
      if (text.trim() === '') setText(shown);
      return;
    }
    if (!value) setText('');
    onChange(found);
  };
  return (
    <div className="cw-figure">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        size="small"
        className="cw-position cw-figures"
        value={text}
        disabled={disabled}
        status={wrong ? 'error' : ''}
        placeholder={examples[style]}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-fault` : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
        onPressEnter={onEnter((event) => {
          // Enter takes the figure; it must not submit the form around.
          event.preventDefault();
          finish();
        })}
      />
      {wrong && (
        <span role="alert" id={`${id}-fault`} className="cw-draw-fault">
          {t('map.draw.wrongPosition')}
        </span>
      )}
    </div>
  );
}
