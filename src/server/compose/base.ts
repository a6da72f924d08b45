import { resources as shipped } from '#resources';
import type { Ending, ServerDeps } from '#server/compose/server-deps.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { explainRefusal, startDatabase } from '#server/db/start-database.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { demoPassword, seedDemo } from '#server/demo/seed-demo.ts';
import { openFileStore } from '#server/engine/files/files.ts';
import { openCatalogue } from '#server/engine/overlays/overlays.ts';
import { overlayResource } from '#server/engine/overlays/rows.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { createWebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { createChannelOutbox, sendingOf } from '#server/features/channels/index.ts';
import { createPasswords } from '#server/features/identity/passwords.ts';
import { asideOf, createQuarantine } from '#server/features/quarantine/quarantine.ts';
import { openTerrain } from '#server/features/terrain/terrain.ts';
import { createAir } from '#server/flights.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { loadSecret } from '#server/kernel/secret.ts';
import { recordRules } from '#server/record-rules.ts';
import { parameterDefaults } from '#server/seed/data/parameters.ts';
import { seed } from '#server/seed/seed.ts';

/** What everything else stands on: the database and its tables, the records with their rules, what a first start makes. */
export type Base = Awaited<ReturnType<typeof openBase>>;

export async function openBase(deps: ServerDeps, ending: Ending) {
  const { config, log, tell, clock } = deps;
  const {
    database,
    place,
    close: closeDatabase,
  } = await startDatabase(config, {
    log,
    tell,
    onLost: deps.onLost,
    connections: deps.connections,
  });
  ending.push(closeDatabase);
  const sql = database.kysely;
  const opened = await openCatalogue({ sql, shipped, migrations, log }).catch(explainRefusal);
  const catalogue = createCatalogue(opened.resources, opened.revision);
  const { resources } = catalogue;

  const changes = createChangeFeed(log);
  const terrain = await openTerrain({ folder: config.terrainFolder, log });
  const air = createAir(clock, terrain);
  const outbox = createWebhookOutbox({ clock });
  const told = createChannelOutbox({ sending: sendingOf(config), clock });
  const fileStore = await openFileStore(config);
  const rules = recordRules({
    config,
    resources,
    database,
    store: fileStore.store,
    air,
    outbox,
    told,
    log,
  });
  const records = createRecords({ database, catalogue, changes, clock, log, rules });
  const parameters = createParameters({ sql, changes, defaults: parameterDefaults });
  const passwords = deps.passwords ?? createPasswords();
  const secret = await loadSecret(config);
  const quarantine = createQuarantine({ now: () => clock().getTime() });
  const unusable = opened.unusable.map(({ id, fault, content }) =>
    asideOf(overlayResource, id, fault, content),
  );
  await seed({
    config,
    records,
    hashPassword: passwords.hash,
    tell,
    demoPassword,
    onRefused: ({ resource, key, error, row }) => unusable.push(asideOf(resource, key, error, row)),
  });
  for (const { name, reason } of unusable) log.error({ name, reason }, 'the server starts without a record');
  await quarantine
    .putOnce(sql, unusable)
    .catch((error: unknown) => log.error({ error }, 'records that cannot be used were not set aside'));
  await parameters.all();
  const demo = config.demo
    ? await seedDemo({ records, hashPassword: passwords.hash, clock, withAccounts: config.demoAccounts })
    : null;
  return {
    ...deps,
    database,
    place,
    sql,
    catalogue,
    changes,
    terrain,
    air,
    outbox,
    told,
    fileStore,
    records,
    parameters,
    passwords,
    secret,
    quarantine,
    demo,
  };
}
