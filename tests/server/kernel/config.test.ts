import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, isLoopback, readConfig } from '#server/kernel/config.ts';
import { loadSecret } from '#server/kernel/secret.ts';
import { explainListen, StartError, terminalLocale } from '#server/kernel/start-error.ts';

const defaults: Config = {
  port: 8080,
  host: '127.0.0.1',
  loopback: true,
  dataFolder: path.resolve('/srv/clearway/data'),
  backupFolder: path.resolve('/srv/clearway/data/backups'),
  databaseUrl: null,
  natsUrl: null,
  filesPlace: null,
  recordingsFolder: null,
  terrainFolder: null,
  basemapFile: null,
  smsUrl: null,
  smtpUrl: null,
  mailFrom: null,
  publicUrl: null,
  pushContact: null,
  pushKey: null,
  trustProxy: null,
  origins: [],
  connectionsPerAddress: 1_000,
  headTimeoutS: 20,
  webhookPrivate: false,
  checkAnswers: false,
  demo: true,
  demoAccounts: true,
  adminPassword: null,
  secret: null,
};
const url = 'postgres://clearway:x@db.example:5432/clearway';
const secret = 'a secret that is long enough to sign with';

describe('settings', () => {
  test.each<[string, Record<string, string>, Partial<Config>]>([
    ['none', {}, {}],
    ['an empty one counts as absent', { PORT: '', DATABASE_URL: ' ' }, {}],
    ['another port', { PORT: '9000' }, { port: 9000 }],
    ['any free port', { PORT: '0' }, { port: 0 }],
    ['localhost', { HOST: 'localhost' }, { host: 'localhost' }],
    ['IPv6', { HOST: '::1' }, { host: '::1' }],
    ['IPv6 in brackets', { HOST: '[::1]' }, { host: '::1' }],
    [
      'for everybody: the demo without its accounts',
      { HOST: '0.0.0.0' },
      { host: '0.0.0.0', loopback: false, demoAccounts: false },
    ],
    [
      'for everybody, no demo',
      { HOST: '::', CLEARWAY_DEMO: '0' },
      { host: '::', loopback: false, demo: false, demoAccounts: false },
    ],
    [
      'a folder of recordings',
      { CLEARWAY_RECORDINGS: 'tapes' },
      { recordingsFolder: path.resolve('/srv/clearway/tapes') },
    ],
    ['a folder of terrain', { TERRAIN: 'srtm' }, { terrainFolder: path.resolve('/srv/clearway/srtm') }],
    [
      'a folder',
      { CLEARWAY_DATA: 'elsewhere' },
      {
        dataFolder: path.resolve('/srv/clearway/elsewhere'),
        backupFolder: path.resolve('/srv/clearway/elsewhere/backups'),
      },
    ],
    [
      'a folder from the root',
      { CLEARWAY_DATA: '/var/lib/c' },
      { dataFolder: path.resolve('/var/lib/c'), backupFolder: path.resolve('/var/lib/c/backups') },
    ],
    ['a folder for backups', { CLEARWAY_BACKUPS: '/mnt/safe' }, { backupFolder: path.resolve('/mnt/safe') }],
    ['a database: no demo', { DATABASE_URL: url }, { databaseUrl: url, demo: false, demoAccounts: false }],
    ['a database and the demo', { DATABASE_URL: url, CLEARWAY_DEMO: '1' }, { databaseUrl: url }],
    [
      'a database at a socket',
      { DATABASE_URL: 'postgresql:///c?host=/run/pg' },
      { databaseUrl: 'postgresql:///c?host=/run/pg', demo: false, demoAccounts: false },
    ],
    ['no demo', { CLEARWAY_DEMO: 'off' }, { demo: false, demoAccounts: false }],
    ['NATS', { NATS_URL: 'nats://a:4222, nats://b:4222' }, { natsUrl: 'nats://a:4222, nats://b:4222' }],
    [
      'an S3-compatible store',
      { FILES_URL: 's3://KEY:se%2Fcret@files.example:9000/papers/clearway?region=cn-north-1' },
      {
        filesPlace: {
          kind: 's3',
          origin: 'https://files.example:9000',
          bucket: 'papers',
          prefix: 'clearway/',
          region: 'cn-north-1',
          accessKeyId: 'KEY',
          secretAccessKey: 'se/cret',
        },
      },
    ],
    [
      'such a store without TLS',
      { FILES_URL: 's3+http://KEY:secret@minio:9000/papers' },
      {
        filesPlace: {
          kind: 's3',
          origin: 'http://minio:9000',
          bucket: 'papers',
          prefix: '',
          region: 'us-east-1',
          accessKeyId: 'KEY',
          secretAccessKey: 'secret',
        },
      },
    ],
    [
      'a folder for files',
      { FILES_URL: 'file:///srv/papers' },
      { filesPlace: { kind: 'folder', folder: '/srv/papers' } },
    ],
    [
      'a message gateway',
      { SMS_URL: 'https://u:p@sms.example/send' },
      { smsUrl: 'https://u:p@sms.example/send' },
    ],
    [
      'proxies by address and network',
      { TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1' },
      { trustProxy: ['loopback', '10.0.0.0/8', '::1'] },
    ],
    [
      'origins, as browsers write them',
      { CLEARWAY_ORIGINS: 'https://Console.example:443/, http://10.0.0.5:3000,capacitor://localhost' },
      { origins: ['https://console.example', 'http://10.0.0.5:3000', 'capacitor://localhost'] },
    ],
    ['connections of an address', { CONNECTIONS_PER_ADDRESS: '50' }, { connectionsPerAddress: 50 }],
    ['the head of a request', { HEAD_TIMEOUT_S: '5' }, { headTimeoutS: 5 }],
    ['webhooks inside the own network', { WEBHOOK_PRIVATE: '1' }, { webhookPrivate: true }],
    ['answers are checked', { CLEARWAY_CHECK_ANSWERS: '1' }, { checkAnswers: true }],
    ['a password', { CLEARWAY_ADMIN_PASSWORD: 'Long-enough' }, { adminPassword: 'Long-enough' }],
    ['a secret', { CLEARWAY_SECRET: secret }, { secret }],
  ])('%s', (_, env, expected) => {
    expect(readConfig(env, '/srv/clearway')).toEqual({ ...defaults, ...expected });
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', '300.1.1.1'],
    ['HOST', 'http://here'],
    ['DATABASE_URL', 'mysql://db/clearway'],
    ['DATABASE_URL', 'db.example'],
    ['NATS_URL', 'http://nats:4222'],
    ['SMS_URL', 'sms.example'],
    ['CLEARWAY_ORIGINS', '*'],
    ['CLEARWAY_ORIGINS', 'https://*.example'],
    ['CLEARWAY_ORIGINS', 'https://a.example, null'],
    ['CLEARWAY_ORIGINS', 'console.example'],
    ['CLEARWAY_ORIGINS', 'https://console.example/app'],
    ['FILES_URL', 'http://minio/papers'],
    ['FILES_URL', 's3://minio/papers'],
    ['FILES_URL', 's3://KEY:secret@minio'],
    ['FILES_URL', 's3://KEY:secret@minio/papers?zone=1'],
    ['FILES_URL', 's3://KEY:secret@minio/papers/../etc%2f'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'proxy.example'],
    ['WEBHOOK_PRIVATE', 'perhaps'],
    ['CLEARWAY_CHECK_ANSWERS', 'perhaps'],
    ['CLEARWAY_DEMO', 'maybe'],
    ['CLEARWAY_ADMIN_PASSWORD', 'short'],
    ['CLEARWAY_SECRET', 'short'],
  ])('%s=%s is refused by its name, with the cure', (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toContain(name);
    expect(refusal.length).toBeGreaterThan(name.length + 40);
  });

  test('a value that is a secret is not repeated', () => {
    expect(refusalOf({ DATABASE_URL: 'mysql://u:hunter2@db/c' })).not.toContain('hunter2');
    expect(refusalOf({ FILES_URL: 's3://KEY:hunter2@minio' })).not.toContain('hunter2');
    expect(refusalOf({ CLEARWAY_ADMIN_PASSWORD: 'qwerty' })).not.toContain('qwerty');
  });

  test('the demo asked for where others reach us is refused, and both ways out are named', () => {
    const refusal = refusalOf({ CLEARWAY_DEMO: '1', HOST: '0.0.0.0' });
    for (const part of ['CLEARWAY_DEMO=0', 'HOST=127.0.0.1', '0.0.0.0']) expect(refusal).toContain(part);
  });

  test.each([
    ['127.0.0.1', true],
    ['127.8.0.1', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['LOCALHOST', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.5', false],
    ['127.0.0.1.example.com', false],
  ])('%s is loopback: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });

  test.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh-Hans'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_GB.UTF-8' }, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{}, 'en'],
  ])('the terminal with %o speaks %s', (env, locale) => {
    expect(terminalLocale(env)).toBe(locale);
  });
});

