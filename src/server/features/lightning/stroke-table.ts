import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/** Strokes of lightning of the last day, each once for each source; and when each source was last heard. */
export async function makeStrokeTable(sql: Sql): Promise<void> {
  await raw`
    create table if not exists lightning_stroke (
      id bigint generated always as identity primary key,
      source_id bigint not null,
      at timestamptz not null,
      received_at timestamptz not null,
      longitude double precision not null,
      latitude double precision not null,
      kind smallint not null,
      peak_ka real not null,
      unique (source_id, at, longitude, latitude)
    )`.execute(sql);
  // A quiet sky sends no strokes: that a source is alive is known by what it delivers, empty or not.
  await raw`
    create table if not exists lightning_heard (
      source_id bigint primary key,
      at timestamptz not null
    )`.execute(sql);
  await raw`create index if not exists lightning_stroke_received on lightning_stroke (received_at)`.execute(
    sql,
  );
}
