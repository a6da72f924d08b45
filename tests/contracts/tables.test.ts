import { expect, it } from 'vitest';
import { resources } from '#resources';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTables } from '#server/db/tables.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createTestDatabase, databases, silentLog } from '#tests/support/database.ts';

it.each(databases())(
  "a second start finds the product's own tables as they should be, on $name PostgreSQL",
  async (server) => {
    const test = await createTestDatabase(server);
    try {
      const problems: string[] = [];
      const log: Logger = {
        ...silentLog,
        info: (_, sentence) => problems.push(sentence),
        warn: (_, sentence) => problems.push(sentence),
      };
      const migrate = () => migrateTables({ sql: test.database.kysely, resources, migrations, log });
      await migrate();
      expect(problems).toEqual(['the tables were brought up to the schemas']);
      problems.length = 0;
      await migrate();
      expect(problems).toEqual([]);
    } finally {
      await test.drop();
    }
  },
);
