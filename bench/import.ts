import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resources } from '#resources';
import type { Database } from '#server/db/database.ts';
import { migrateTables } from '#server/db/tables.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { createImporter } from '#server/engine/transfer/importer.ts';
import { createWebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { createChannelOutbox } from '#server/features/channels/channel-outbox.ts';
import { createAir } from '#server/flights.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { recordRules } from '#server/record-rules.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { log, withOwnDatabase } from './own-postgres.ts';

const rows = 100_000;
/** One row in twenty is wrong. */
const badEvery = 20;
const companies = 50;
const types = 40;

/** A file of 100,000 aircraft with 5 % bad rows, from the check to the last row written with its history. */
export async function run(): Promise<BenchRow[]> {
  return withOwnDatabase(async (database, { folder }) => {
    await fill(database);
    return measure(database, folder);
  });
}

async function fill({ kysely, pool }: Database): Promise<void> {
  await migrateTables({ sql: kysely, resources, migrations: [], log });
  await pool.query(`insert into company (name, uscc, legal_representative, contact, phone)
    select 'Company ' || n, lpad(n::text, 18, '0'), 'x', 'x', '028-85700000' from generate_series(1, ${companies}) n`);
  await pool
    .query(`insert into aircraft_type (designator, manufacturer, model, category, engine_count, engine_type, wtc)
    select 'C' || n, 'Cessna', 'Model ' || n, 'A', 1, 'P', 'L' from generate_series(100, ${99 + types}) n`)
    .catch(() =>
      pool.query(`insert into aircraft_type (designator, manufacturer, model, category, engine_count, engine_type, wtc)
      select 'C' || n, 'Cessna', 'Model ' || n, 'landplane', 1, 'piston', 'L' from generate_series(100, ${99 + types}) n`),
    );
}

const heads = [
  '国籍和登记标志',
  '24 位地址码',
  '机型',
  '出厂序号',
  '运营企业',
  '出厂日期',
  '最大起飞重量',
  '座位数',
  '颜色与标志',
  'ADS-B 发射',
  '适航证编号',
  '适航证有效期至',
  '状态',
  '备注',
];

async function writeFile(place: string): Promise<void> {
  const file = createWriteStream(place);
  file.write(`${heads.join(',')}\n`);
  for (let n = 0; n < rows; n += 1) {
    const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
    const mark = `${n % 10}${letters[Math.floor(n / 10) % 34]}${letters[Math.floor(n / 340) % 34]}${letters[Math.floor(n / 11_560) % 34]}`;
    const bad = n % badEvery === 7;
    const line = [
      `B-${mark}`,
      (0x780000 + n).toString(16),
      `C${100 + (n % types)}`,
      `SN${n}`,
      bad && n % 40 === 7 ? 'Nobody' : `Company ${1 + (n % companies)}`,
      '2015/6/1',
      '1,157',
      4,
      '白色 / 蓝色',
      '1090 MHz 扩展电文',
      `AC-${n}`,
      bad && n % 40 !== 7 ? 'soon' : '2031年1月31日',
      '可用',
      `第 ${n} 架，用于巡线与航拍`,
    ];
    const text = line.map((cell) => (/[",]/.test(String(cell)) ? `"${cell}"` : cell)).join(',');
    if (!file.write(`${text}\n`))
      await new Promise((resolve) => file.once('drain', () => resolve(undefined)));
  }
  await new Promise((resolve) => file.end(() => resolve(undefined)));
}

async function measure(database: Database, folder: string): Promise<BenchRow[]> {
  const clock = () => new Date();
  const catalogue = createCatalogue(resources);
  const changes = createChangeFeed(log);
  const rules = recordRules({
    config: { dataFolder: folder, recordingsFolder: null, webhookPrivate: false },
    resources,
    database,
    store: { remove: async () => undefined },
    air: createAir(),
    outbox: createWebhookOutbox({ clock }),
    told: createChannelOutbox({ sending: { email: false, push: false }, clock }),
    log,
  });
  const records = createRecords({ database, catalogue, changes, clock, log, rules });
  const caller = systemCaller('api');
  const actorOf = async () => null;
  const importer = createImporter({
    database,
    catalogue,
    records,
    dataFolder: folder,
    actorOf,
    timeZone: async () => 'Asia/Shanghai',
    clock,
    log,
  });
  const type = catalogue.find('aircraft');
  const place = await importer.newFile();
  await writeFile(place.path);
  const sizeBytes = (await stat(place.path)).size;
  globalThis.gc?.();
  const idleMb = process.memoryUsage().rss / 1e6;
  let mostMb = idleMb;
  let longestMs = 0;
  let last = performance.now();
  // Whoever asks for a page meanwhile waits as long as this timer is late.
  const watch = setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last - 10);
    last = now;
    mostMb = Math.max(mostMb, process.memoryUsage().rss / 1e6);
  }, 10);
  const start = performance.now();
  last = start;
  const job = await importer.accept(caller, type, {
    storedName: place.storedName,
    fileName: 'aircraft.csv',
    sizeBytes,
  });
  const mapping = Object.fromEntries(job.headers.map((_, index) => [index, fieldAt(index)]));
  await importer.check(caller, type, job.id, {
    mapping,
    mode: 'insert',
    key: [],
    onError: 'valid',
    blanks: 'keep',
  });
  await importer.settled();
  const checkedMs = performance.now() - start;
  await importer.run(caller, type, job.id, 'valid');
  await importer.settled();
  const wholeMs = performance.now() - start;
  clearInterval(watch);
  const done = await importer.jobs.read(job.id);
  if (done?.created !== rows - rows / badEvery || done.badRows !== rows / badEvery) {
    throw new Error(`not what the file says: ${JSON.stringify(done)}`);
  }
  const perSecond = (ms: number) => Math.round((rows * 1000) / ms).toLocaleString('en-US');
  return [
    {
      name: 'import of 100,000 rows, 5 % bad, judged and written with history',
      value: (rows * 1000) / (wholeMs - checkedMs),
      unit: 'rows/s',
      goal: 5_000,
      note: `dry run before it ${perSecond(checkedMs)} rows/s, both together ${perSecond(wholeMs)} rows/s; ${(sizeBytes / 1e6).toFixed(1)} MB of CSV`,
    },
    {
      name: 'memory of the server while importing, above idle',
      value: mostMb - idleMb,
      unit: 'MB',
      goal: 300,
      goalIs: 'atMost',
      note: `${Math.round(idleMb)} MB idle`,
    },
    { name: 'longest block of the event loop while importing', value: longestMs, unit: 'ms' },
  ];
}

const fields = [
  'registration',
  'icao24',
  'type',
  'serialNumber',
  'company',
  'manufactureDate',
  'mtowKg',
  'seats',
  'colour',
  'adsbOut',
  'airworthinessNumber',
  'airworthinessExpiry',
  'status',
  'remark',
];
const fieldAt = (index: number) => fields[index] ?? '';

if (process.argv[1] === import.meta.filename) printRows(await run());
