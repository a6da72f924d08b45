import type { Field, Fields } from '#domain/surveillance/bits/field.ts';
import { flagIn, type Layout, layoutOf, numberIn } from '#domain/surveillance/bits/layout.ts';
import { registers } from './frames.ts';

/**
 * A Comm-B reply does not say which register it is. It is taken for one only where every value that is said not to be
 * there is zero, every other is one that an aircraft flies, and no second register reads as well.
 */
export type Register = keyof typeof registers;

const layouts = new Map<Register, Layout>([
  ['4,0', layoutOf(registers['4,0'])],
  ['5,0', layoutOf(registers['5,0'])],
  ['6,0', layoutOf(registers['6,0'])],
]);

/** Bounds of each value; their names are unique among the registers. */
const bounds: Readonly<Record<string, readonly [least: number, most: number]>> = {
  mcpAltitudeFt: [0, 50_000],
  fmsAltitudeFt: [0, 50_000],
  pressureHpa: [850, 1_100],
  rollDeg: [-50, 50],
  trackDeg: [-180, 180],
  groundSpeedKt: [0, 600],
  trackRateDegS: [-16, 16],
  trueAirspeedKt: [0, 600],
  headingDeg: [-180, 180],
  // An aircraft that flies has a speed: 0 behind a set flag is another register.
  indicatedAirspeedKt: [1, 500],
  mach: [0.01, 1],
  barometricRateFtMin: [-6_000, 6_000],
  inertialRateFtMin: [-6_000, 6_000],
};
const mostWindKt = 200;

function isPlausible(register: Register, row: Fields): boolean {
  const fields: readonly Field[] = registers[register];
  let there = 0;
  for (const [i, field] of fields.entries()) {
    if (field.kind !== 'unsigned' && field.kind !== 'signed') continue;
    const value = numberIn(row, field.name);
    // A value without a flag before it is reserved.
    const before = fields[i - 1];
    const isThere = before?.kind === 'flag' && flagIn(row, before.name);
    if (!isThere) {
      if (value !== (field.base ?? 0)) return false;
      continue;
    }
    there++;
    const [least, most] = bounds[field.name] ?? [0, Number.POSITIVE_INFINITY];
    if (value < least || value > most) return false;
  }
  // An autopilot may have one altitude selected and say nothing else.
  if (register === '4,0') return there >= 1;
  if (register === '6,0') return there >= 2;
  const speeds = Math.abs(numberIn(row, 'groundSpeedKt') - numberIn(row, 'trueAirspeedKt'));
  const both = flagIn(row, 'groundSpeedThere') && flagIn(row, 'trueAirspeedThere');
  return there >= 3 && (!both || speeds <= mostWindKt);
}

/** The register that seven octets are, and what it says; null: none, or more than one. */
export function readCommB(message: Uint8Array): { register: Register; row: Fields } | null {
  if (message.length !== 7) return null;
  const found = [...layouts].flatMap(([register, layout]) => {
    const row = layout.read(message);
    return isPlausible(register, row) ? [{ register, row }] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

export const writeCommB = (register: Register, row: Fields): Uint8Array | null =>
  layouts.get(register)?.write(row) ?? null;
