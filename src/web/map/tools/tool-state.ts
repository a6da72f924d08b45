import { useState } from 'react';
import { parsePosition } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { isObject, numberOf, textOf } from '#domain/text/narrow.ts';
import { send } from '#web/client/http.ts';
import type { TargetStore } from '#web/map/target-store.ts';

/** What a tool is set to: a target, which moves, or a place. */
export type ToolEnd =
  | { kind: 'target'; id: string; name: string }
  | { kind: 'place'; at: Position; name: string; recordedVariation: number | null };

/** The ends that a click on the map can set. */
export type ToolEndName = 'rings' | 'from' | 'to';

export interface ToolState {
  ends: Record<ToolEndName, ToolEnd | null>;
  /** Between two rings, nautical miles. */
  spacingNm: number;
  /** The next click on the map sets this. */
  picking: ToolEndName | null;
}

export const ringSpacings = [0.5, 1, 2, 5, 10, 25];
export const ringCount = 5;
const atFirst: ToolState = { ends: { rings: null, from: null, to: null }, spacingNm: 5, picking: null };

export function useTools() {
  const [state, setState] = useState<ToolState>(atFirst);
  const change = (part: Partial<ToolState>) => setState((current) => ({ ...current, ...part }));
  const setEnd = (name: ToolEndName, end: ToolEnd | null) =>
    setState((current) => ({ ...current, picking: null, ends: { ...current.ends, [name]: end } }));
  return { state, change, setEnd };
}

export type Tools = ReturnType<typeof useTools>;

/** Where an end is now; null: its target has gone. */
export function placeOf(end: ToolEnd | null, store: TargetStore): Position | null {
  if (!end) return null;
  return end.kind === 'place' ? end.at : (store.get(end.id)?.target ?? null);
}

/** What somebody typed: the callsign of a target in view, a position, an aerodrome's or navigation point's code. */
export async function endFrom(text: string, store: TargetStore): Promise<ToolEnd | null> {
  const wanted = text.trim().toUpperCase();
  if (wanted === '') return null;
  const view = store.list.find((one) => targetName(one.target).toUpperCase() === wanted);
  if (view) return { kind: 'target', id: view.target.id, name: targetName(view.target) };
  const at = parsePosition(text);
  if (at) return { kind: 'place', at, name: text.trim(), recordedVariation: null };
  return (
    (await recordEnd(`/api/records/airport?icao=${encodeURIComponent(wanted)}`)) ??
    (await recordEnd(`/api/records/navigationPoint?code=${encodeURIComponent(wanted)}`))
  );
}

/** A record with a position, by the path of its list or its own; with its magnetic variation where it has one. */
export async function recordEnd(path: string): Promise<ToolEnd | null> {
  const { status, body } = await send(path);
  const record: unknown = Array.isArray(body) ? body[0] : body;
  if (status !== 200 || !isObject(record) || !isObject(record.position)) return null;
  const [longitude, latitude] = Array.isArray(record.position.coordinates) ? record.position.coordinates : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  const name = textOf(record.icao) ?? textOf(record.code) ?? textOf(record.name) ?? '';
  return {
    kind: 'place',
    at: { latitude, longitude },
    name,
    recordedVariation: numberOf(record.magneticVariation),
  };
}
