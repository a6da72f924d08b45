import { EventEmitter, once } from 'node:events';
import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DayOfRecording, RecordedTrack } from '#contract/playback.ts';
import { type RecordedPosition, unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import type { SetAside } from '#server/features/quarantine/quarantine.ts';
import {
  createOpenMinutes,
  sightingOf,
  writeStorableMinutes,
} from '#server/features/recording/recorded-minutes.ts';
import { recordedTracks } from '#server/features/recording/recorded-tracks.ts';
import { createRecorder } from '#server/features/recording/recorder.ts';
import { makeRecordingTables } from '#server/features/recording/recording-tables.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** What surveillance sees is kept, and comes back as it was. */

const positionsOf = ({ minutes }: RecordedTrack): RecordedPosition[] =>
  minutes.flatMap(({ data }) => unpackPositions(Buffer.from(data, 'base64')));

describe('the product', () => {
  let sky: Sky;
  beforeAll(async () => {
    sky = await startSky();
  });
  afterAll(() => sky?.close());

  const tracksBetween = async (from: number, to: number, more: object = {}): Promise<RecordedTrack[]> => {
    const input = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...more };
    const answer = await sky.server.service('admin', 'Playback/GetTracks', input, 'GET');
    return (answer as { items: RecordedTrack[] }).items;
  };

  test('gives a flight back from its first second on, and packed once its minute is over', async () => {
    const began = sky.now();
    await sky.flyUntil(
      () => [sky.over('780c01', { latitude: 30.61 }), sky.over('780c02', { longitude: 90, latitude: 45 })],
      () => sky.map.targets.has('780c01'),
      '780c01',
    );
    const ofOne = async () => {
      const found = await tracksBetween(began - 60_000, sky.now(), { track: '780c01' });
      return found.flatMap(positionsOf);
    };
    await eventually(async () => (await ofOne()).length > 0, 'the first second');
    const today = new Date(sky.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const running = await sky.server.service('atmb', 'Playback/GetDensity', { day: today }, 'GET');
    expect(running).toMatchObject({
      items: expect.arrayContaining([{ at: expect.any(String), tracks: expect.any(Number) }]),
    });
    const [first] = await ofOne();
    // As the tracker believed it, within some tens of metres of what was reported.
    expect(first?.latitude).toBeCloseTo(30.61, 3);
    expect(first?.longitude).toBeCloseTo(104.1, 3);
    expect(first?.at).toBeGreaterThanOrEqual(began - 1_000);

    const before = await ofOne();
    sky.later(70_000);
    const { database } = sky.server.database;
    await eventually(async () => {
      const { rows } = await database.pool.query("select 1 from track_minute where track = '780c01'");
      return rows.length > 0;
    }, 'the minute to be written');
    const after = await ofOne();
    expect(after).toEqual(expect.arrayContaining(before));
    const { rows } = await database.pool.query(
      "select count(*)::int as left from track_journal where data::text like '%780c01%' and at < now()",
    );
    expect(rows[0]?.left).toBe(0);
  });

  test('gives only what was within the bounds asked for', async () => {
    const [from, to] = [sky.now() - 200_000, sky.now()];
    const near = await tracksBetween(from, to, { bounds: '104,30,105,31' });
    expect(near.map(({ track }) => track)).toEqual(['780c01']);
    const overTheDateLine = await tracksBetween(from, to, { bounds: '104.5,30,104.2,31' });
    expect(overTheDateLine.map(({ track }) => track)).toEqual(['780c01']);
    expect(await tracksBetween(from, to, { bounds: '0,0,1,1' })).toEqual([]);
  });

  test('the demo can play yesterday back at its first start, marked as the demo’s', async () => {
    // The day of the service's wall clock, UTC+8.
    const yesterday = new Date(sky.now() - 16 * 3_600_000).toISOString().slice(0, 10);
    const { items } = (await sky.server.service(
      'atmb',
      'Playback/GetDays',
      { from: yesterday, to: yesterday },
      'GET',
    )) as { items: DayOfRecording[] };
    expect(items[0]?.mostTracks).toBeGreaterThan(3);
    const noon = Date.parse(`${yesterday}T03:00:00Z`);
    const tracks = await tracksBetween(noon, noon + 60_000);
    expect(tracks.length).toBeGreaterThan(2);
    for (const { callsign } of tracks) expect(callsign).toMatch(/^DEMO\d$/);
    const heights = tracks.flatMap(positionsOf).map(({ pressureAltitudeM }) => pressureAltitudeM ?? 0);
    expect(Math.max(...heights)).toBeGreaterThan(800);
  });

  test('counts what there is of a day, minute by minute', async () => {
    const day = new Date(sky.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const days = (await sky.server.service('atmb', 'Playback/GetDays', { from: day, to: day }, 'GET')) as {
      items: DayOfRecording[];
    };
    const all = days.items.reduce((sum, { positions }) => sum + positions, 0);
    expect(all).toBeGreaterThan(0);
    const density = (await sky.server.service('atmb', 'Playback/GetDensity', { day }, 'GET')) as {
      items: { tracks: number }[];
    };
    expect(Math.max(0, ...density.items.map(({ tracks }) => tracks))).toBe(days.items[0]?.mostTracks ?? 0);
  });

  test('refuses a span without end, bounds that are none, and whoever may not play back', async () => {
    const [from, to] = ['2026-11-22T00:00:00Z', '2026-11-22T01:00:00Z'];
    const ask = (user: string | null, query: string) =>
      sky.server.call(user, 'GET', `/api/services/app/Playback/GetTracks?${query}`);
    expect(await ask('atmb', `from=${from}&to=${to}`)).toMatchObject({ status: 400 });
    expect(await ask('atmb', `from=${to}&to=${from}`)).toMatchObject({ status: 400 });
    expect(await ask('atmb', `from=${from}&to=2026-11-22T00:05:00Z&bounds=1,2,3,-4`)).toMatchObject({
      status: 400,
    });
    expect(await ask('atmb', `from=${from}&to=${to}&track=780c01`)).toMatchObject({ status: 200 });
    expect(await ask(null, `from=${from}&to=${to}`)).toMatchObject({ status: 401 });
  });
});

describe('the recorder', () => {
  let db: TestDatabase;
  let now = Date.parse('2026-11-22T23:59:30Z');
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db?.drop());

  const setAside: SetAside[] = [];
  const sky = { revision: 0, list: [] as { target: Target; revision: number }[] };
  const targets = {
    ...sky,
    entries: () => sky.list,
    get revision() {
      return sky.revision;
    },
    has: () => false,
  };
  const move = (id: string, latitude: number) => {
    const target: Target = {
      ...plainTarget,
      ...{ id, icao24: id, callsign: 'B7001', latitude, longitude: 104, pressureAltitudeM: 600 },
      ...{ geometricAltitudeM: null, groundSpeedMps: 50, trackDeg: 0, verticalRateMps: 0 },
      ...{ onGround: false, at: now, sourceId: 1, planId: null },
    };
    sky.revision += 1;
    sky.list = [...sky.list.filter((one) => one.target.id !== id), { target, revision: sky.revision }];
  };
  const start = (mostOpen = 100_000, mostAtOnce?: number) =>
    createRecorder({
      mostOpen,
      ...(mostAtOnce === undefined ? {} : { mostAtOnce }),
      database: db.database,
      targets,
      parameters: { number: async () => 30 },
      quarantine: {
        async put(_, items) {
          setAside.push(...items);
        },
      },
      log: silentLog,
      now: () => now,
    });
  const stored = async (track: string) => {
    const { rows } = await raw<{ data: Uint8Array }>`
      select data from track_minute where track = ${track} order by minute`.execute(db.database.kysely);
    return rows.flatMap(({ data }) => unpackPositions(data));
  };
  const left = async () => {
    const { rows } = await raw<{ count: number }>`select count(*)::int as count from track_journal`.execute(
      db.database.kysely,
    );
    return rows[0]?.count;
  };
  const second = async (recorder: Awaited<ReturnType<typeof start>>, id: string, latitude: number) => {
    now += 1_000;
    move(id, latitude);
    recorder.tick(now);
    await recorder.settled();
  };

  test('keeps each second of a flight over midnight, in two days', async () => {
    const recorder = await start();
    for (let k = 0; k < 60; k++) await second(recorder, '780d01', 30 + k / 1000);
    await recorder.flush(now + 60_000);
    const positions = await stored('780d01');
    expect(positions).toHaveLength(60);
    expect(positions.map(({ latitude }) => Math.round(latitude * 1000))).toEqual(
      Array.from({ length: 60 }, (_, k) => 30_000 + k),
    );
    const { rows } = await raw<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'track_minute'::regclass order by 1`.execute(db.database.kysely);
    expect(rows.map(({ name }) => name)).toEqual(['track_minute_20261122', 'track_minute_20261123']);
    expect(await left()).toBe(0);
  });

  test('what waited while the database was away is written in parts, each once', async () => {
    const recorder = await start(100_000, 20);
    const rename = (from: string, to: string) =>
      raw`alter table ${raw.table(from)} rename to ${raw.ref(to)}`.execute(db.database.kysely);
    await rename('track_journal', 'track_journal_away');
    now += 1_000;
    for (let k = 0; k < 50; k++) move(`78f0${String(k).padStart(2, '0')}`, 40 + k / 100);
    recorder.tick(now);
    await recorder.settled();
    await rename('track_journal_away', 'track_journal');
    recorder.tick(now);
    await recorder.settled();
    expect(await left()).toBe(3);
    await recorder.flush(now + 60_000);
    for (let k = 0; k < 50; k++) expect(await stored(`78f0${String(k).padStart(2, '0')}`)).toHaveLength(1);
    expect(await left()).toBe(0);
  });

  test('does not write a target again that has not moved, nor one of a replay', async () => {
    const recorder = await start();
    await second(recorder, '780d02', 31);
    recorder.tick(now);
    await recorder.settled();
    await second(recorder, 'r7:780d03', 31);
    await recorder.flush(now + 60_000);
    expect(await stored('780d02')).toHaveLength(1);
    expect(await stored('r7:780d03')).toEqual([]);
  });

  test('a server that is killed loses what it had not written down; the next takes up the rest', async () => {
    const killed = await start();
    for (let k = 0; k < 5; k++) await second(killed, '780d04', 32 + k / 1000);
    expect(await stored('780d04')).toEqual([]);
    await (await start()).settled();
    expect(await stored('780d04')).toHaveLength(5);
    // It was not dead after all: what it saw since joins what is there, each second once.
    for (let k = 5; k < 8; k++) await second(killed, '780d04', 32 + k / 1000);
    await killed.flush(now + 60_000);
    const positions = await stored('780d04');
    expect(positions.map(({ latitude }) => Math.round(latitude * 1000))).toEqual([
      32_000, 32_001, 32_002, 32_003, 32_004, 32_005, 32_006, 32_007,
    ]);
  });

  test('a start does not wait for what a killed server left', async () => {
    const killed = await start();
    await second(killed, '780d06', 35);
    const minute = Math.floor(now / 60_000) * 60_000;
    // Of this minute nothing can be written now.
    const other = await db.database.pool.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtext($1))', [`track minute ${minute}`]);
    const next = await start();
    now += 1_000;
    move('780d06', 35.001);
    next.tick(now);
    await eventually(async () => (await left()) === 2, 'the journal');
    expect(await stored('780d06')).toEqual([]);
    await other.query('commit');
    other.release();
    await next.settled();
    await next.flush(now + 60_000);
    expect(await stored('780d06')).toHaveLength(2);
    expect(await left()).toBe(0);
  });

  test('a stop leaves the minute that is being written to the journal, for the next start', async () => {
    const recorder = await start();
    const running = recorder.start();
    await second(recorder, '780d09', 37);
    const minute = Math.floor(now / 60_000) * 60_000;
    const other = await db.database.pool.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtext($1))', [`track minute ${minute}`]);
    now += 120_000;
    move('780d09', 37.1);
    recorder.tick(now);
    await eventually(async () => {
      const { rows } = await raw`select 1 from pg_locks where not granted`.execute(db.database.kysely);
      return rows.length > 0;
    }, 'that the minute is being written');
    const closed = running.close();
    await other.query('commit');
    other.release();
    await closed;
    expect(await stored('780d09')).toEqual([]);
    expect(await left()).toBe(2);
    await (await start()).settled();
    expect(await stored('780d09')).toHaveLength(2);
  });

  test('the kind of an identity is recorded, also of the minute that still runs; older recordings have none', async () => {
    const { kysely } = db.database;
    const tracksNow = (track: string) =>
      recordedTracks(kysely, { start: now - 600_000, end: now + 60_000, box: null, track }, now);
    // As an older version left the table.
    await raw`alter table track_minute drop column address_type`.execute(kysely);
    await makeRecordingTables(kysely);
    await makeRecordingTables(kysely);
    const recorder = await start();
    const track = 't:1::~3c4a12';
    const see = async () => {
      await second(recorder, track, 33);
      const own = sky.list.find(({ target }) => target.id === track);
      if (own) own.target = { ...own.target, icao24: null, addressType: 'anonymous', at: now + 500 };
      sky.revision += 1;
      if (own) own.revision = sky.revision;
      recorder.tick(now + 500);
      await recorder.settled();
    };
    await see();
    expect(await tracksNow(track)).toMatchObject([{ track, addressType: 'anonymous' }]);
    await recorder.flush(now + 60_000);
    expect(await left()).toBe(0);
    expect(await tracksNow(track)).toMatchObject([{ track, addressType: 'anonymous' }]);
    for (const stored of [null, 'ofTheFuture']) {
      await raw`update track_minute set address_type = ${stored} where track = ${track}`.execute(kysely);
      expect(await tracksNow(track)).toMatchObject([{ track, addressType: null }]);
    }
    // What comes later fills in what is missing, and does not remove what is known.
    const minutes = createOpenMinutes();
    const target = sky.list.find((one) => one.target.id === track)?.target;
    if (target) minutes.add(sightingOf({ ...target, at: now + 700 }));
    await kysely
      .transaction()
      .execute((into) => writeStorableMinutes(into, minutes.before(Number.POSITIVE_INFINITY)));
    expect(await tracksNow(track)).toMatchObject([{ addressType: 'anonymous' }]);
    sky.list = sky.list.filter((one) => one.target.id !== track);
  });

  test('two that write the same minute in other orders do not stop each other', async () => {
    const minutesOf = (...tracks: string[]) => {
      const minutes = createOpenMinutes();
      for (const [k, track] of tracks.entries()) {
        move(track, 36 + k / 10);
        const target = sky.list.at(-1)?.target;
        if (target) minutes.add(sightingOf(target));
      }
      return minutes.before(Number.POSITIVE_INFINITY);
    };
    const { kysely } = db.database;
    const gates = new EventEmitter();
    const begun = once(gates, 'begun');
    const one = kysely.transaction().execute(async (transaction) => {
      await writeStorableMinutes(transaction, minutesOf('780d07'));
      const goesOn = once(gates, 'goesOn');
      gates.emit('begun');
      await goesOn;
      return writeStorableMinutes(transaction, minutesOf('780d08'));
    });
    await begun;
    const two = kysely
      .transaction()
      .execute((transaction) => writeStorableMinutes(transaction, minutesOf('780d08', '780d07')));
    await eventually(async () => {
      const { rows } = await raw`select 1 from pg_locks where not granted`.execute(kysely);
      return rows.length > 0;
    }, 'that the other waits');
    gates.emit('goesOn');
    expect(await Promise.all([one, two])).toEqual([[], []]);
    expect(await stored('780d07')).toHaveLength(1);
    expect(await stored('780d08')).toHaveLength(1);
  });

  test('a database that does not answer costs nothing that came meanwhile', async () => {
    const recorder = await start();
    await raw`alter table track_journal rename to track_journal_away`.execute(db.database.kysely);
    await second(recorder, '780d05', 33);
    await second(recorder, '780d05', 33.001);
    await raw`alter table track_journal_away rename to track_journal`.execute(db.database.kysely);
    await second(recorder, '780d05', 33.002);
    await recorder.flush(now + 60_000);
    expect(await stored('780d05')).toHaveLength(3);
  });

  test('a track that the database refuses is set aside with the reason, and those beside it are recorded', async () => {
    const recorder = await start();
    await raw`
      create function refuse_track() returns trigger language plpgsql as $$
      begin raise exception 'no room for this track' using errcode = '22023'; end $$`.execute(
      db.database.kysely,
    );
    await raw`
      create trigger refused before insert on track_minute for each row
      when (new.track like 'poison%') execute function refuse_track()`.execute(db.database.kysely);
    setAside.length = 0;
    now += 1_000;
    for (let n = 0; n < 40; n++) move(n % 13 === 0 ? `poison${n}` : `780e${n}`, 30);
    recorder.tick(now);
    await recorder.settled();
    await recorder.flush(now + 60_000);
    await raw`drop trigger refused on track_minute`.execute(db.database.kysely);
    for (let n = 0; n < 40; n++) if (n % 13 !== 0) expect(await stored(`780e${n}`)).toHaveLength(1);
    expect(setAside.map(({ kind, name, sourceId }) => ({ kind, name, sourceId }))).toEqual(
      [0, 13, 26, 39].map((n) => ({ kind: 'trackMinute', name: `poison${n}`, sourceId: 1 })),
    );
    expect(setAside[0]?.reason).toEqual({
      key: 'monitor.quarantine.refused',
      values: { error: 'no room for this track' },
    });
    expect(await left()).toBe(0);
  });

  test('minutes that can not be written for long are left to the journal, and recorded afterwards', async () => {
    const recorder = await start(3);
    await raw`alter table track_minute rename to track_minute_away`.execute(db.database.kysely);
    for (let n = 0; n < 5; n++) await second(recorder, `780f0${n}`, 34);
    now += 70_000;
    recorder.tick(now);
    await recorder.settled();
    await raw`alter table track_minute_away rename to track_minute`.execute(db.database.kysely);
    // What was left is as old as the journal of a server that is no more.
    now += 240_000;
    recorder.tick(now);
    await recorder.settled();
    await recorder.flush(now + 60_000);
    for (let n = 0; n < 5; n++) expect(await stored(`780f0${n}`)).toHaveLength(1);
    expect(await left()).toBe(0);
  });

  test('days that were kept long enough go as a whole', async () => {
    const recorder = await start();
    expect(await recorder.dropOld(Date.parse('2026-12-22T12:00:00Z'))).toEqual([]);
    expect(await recorder.dropOld(Date.parse('2026-12-23T01:00:00Z'))).toEqual(['2026-11-22']);
    expect((await stored('780d01')).every(({ at }) => at >= Date.parse('2026-11-23T00:00:00Z'))).toBe(true);
    const { rows } = await raw<{ first: string }>`select min(minute) as first from track_density`.execute(
      db.database.kysely,
    );
    expect(Date.parse(rows[0]?.first ?? '')).toBeGreaterThanOrEqual(Date.parse('2026-11-23T00:00:00Z'));
  });
});
