import { type AltitudeReference, altitudeUnits, isAltitude } from '#domain/geo/altitude.ts';
import {
  type AltitudeFault,
  type AltitudeReading,
  readAltitudeParts,
  readAltitudeText,
  writeAltitudeText,
} from '#domain/geo/altitude-text.ts';
import type { Reading } from './cell-reading.ts';

/** `500 m AMSL`, `FL100`; zero above ground keeps its unit, which `GND` has not. */
export function writeAltitude(value: unknown): string {
  if (!isAltitude(value)) return JSON.stringify(value);
  const isGround = value.value === 0 && value.reference === 'AGL' && value.unit !== 'FL';
  return isGround ? `0 ${value.unit} AGL` : writeAltitudeText(value);
}

const keys: Record<AltitudeFault, string> = {
  none: 'transfer.cell.altitude',
  unit: 'transfer.cell.altitudeUnit',
  datum: 'transfer.cell.altitudeDatum',
  point: 'transfer.cell.altitudePoint',
};

/**
 * A height as people write it. Its unit may stand in the head of the column (`m`, `ft`), its datum may follow from the field
 * (`x-datum`); where one is missing it is refused.
 */
export function readAltitude(text: string, datum?: AltitudeReference, unit?: string): Reading {
  const parts = readAltitudeParts(text);
  const known = 'error' in parts ? undefined : (parts.unit ?? altitudeUnits.find((one) => one === unit));
  const reading: AltitudeReading =
    'error' in parts || !known || !(parts.reference ?? datum)
      ? readAltitudeText(text)
      : { value: { value: parts.value, unit: known, reference: parts.reference ?? datum ?? 'AMSL' } };
  return 'value' in reading ? reading : { error: { key: keys[reading.error], values: { text } } };
}
