import type { Pool } from 'pg';
import { createPacker, type RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { makePartition } from '#server/features/recording/recording-tables.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';
import { percentile } from './served-page.ts';

const aircraft = 10_000;
/** Each is heard for an hour of the twelve in which the day flies. */
const minutesEach = 60;
const hours = 12;
const day = '2026-03-01';
const shapes = 100;
const seeks = 12;
const dayMs = Date.parse(`${day}T00:00:00Z`);

/** What a day of 10,000 aircraft takes, beside a row for each position, and how soon any moment of it is there. */
export async function run(): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const server = await startTestServer({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
    });
    try {
      const { pool } = server.database.database;
      await fill(server);
      return [...(await sizes(pool)), ...(await seekRows(server))];
    } finally {
      await server.close();
    }
  });
}

/** A minute of one aircraft, a position a second, as it flies with the noise of a tracker. */
function minuteOf(shape: number): RecordedPosition[] {
  return Array.from({ length: 60 }, (_, second) => {
    const noise = Math.sin(second * 12.9898 + shape * 78.233) / 60_000;
    return {
      at: dayMs + second * 1_000 + ((shape * 37) % 900),
      latitude: 25 + (shape % 10) + second * 0.0004 + noise,
      longitude: 100 + Math.floor(shape / 10) + second * 0.0005 - noise,
      pressureAltitudeM: 900 + shape * 10 + second * (shape % 3),
      geometricAltitudeM: null,
      amslAltitudeM: null,
      groundSpeedMps: 60 + (shape % 20) + noise * 1_000,
      trackDeg: (shape * 7 + second / 4) % 360,
      verticalRateMps: shape % 3,
      onGround: false,
      isCoasting: false,
    };
  });
}

async function fill(server: RunningTestServer): Promise<void> {
  const { database } = server.database;
  await makePartition(database.kysely, day);
  const client = await database.pool.connect();
  // More rows than the product writes in one statement.
  await client.query('set statement_timeout = 0');
  await client.query('create table bench_shape (n int, data bytea, west float, south float)');
  await client.query(
    `create table bench_row (track text, at timestamptz, latitude float, longitude float, pressure_altitude_m float,
      ground_speed_mps float, track_deg float, vertical_rate_mps float, on_ground boolean, is_coasting boolean,
      primary key (track, at))`,
  );
  for (let shape = 0; shape < shapes; shape += 1) {
    const positions = minuteOf(shape);
    const packer = createPacker();
    for (const position of positions) packer.add(position);
    await client.query('insert into bench_shape values ($1, $2, $3, $4)', [
      shape,
      Buffer.from(packer.bytes()),
      positions[0]?.longitude,
      positions[0]?.latitude,
    ]);
    await client.query(
      `insert into bench_row select $1, p.at, p.latitude, p.longitude, p.altitude, p.speed, p.track, p.rate, false, false
       from jsonb_to_recordset($2) as p(at timestamptz, latitude float, longitude float, altitude float, speed float, track float, rate float)`,
      [
        `t${shape}`,
        JSON.stringify(
          positions.map((one) => ({
            at: new Date(one.at).toISOString(),
            latitude: one.latitude,
            longitude: one.longitude,
            altitude: one.pressureAltitudeM,
            speed: one.groundSpeedMps,
            track: one.trackDeg,
            rate: one.verticalRateMps,
          })),
        ),
      ],
    );
  }
  await client.query(
    `insert into track_minute (minute, track, icao24, callsign, source_id, west, south, east, north, positions, data)
     select timestamptz '${day}T00:00:00Z' + ((a % ${(hours - 1) * 60}) + m) * interval '1 minute', to_hex(a), to_hex(a),
       'B' || a, 1, s.west, s.south, s.west + 0.03, s.south + 0.03, 60, s.data
     from generate_series(1, ${aircraft}) a, generate_series(0, ${minutesEach - 1}) m, bench_shape s
     where s.n = a % ${shapes}`,
  );
  await client.query('analyze track_minute');
  client.release();
}

async function sizes(pool: Pool): Promise<BenchRow[]> {
  const { rows } = await pool.query<{ packed: string; rows: string; count: string; counted: string }>(
    `select pg_total_relation_size('track_minute_${day.replaceAll('-', '')}') as packed,
      pg_total_relation_size('bench_row') as rows,
      (select count(*) from bench_row) as counted, ${aircraft * minutesEach * 60} as count`,
  );
  const [found] = rows;
  const octets = (size = '0', count = '1') => Number(size) / Number(count);
  const note = 'with indexes and all that PostgreSQL adds';
  return [
    {
      name: 'recorded position',
      value: octets(found?.packed, found?.count),
      unit: 'octets',
      goal: 12,
      goalIs: 'atMost',
      note,
    },
    { name: 'the same, a row a position', value: octets(found?.rows, found?.counted), unit: 'octets', note },
  ];
}

/** What the screen asks for at a seek, at moments all over the day. */
async function seekRows(server: RunningTestServer): Promise<BenchRow[]> {
  const times: number[] = [];
  for (let n = 0; n < seeks; n += 1) {
    const from = dayMs + (60 + n * 53) * 60_000;
    const input = { from: new Date(from).toISOString(), to: new Date(from + 5 * 60_000).toISOString() };
    const began = performance.now();
    await server.service('atmb', 'Playback/GetTracks', input, 'GET');
    times.push(performance.now() - began);
  }
  const note = `five minutes of everybody within a day of ${aircraft.toLocaleString('en-US')} aircraft`;
  return [
    {
      name: 'seek by the public call, p95',
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: 1_000,
      goalIs: 'atMost',
      note,
    },
    { name: 'the same, median', value: percentile(times, 0.5), unit: 'ms' },
  ];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
