import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { type DataFolder, makeDataFolder } from '#tests/support/data-folder.ts';
import { query } from '#tests/support/embedded-world.ts';
import { killServers, startProcess } from '#tests/support/server-process.ts';

/** A data folder that an earlier version of Clearway wrote, and this one is started on. */

let data: DataFolder;
let settings: Record<string, string>;
beforeAll(async () => {
  data = await makeDataFolder('upgrade');
  settings = { CLEARWAY_DATA: data.folder };
  await startAndStop();
}, 120_000);
afterAll(async () => {
  killServers();
  await data?.remove();
});

async function startAndStop(look: (address: string) => Promise<void> = async () => {}): Promise<string> {
  const server = await startProcess(settings);
  if (!server.started) return server.printed;
  await look(server.address);
  expect([await server.end('SIGTERM'), server.printed()]).toEqual([0, expect.anything()]);
  return '';
}

/** Changes the database while nobody serves it. */
async function inDatabase(...statements: string[]): Promise<Record<string, unknown>[]> {
  const embedded = await startEmbeddedPostgres({ dataFolder: data.folder, tell: () => {} });
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = await query(embedded.url, statement);
    return rows;
  } finally {
    await embedded.stop();
  }
}

/** Of parameters, in an earlier version. */
const earlierGroups = [
  ...['deadline', 'plan', 'message', 'strategic', 'tactical', 'surveillance', 'airspace', 'session', 'map'],
  ...['files', 'registration', 'display'],
]
  .map((group) => `'${group}'`)
  .join();

describe('the tables of an earlier version', () => {
  test('are brought up to this one at the first start, with all that they hold', async () => {
    const [before] = await inDatabase(
      // As it was before these fields, this limit and these parameters came.
      'alter table aircraft drop column remark',
      `delete from parameter where "group" not in (${earlierGroups})`,
      'alter table parameter drop constraint parameter_group_check',
      `alter table parameter add constraint parameter_group_check check ("group" in (${earlierGroups}))`,
      "comment on constraint parameter_group_check on parameter is 'as an earlier version had it'",
      'select count(*)::int as aircraft from aircraft',
    );
    expect(
      await startAndStop(async (address) => {
        const signedIn = await fetch(`${address}/api/TokenAuth/Authenticate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ userNameOrEmailAddress: 'admin', password: demoPassword }),
        });
        expect(signedIn.status).toBe(200);
        const { result }: { result: { accessToken: string } } = await signedIn.json();
        const headers = { authorization: `Bearer ${result.accessToken}` };
        const listed = await fetch(`${address}/api/records/parameter?group=backup`, { headers });
        const keys = ((await listed.json()) as { key: string }[]).map(({ key }) => key);
        expect(keys.sort()).toEqual(['backup.everyHours', 'backup.keep']);
        const aircraft = await fetch(`${address}/api/records/aircraft?_start=0&_end=1`, { headers });
        expect(Number(aircraft.headers.get('x-total-count'))).toBe(before?.aircraft);
        const [first] = (await aircraft.json()) as object[];
        expect(first).toHaveProperty('remark', null);
      }),
    ).toBe('');
  }, 120_000);

  test('that this version would lose something of are refused with what can be done here, and stay as they were', async () => {
    await inDatabase(
      'alter table aircraft add column paint text',
      "update aircraft set paint = 'white' where id = (select min(id) from aircraft)",
    );
    const printed = await startAndStop();
    expect(printed).toMatch(/"aircraft"\."paint"/);
    expect(printed).toMatch(/Nothing was changed\. Start the version of Clearway that ran here before/);
    expect(printed).not.toMatch(/^\s+at |\.ts:\d|MigrationRefused/m);
    expect(await inDatabase('select count(*)::int as painted from aircraft where paint is not null')).toEqual(
      [{ painted: 1 }],
    );
    // What the sentence advises: the earlier version empties the field.
    await inDatabase('update aircraft set paint = null');
    expect(await startAndStop()).toBe('');
  }, 180_000);
});
