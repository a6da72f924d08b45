import geomagnetism from 'geomagnetism';
import type { Position } from './geodesy.ts';

/** Below this horizontal field, nT, a compass points nowhere that could be foretold: the blackout zones of the model. */
const leastHorizontalNt = 2_000;

const dayMs = 86_400_000;
const firstDay = Date.parse('2014-12-16T00:00:00Z') / dayMs;
const lastDay = Date.parse('2029-11-12T00:00:00Z') / dayMs;

/** The field of the last day that was asked for: nearly always today's. */
let kept: { day: number; field: ReturnType<typeof geomagnetism.model> } | null = null;

function fieldOn(at: number) {
  const day = Math.min(Math.max(Math.floor(at / dayMs), firstDay), lastDay);
  if (kept?.day !== day) kept = { day, field: geomagnetism.model(new Date(day * dayMs)) };
  return kept.field;
}

/**
 * Magnetic variation at sea level, degrees, east positive, rounded to tenths, by the World Magnetic Model 2025 (NOAA and
 * British Geological Survey; within half a degree away from the poles). The model ends in November 2029; later its last
 * day holds, which is wrong by a tenth of a degree a year here. Null around the magnetic poles.
 */
export function modelVariation({ latitude, longitude }: Position, at: number): number | null {
  const { decl, h } = fieldOn(at).point([latitude, longitude]);
  return h < leastHorizontalNt ? null : Math.round(decl * 10) / 10;
}

/** Magnetic variation of a place as it is recorded, else by the model; null: neither is known. Degrees, east positive. */
export function variationAt(recorded: unknown, position: Position | null, at: number): number | null {
  if (typeof recorded === 'number') return recorded;
  return position && modelVariation(position, at);
}

/** `7.6° W`; 0: `0.0°`. */
export function variationText(degrees: number): string {
  const size = `${Math.abs(degrees).toFixed(1)}°`;
  return degrees === 0 ? size : `${size} ${degrees > 0 ? 'E' : 'W'}`;
}
