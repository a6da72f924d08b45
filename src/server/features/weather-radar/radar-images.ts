import { sql as raw } from 'kysely';
import type { ImageProjection } from '#contract/weather-radar.ts';
import type { Bounds } from '#domain/geo/geojson.ts';
import { readPngHead } from '#domain/surveillance/rain/png-head.ts';
import type { Text } from '#domain/text/errors.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';

/** What became of an image. `late`: a newer one was there; `duplicate`: one of the same moment was. */
export type ImageTaken =
  | { state: 'stored' | 'duplicate' | 'late'; reason: null }
  | { state: 'unreadable'; reason: Text };

/** The newest image of a source that is switched on. */
export interface CurrentImage {
  sourceId: number;
  name: string;
  nameEn: string | null;
  /** When it was seen, UTC ms. */
  at: number;
  bounds: Bounds;
  projection: ImageProjection;
}

export interface RadarImages {
  /** Takes an image of a source (`informationSource`). `at`: when it was seen, UTC ms; null: as it says, or now. */
  take(source: StoredRecord, bytes: Uint8Array, at: number | null): Promise<ImageTaken>;
  current(): Promise<CurrentImage[]>;
  /** The octets of the newest; null: there is none, or its source is switched off. */
  bytesOf(sourceId: number): Promise<Uint8Array | null>;
  /** Told when an image was stored by this server. */
  onStored(listener: () => void): void;
}

const dayMs = 86_400_000;

/** Images of weather radars with their bounds: judged, kept, the newest of each source given. */
export function createRadarImages({ sql, clock }: { sql: Sql; clock: () => Date }): RadarImages {
  const listeners: (() => void)[] = [];

  return {
    async take(source, bytes, seenAt) {
      const receivedAt = clock().getTime();
      const read = readPngHead(bytes);
      // No radar saw what is yet to come: its clock is ahead.
      const at = Math.min(receivedAt, seenAt ?? (read.ok ? read.head.changedAt : null) ?? receivedAt);
      const place = placeOf(source);
      const reason: Text | null = !read.ok
        ? read.reason
        : place
          ? null
          : { key: 'information.image.noBounds' };
      const taken = await sql.transaction().execute(async (transaction): Promise<ImageTaken> => {
        await lockNames(transaction, [`radar image ${source.id}`]);
        const newest = await newestAt(transaction, source.id);
        const state = reason
          ? 'unreadable'
          : newest === at
            ? 'duplicate'
            : newest !== null && newest > at
              ? 'late'
              : 'stored';
        await forget(transaction, source.id, { before: receivedAt - dayMs, octets: state === 'stored' });
        const [west, south, east, north] = place?.bounds ?? [0, 0, 0, 0];
        await raw`
          insert into radar_image (source_id, at, received_at, state, reason, west, south, east, north, projection, data)
          values (${source.id}, ${iso(at)}::timestamptz, ${iso(receivedAt)}::timestamptz, ${state},
            ${reason ? JSON.stringify(storedText(reason)) : null}::json, ${west}, ${south}, ${east}, ${north},
            ${place?.projection ?? 'geographic'}, ${state === 'stored' ? Buffer.from(bytes) : null})`.execute(
          transaction,
        );
        return reason
          ? { state: 'unreadable', reason }
          : { state: state === 'unreadable' ? 'stored' : state, reason: null };
      });
      if (taken.state === 'stored') for (const listener of listeners) listener();
      return taken;
    },
    async current() {
      const { rows } = await raw<{
        sourceId: number;
        name: string;
        nameEn: string | null;
        at: string;
        west: number;
        south: number;
        east: number;
        north: number;
        projection: ImageProjection;
      }>`
        select i.source_id as "sourceId", s.name, s.name_en as "nameEn", i.at, i.west, i.south, i.east, i.north, i.projection
        from radar_image i join information_source s on s.id = i.source_id
        where i.data is not null and s.enabled and s.deleted_at is null and s.content = 'radarImage'
        order by s.name, i.source_id limit 200`.execute(sql);
      return rows.map(({ sourceId, name, nameEn, at, west, south, east, north, projection }) => ({
        sourceId: Number(sourceId),
        name,
        nameEn,
        at: new Date(at).getTime(),
        bounds: [west, south, east, north],
        projection,
      }));
    },
    async bytesOf(sourceId) {
      const { rows } = await raw<{ data: Uint8Array }>`
        select i.data from radar_image i join information_source s on s.id = i.source_id
        where i.source_id = ${sourceId} and i.data is not null and s.enabled and s.deleted_at is null
        order by i.at desc limit 1`.execute(sql);
      return rows[0]?.data ?? null;
    },
    onStored(listener) {
      listeners.push(listener);
    },
  };
}

const iso = (at: number): string => new Date(at).toISOString();

async function newestAt(sql: Sql, sourceId: number): Promise<number | null> {
  const { rows } = await raw<{ at: string | null }>`
    select max(at) as at from radar_image where source_id = ${sourceId} and state = 'stored'`.execute(sql);
  const at = rows[0]?.at;
  return at ? new Date(at).getTime() : null;
}

/** Rows of before a moment, but the one that is shown; and the octets of that one, where another takes its place. */
async function forget(sql: Sql, sourceId: number, { before, octets }: { before: number; octets: boolean }) {
  if (octets)
    await raw`update radar_image set data = null where source_id = ${sourceId} and data is not null`.execute(
      sql,
    );
  await raw`
    delete from radar_image
    where source_id = ${sourceId} and received_at < ${iso(before)}::timestamptz and data is null`.execute(
    sql,
  );
}

/** Where the images of a source lie; null: its record does not say. */
function placeOf(source: StoredRecord): { bounds: Bounds; projection: ImageProjection } | null {
  const [west, south, east, north] = ['west', 'south', 'east', 'north'].map((name) => numberOf(source[name]));
  if (west == null || south == null || east == null || north == null) return null;
  return {
    bounds: [west, south, east, north],
    projection: source.projection === 'mercator' ? 'mercator' : 'geographic',
  };
}
