import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/**
 * Images of weather radars as they came, a row each for a day, so that a source's figures can be told; the octets are those of
 * the newest of each source alone.
 */
export async function makeRadarImageTable(sql: Sql): Promise<void> {
  await raw`
    create table if not exists radar_image (
      id bigint generated always as identity primary key,
      source_id bigint not null,
      at timestamptz not null,
      received_at timestamptz not null,
      state text not null,
      reason json,
      west double precision not null,
      south double precision not null,
      east double precision not null,
      north double precision not null,
      projection text not null,
      data bytea
    )`.execute(sql);
  await raw`create index if not exists radar_image_source on radar_image (source_id, at)`.execute(sql);
}
