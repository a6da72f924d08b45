import { altitudeReferences, altitudeUnits, isAltitude } from '#domain/geo/altitude.ts';
import { numberIn } from './cell-number.ts';
import type { Reading } from './cell-reading.ts';

/** `500 m AMSL`, `FL100`: every digit kept. */
export function writeAltitude(value: unknown): string {
  if (!isAltitude(value)) return JSON.stringify(value);
  if (value.unit === 'FL') {
    const [whole = '', fraction] = String(value.value).split('.');
    return `FL${whole.padStart(3, '0')}${fraction === undefined ? '' : `.${fraction}`}`;
  }
  return `${value.value} ${value.unit} ${value.reference}`;
}

/** The same read back, and `GND`; an altitude that lacks its unit or reference is none. */
export function readAltitude(text: string): Reading {
  const wide = text.normalize('NFKC').trim();
  const upper = wide.toUpperCase();
  if (upper === 'GND' || upper === 'SFC' || wide === '地面') {
    return { value: { value: 0, unit: 'm', reference: 'AGL' } };
  }
  const level = /^FL\s*(-?\d+(?:\.\d+)?)(?:\s+STD)?$/.exec(upper);
  if (level?.[1]) return { value: { value: Number(level[1]), unit: 'FL', reference: 'STD' } };
  const match = /^([-+\d.,\s]+?)\s*(M|FT|米|英尺)\s*([A-Z0-9]+)$/.exec(upper);
  const number = match?.[1] === undefined ? undefined : numberIn(match[1]);
  const spelled = match?.[2] === '米' ? 'm' : match?.[2] === '英尺' ? 'ft' : match?.[2]?.toLowerCase();
  const unit = altitudeUnits.find((one) => one === spelled);
  const reference = altitudeReferences.find((one) => one === match?.[3]);
  if (number !== undefined && unit && reference) return { value: { value: number, unit, reference } };
  return { error: { key: 'transfer.cell.altitude' } };
}