test.each([
  ['EADDRINUSE', 'PORT'],
  ['EACCES', 'PORT'],
  ['EADDRNOTAVAIL', 'HOST'],
])('a listener that is refused with %s names the setting %s', (code, setting) => {
  const error = explainListen(Object.assign(new Error('listen'), { code }), { host: '10.0.0.1', port: 80 });
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain(setting);
});

describe('the secret', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'clearway-secret-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is made once, for its owner alone, and the same for all who start at once', async () => {
    const dataFolder = path.join(folder, 'data');
    const secrets = await Promise.all(
      Array.from({ length: 8 }, () => loadSecret({ secret: null, dataFolder })),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
    expect((await stat(path.join(dataFolder, 'secret'))).mode & 0o777).toBe(0o600);
    expect((await readFile(path.join(dataFolder, 'secret'), 'utf8')).trim()).toBe(secrets[0]);
    expect(await loadSecret({ secret: null, dataFolder })).toBe(secrets[0]);
  });

  test('of the setting wins and leaves no file', async () => {
    const dataFolder = path.join(folder, 'none');
    expect(await loadSecret({ secret, dataFolder })).toBe(secret);
    await expect(stat(dataFolder)).rejects.toThrow();
  });

  test('that is damaged is refused, not replaced', async () => {
    await writeFile(path.join(folder, 'secret'), 'x\n');
    await expect(loadSecret({ secret: null, dataFolder: folder })).rejects.toThrow(StartError);
  });
});

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return 'it was accepted';
}
