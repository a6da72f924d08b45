import { defaultBuffers } from '#domain/conflicts/strategic.ts';
import type { Bounds, Geometry } from '#domain/geo/geojson.ts';
import { mayEver, mayReadField } from '#domain/identity/access.ts';
import type { AirportRecord } from '#domain/record/records.gen.ts';
import type { RowsQuery } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Asked, AskedDeps } from '#server/features/briefing/asked.ts';
import { meets } from '#server/features/briefing/near.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { KnownVolume, VolumeParameters } from '#server/features/conflicts/known-volume.ts';
import { volumeParametersOf } from '#server/features/plans/plan-parameters.ts';
import type { Elevation } from '#server/features/weather/route-winds.ts';
import type { Caller } from '#server/kernel/caller.ts';

export interface CollectDeps extends AskedDeps {
  conflicts: Pick<Conflicts, 'refresh' | 'overGround' | 'find'>;
  elevationAt: Elevation;
}

/** One collecting of information: what is asked, by whom, and what each kind begins with. */
export interface Collecting {
  deps: CollectDeps;
  caller: Caller;
  asked: Asked;
  /** Where something is to lie to be looked at closer; null: nowhere. */
  bounds: Bounds | null;
  /** Those around, wider than what is asked: the weather of a field counts further than the field itself. */
  aerodromes: readonly AirportRecord[];
  /** Of these, those that are used or near. */
  near: readonly AirportRecord[];
}

/** Rows of one type that are looked at, at most. */
const most = 20_000;

export const mayRead = (caller: Caller, resource: string) => mayEver(caller.ability, 'read', resource);

/** The caller's rows of a record type, without the fields that they may not see. */
export async function rowsOf(
  { deps, caller }: Pick<Collecting, 'deps' | 'caller'>,
  resource: string,
  query: Omit<RowsQuery, 'most'>,
): Promise<StoredRecord[]> {
  if (!mayRead(caller, resource)) return [];
  const items = await deps.records.untyped.rows(caller, resource, { ...query, most });
  const fields = Object.keys(deps.records.untyped.resource(resource).schema.properties);
  const hidden = fields.filter((field) => !mayReadField(caller.ability, resource, field));
  if (hidden.length === 0) return items;
  return items.map((item): StoredRecord => {
    const { id, version } = item;
    const open = Object.entries(item).filter(([field]) => !hidden.includes(field));
    return { ...Object.fromEntries(open), id, version };
  });
}

/** What of the air of others meets what is asked in place, height and time: by the index that every check asks. */
export async function airMet(
  { deps, asked }: Pick<Collecting, 'deps' | 'asked'>,
  counts: (other: KnownVolume) => boolean,
): Promise<Map<number, KnownVolume>> {
  if (asked.parts.length === 0) return new Map();
  await deps.conflicts.refresh(deps.sql, volumeParameters(asked));
  const buffers = { ...defaultBuffers, horizontalBufferM: asked.withinM };
  const parts = await deps.conflicts.overGround(asked.parts);
  const found = deps.conflicts.find(parts, buffers, counts);
  return new Map(found.map(({ other }) => [other.owner.id, other]));
}

export const volumeParameters = ({ parameters }: Asked): VolumeParameters => volumeParametersOf(parameters);

/** Whether a shape on the ground is near what is asked, whatever its height. */
export function isOnGroundNear({ parts, withinM }: Asked, geometry: Geometry): boolean {
  const ground = parts.map((part) => ({ ...part, lower: null, upper: null }));
  return meets(ground, withinM, { geometry });
}
