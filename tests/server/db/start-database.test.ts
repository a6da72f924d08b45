import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startDatabase } from '#server/db/start-database.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';
import { createTestDatabase, databases, silentLog } from '#tests/support/database.ts';
import { eventually } from '#tests/support/server.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';

function starting(databaseUrl: string | null, dataFolder = '/nowhere') {
  /** Seconds. */
  const rests: number[] = [];
  const started = startDatabase(
    { databaseUrl, dataFolder },
    {
      log: silentLog,
      tell(key, values) {
        if (key === 'start.waiting') rests.push(Number(values?.seconds));
      },
      firstRestMs: 20,
    },
  );
  return { rests, started };
}

test('without DATABASE_URL it is the embedded one, which ends with close', async () => {
  const { folder, remove } = await makeDataFolder('start');
  const { database, place, close } = await starting(null, folder).started;
  expect(place).toContain(folder);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await close();
  const again = await starting(null, folder).started;
  await again.close();
  await remove();
});

describe.each(databases())('DATABASE_URL, $name', (server) => {
  test('is used, and named without its password', async () => {
    const { url, drop } = await createTestDatabase(server);
    const { database, place, close } = await starting(url).started;
    expect(place).toBe(`${new URL(url).host}${new URL(url).pathname}`);
    expect((await database.pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
    await close();
    await drop();
  });

  test('of a database that is not there is refused at once', async () => {
    const url = new URL(server.url);
    url.pathname = '/not_there_at_all';
    await expect(starting(url.href).started).rejects.toThrow(/not_there_at_all.*DATABASE_URL/s);
  });

  test('whose texts are not UTF8 is refused', async () => {
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    const name = `${server.prefix}_ascii`;
    const provider = server.name === 'embedded' ? "locale_provider 'libc'" : '';
    await admin.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' ${provider} locale 'C'`,
    );
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    await expect(starting(url.href).started).rejects.toThrow(/SQL_ASCII.*UTF8/s);
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
});

test('a wrong password is refused at once, without repeating it', async () => {
  const url = new URL(databases()[0]?.url ?? '');
  url.password = 'guessed-wrong';
  const error = await starting(url.href).started.catch(String);
  expect(error).toMatch(/DATABASE_URL/);
  expect(error).not.toContain('guessed-wrong');
});

test('a server that does not answer is waited for until it does, longer each time, and that is said', async () => {
  const [server] = databases();
  const { url, drop } = await createTestDatabase(server);
  const address = new URL(url);
  address.search = '';
  const line = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  address.host = `127.0.0.1:${line.port}`;
  line.cut();
  const { rests, started } = starting(address.href);
  await eventually(() => rests.length === 4, 'four tries');
  line.mend();
  const { database, close } = await started;
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(rests.slice(0, 4)).toEqual([0.02, 0.04, 0.08, 0.16]);
  await close();
  await line.close();
  await drop();
});
