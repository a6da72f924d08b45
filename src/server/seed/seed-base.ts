import { sql as raw } from 'kysely';
import type { RecordFields, StoredRecords } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { airportOf } from './airport-rows.ts';
import { aircraftTypes } from './data/aircraft-types.ts';
import { airportRows } from './data/airports.gen.ts';
import { dictionaries } from './data/dictionaries.ts';
import { articlesOf } from './data/documents/document-row.ts';
import { lawDocuments } from './data/documents/index.ts';
import { holidays } from './data/holidays.ts';
import { messageGateways } from './data/message-gateways.ts';
import { missionTypes } from './data/mission-types.ts';
import { monitorThresholds } from './data/monitor-thresholds.ts';
import { parameters } from './data/parameters.ts';
import { roles } from './data/roles.ts';
import { staticPages } from './data/static-pages.ts';
import { updateLogs } from './data/update-logs.ts';
import { ensure, idOf, idsBy, type RefusedRow, type Row } from './ensure.ts';

export interface SeedBaseDeps {
  records: Records;
  hashPassword(password: string): Promise<string>;
  /** Told of what an installation that exists refuses; of a fresh one nothing may be refused. */
  onRefused?(refused: RefusedRow): void;
  /** Asked for only where there is no administrator yet: a setting, or one made up and printed once. */
  administratorPassword(): string;
}

/**
 * What every installation needs, at every start: roles, the administrator, dictionaries, parameters, holidays, aircraft
 * types, mission types, aerodromes, the laws that rules name, static pages. Adds what is missing by natural key and changes nothing that is there.
 */
export async function seedBase({
  records,
  hashPassword,
  administratorPassword,
  onRefused: onRefusedOfExisting,
}: SeedBaseDeps): Promise<{ administratorCreated: boolean }> {
  const isFresh = (await idsBy(records, 'user', ['userName'])).size === 0;
  const onRefused = isFresh ? undefined : onRefusedOfExisting;
  const add = <Name extends keyof RecordFields>(
    resource: Name,
    keys: readonly (keyof RecordFields[Name] & keyof StoredRecords[Name] & string)[],
    rows: readonly Row<Name>[],
  ) => ensure(records, resource, keys, rows, onRefused);
  const roleIds = await add('role', ['name'], roles);
  const administratorCreated = await ensureAdministrator(records, hashPassword, administratorPassword, () =>
    idOf(roleIds, 'Admin'),
  );

  const dictionaryIds = await add(
    'dictionary',
    ['code'],
    dictionaries.map(({ code, name, nameEn }) => ({ code, name, nameEn, isSystem: true })),
  );
  await add(
    'dictionaryItem',
    ['dictionary', 'code'],
    dictionaries.flatMap((dictionary) =>
      itemsOf(dictionary, dictionaryIds.get(dictionary.code)).map(([code, label, labelEn], index) => ({
        dictionary: idOf(dictionaryIds, dictionary.code),
        code,
        label,
        labelEn,
        order: (index + 1) * 10,
        isActive: true,
      })),
    ),
  );
  await add('parameter', ['key'], parameters);
  await add('holiday', ['date'], holidays);
  await add('aircraftType', ['designator', 'manufacturer', 'model'], aircraftTypes);
  await add('missionType', ['code'], missionTypes);
  await add('airport', ['icao', 'localCode'], airportRows.map(airportOf));
  await add('updateLog', ['release'], updateLogs);
  await add('staticPage', ['code'], staticPages);
  const documentIds = await add(
    'governmentDocument',
    ['code', 'effectiveFrom'],
    lawDocuments.map(({ document }) => document),
  );
  await add(
    'documentArticle',
    ['document', 'number'],
    lawDocuments.flatMap((row) => {
      const document = documentIds.get(`${row.document.code}|${row.document.effectiveFrom}`);
      // Of a document that was refused there are no articles.
      if (document === undefined) return [];
      return articlesOf(row).map((article) => ({ ...article, document }));
    }),
  );
  await add('messageGateway', ['name'], messageGateways);
  await add('monitorThreshold', ['figure'], monitorThresholds);
  return { administratorCreated };
}

/** Of a dictionary that was refused there are no items. */
const itemsOf = (dictionary: (typeof dictionaries)[number], id: number | undefined) =>
  id === undefined ? [] : dictionary.items;

/** Specification §6: the user with id 1 is the administrator. */
async function ensureAdministrator(
  records: Records,
  hashPassword: (password: string) => Promise<string>,
  administratorPassword: () => string,
  adminRole: () => number,
): Promise<boolean> {
  if ((await idsBy(records, 'user', ['userName'])).size > 0) return false;
  const passwordHash = await hashPassword(administratorPassword());
  await records.transaction(async (transaction) => {
    // A first attempt that failed has used up numbers; the table is empty, so counting may begin anew.
    await raw`alter table "user" alter column id restart with 1`.execute(transaction.sql);
    const values = {
      userName: 'admin',
      // A placeholder: the administrator enters a real name in their profile.
      name: 'admin',
      roles: [adminRole()],
      isActive: true,
      passwordHash,
    };
    const { id } = await records.create(systemCaller(), 'user', values, transaction);
    if (id !== 1) throw new Error(`seed: the administrator must be user 1, not ${id}`);
  });
  return true;
}
