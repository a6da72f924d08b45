import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEncounterTracks, makeEncounterTrackTable } from '#server/features/alerts/encounter-tracks.ts';
import type { TrackPoint } from '#server/features/alerts/track-memory.ts';
import { createTestDatabase, databases, type TestDatabase } from '#tests/support/database.ts';

/** The tracks of alerts, written a second at a time. */

const noon = Date.parse('2026-06-10T04:00:00Z');
const [embedded] = databases();

let world: TestDatabase;
beforeAll(async () => {
  if (!embedded) throw new Error('no database');
  world = await createTestDatabase(embedded);
  await makeEncounterTrackTable(world.database.kysely);
});
afterAll(() => world?.drop());

test('positions that could not be written are due again, also more than one statement takes', async () => {
  const points: TrackPoint[] = Array.from({ length: 30_001 }, (_, i) => [noon - 30_001 + i, 104, 30, null]);
  const tracks = createEncounterTracks({
    sql: world.database.kysely,
    memory: { since: (_, at) => points.filter(([of]) => of >= at) },
  });
  const followed = [{ id: 1, targets: ['780abc'] }];
  await sql`alter table encounter_track rename to encounter_track_away`.execute(world.database.kysely);
  await expect(tracks.follow(followed, noon)).rejects.toThrow();
  await sql`alter table encounter_track_away rename to encounter_track`.execute(world.database.kysely);
  await tracks.follow(followed, noon);
  await tracks.follow(followed, noon);
  const { rows } = await sql`select count(*)::int as written from encounter_track`.execute(
    world.database.kysely,
  );
  expect(rows).toEqual([{ written: points.length }]);
});
