import { afterAll, beforeAll } from 'vitest';
import { type DataFolder, makeDataFolder } from './data-folder.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { killServers, startProcess } from './server-process.ts';

const password = 'Kill-minus-9';

/** A server on a database and a folder of its own, that is ended by `kill -9` and begun again; for one test file. */
export function killedServer(name: string) {
  let data: DataFolder;
  let database: TestDatabase;
  beforeAll(async () => {
    data = await makeDataFolder(name);
    database = await createTestDatabase();
  });
  afterAll(async () => {
    killServers();
    await database?.drop();
    await data?.remove();
  });

  return {
    folder: () => data.folder,
    sql: () => database.database.kysely,

    /** `ask` is the administrator's. */
    async start() {
      const server = await startProcess({
        DATABASE_URL: database.url,
        CLEARWAY_DATA: data.folder,
        CLEARWAY_DEMO: '0',
        WEBHOOK_PRIVATE: '1',
        CLEARWAY_ADMIN_PASSWORD: password,
      });
      if (!server.started) throw new Error(server.printed);
      const send = (verb: string, at: string, body?: FormData | object, authorization = '') =>
        fetch(server.address + at, {
          method: verb,
          headers: {
            authorization,
            ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
        });
      const user = { userNameOrEmailAddress: 'admin', password };
      const signedIn = await send('POST', '/api/TokenAuth/Authenticate', user);
      const { result } = (await signedIn.json()) as { result: { accessToken: string } };
      const authorization = `Bearer ${result.accessToken}`;
      return {
        server,
        ask: (verb: string, at: string, body?: FormData | object) => send(verb, at, body, authorization),
      };
    },
  };
}
