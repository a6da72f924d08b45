import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import type { TrackMemory, TrackPoint } from './track-memory.ts';

/** Before an alert is raised, and after it is cleared. */
export const aroundMs = 60_000;
/** Positions of one track that an encounter keeps, the newest. */
const mostPoints = 1_200;

/** Positions in one statement: all that an outage left would exceed the statement timeout. */
const mostAtOnce = 20_000;

type Position = [id: number, track: string, point: TrackPoint];

/** Tracks whose encounter goes on, or is over for less than a minute: each second is stored as it comes. */
export async function makeEncounterTrackTable(sql: Sql): Promise<void> {
  await raw`
    create table if not exists encounter_track (
      encounter_id bigint not null,
      track text not null,
      at bigint not null,
      longitude double precision not null,
      latitude double precision not null,
      pressure_altitude_m double precision,
      primary key (encounter_id, track, at)
    )`.execute(sql);
}

/** An encounter with the tracks that are followed for it. */
export interface Followed {
  id: number;
  targets: readonly string[];
}

/** An encounter that was cleared and whose minute afterwards is not over yet. */
export interface Ending extends Followed {
  /** UTC ms. */
  clearedAt: number;
}

export function createEncounterTracks({ sql, memory }: { sql: Sql; memory: Pick<TrackMemory, 'since'> }) {
  /** When the newest stored position of each track of each encounter was, UTC ms. */
  const storedUntil = new Map<string, number>();

  /** Writes these positions; what could not be written is due again. */
  async function write(rows: readonly Position[]): Promise<void> {
    await raw`
      insert into encounter_track (encounter_id, track, at, longitude, latitude, pressure_altitude_m)
      select * from unnest(${rows.map(([id]) => id)}::bigint[], ${rows.map(([, track]) => track)}::text[],
        ${rows.map(([, , [at]]) => Math.round(at))}::bigint[], ${rows.map(([, , point]) => point[1])}::float8[],
        ${rows.map(([, , point]) => point[2])}::float8[], ${rows.map(([, , point]) => point[3])}::float8[])
      on conflict do nothing`.execute(sql);
    for (const [id, track, [at]] of rows) storedUntil.set(`${id} ${track}`, at);
  }

  return {
    /** Stores what is new of these tracks; a server that is killed after it loses none of it. */
    async follow(encounters: Iterable<Followed>, nowMs: number): Promise<void> {
      const rows: Position[] = [];
      const keys = new Set<string>();
      for (const { id, targets } of encounters) {
        for (const track of targets) {
          const key = `${id} ${track}`;
          keys.add(key);
          const points = memory.since(track, (storedUntil.get(key) ?? nowMs - aroundMs) + 1);
          for (const point of points) rows.push([id, track, point]);
        }
      }
      for (const key of storedUntil.keys()) if (!keys.has(key)) storedUntil.delete(key);
      for (let from = 0; from < rows.length; from += mostAtOnce)
        await write(rows.slice(from, from + mostAtOnce));
    },
    /** All that is stored of these encounters, by id and track. */
    async of(ids: readonly number[], over: Sql): Promise<Map<number, Record<string, TrackPoint[]>>> {
      const { rows } = await raw<{
        id: number;
        track: string;
        at: string;
        longitude: number;
        latitude: number;
        pressureAltitudeM: number | null;
      }>`
        select encounter_id as id, track, at, longitude, latitude, pressure_altitude_m as "pressureAltitudeM"
        from encounter_track where encounter_id = any(${[...ids]}::bigint[]) order by encounter_id, track, at`.execute(
        over,
      );
      const found = new Map<number, Record<string, TrackPoint[]>>();
      for (const { id, track, at, longitude, latitude, pressureAltitudeM } of rows) {
        const tracks = found.get(id) ?? {};
        found.set(id, tracks);
        const points = tracks[track] ?? [];
        points.push([Number(at), longitude, latitude, pressureAltitudeM]);
        tracks[track] = points.slice(-mostPoints);
      }
      return found;
    },
    async forget(ids: readonly number[], over: Sql): Promise<void> {
      await raw`delete from encounter_track where encounter_id = any(${[...ids]}::bigint[])`.execute(over);
    },
  };
}

export type EncounterTracks = ReturnType<typeof createEncounterTracks>;
