import type { FlowStep } from '#domain/approvals/flow.ts';
import { sameValue } from '#domain/configuration/difference.ts';
import type { ConfigurationItem } from '#domain/configuration/item.ts';
import { isSecretParameter } from '#domain/configuration/item.ts';
import type { ConfigurationWorld } from '#domain/configuration/problems.ts';
import { permissions } from '#domain/identity/permissions.ts';
import { mayBeExtended } from '#domain/overlays/overlay.ts';
import type { Label } from '#domain/text/label.ts';
import { numbersOf, stringOf, textOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { type OverlayRow, readOverlays } from '#server/engine/overlays/rows.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { stepsOf } from '#server/features/approvals/flow-rows.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';

/** The configuration as it is stored, with what is needed to change it. */
export interface Installation {
  items: ConfigurationItem[];
  world: ConfigurationWorld;
  overlays: OverlayRow[];
  /** By the key of the item. */
  records: Record<
    'dictionaries' | 'parameters' | 'roles' | 'flows' | 'dashboards',
    Map<string, StoredRecord>
  >;
  /** By `dictionary/item`. */
  dictionaryItems: Map<string, StoredRecord>;
  /** Steps of the published versions, by the flow's name. */
  steps: Map<string, FlowStep[]>;
  unitIds: Map<string, number>;
  /** Ids of items that are for some operators only and stay here. */
  notShared: Set<string>;
}

const most = 20_000;

/** Fields of plans and releases by which a condition names records. */
const planRelations = new Set(['company', 'missionType', 'departure', 'destination', 'airspace']);

/** Reads all sections, on the connection of a transaction where one is given. */
export async function readInstallation(
  deps: { records: Records; catalogue: Catalogue },
  caller: Caller,
  sql: Sql,
): Promise<Installation> {
  const { records, catalogue } = deps;
  const rows = (name: string) => records.untyped.rows(asService(caller), name, { most }, sql);
  const roles = await rows('role');
  const units = await rows('organizationUnit');
  const dictionaries = await rows('dictionary');
  const dictionaryItems = await rows('dictionaryItem');
  const parameters = await rows('parameter');
  const flows = await rows('flowConfig');
  const versions = await rows('flowVersion');
  const dashboards = await rows('dashboard');
  const { overlays } = await readOverlays(sql);

  const unitRefs = referencesTo(units);
  const roleNames = new Map(roles.map((row) => [row.id, String(row.name)]));
  const drafts = new Set<string>();
  const notShared = new Set<string>();
  const steps = new Map<string, FlowStep[]>();
  const refsOf = (value: unknown) => numbersOf(value).flatMap((id) => unitRefs.get(id) ?? []);

  const dictionaryItemsOf = (id: number) =>
    dictionaryItems
      .filter((row) => row.dictionary === id)
      .map((row) => valuesIn(row, ['code', 'label', 'labelEn', 'order', 'colour', 'isActive', 'remark']));

  const flowItems = flows.flatMap((row): ConfigurationItem[] => {
    const name = String(row.name);
    const version = versions.find((one) => one.flow === row.id && one.number === row.publishedVersion);
    const published = version ? stepsOf(version.steps) : [];
    const isDraft =
      !version ||
      !sameValue(stepsOf(row.steps), published) ||
      !sameValue(row.condition, version.condition) ||
      !sameValue(row.nameEn, version.nameEn) ||
      !sameValue(row.documentKind, version.documentKind);
    if (isDraft) drafts.add(`flows:${name}`);
    if (!version) return [];
    steps.set(name, published);
    const usersLeftOut = published.reduce((sum, { users }) => sum + users.length, 0);
    return [
      {
        section: 'flows',
        key: name,
        label: { 'zh-Hans': name, en: textOf(version.nameEn) ?? name },
        values: {
          ...valuesIn(version, ['nameEn', 'documentKind', 'condition']),
          ...valuesIn(row, ['enabled', 'priority', 'remarks']),
          steps: published.map(({ users: _, organizationUnits, ...step }) => ({
            ...withoutNulls(step),
            organizationUnits: refsOf(organizationUnits),
          })),
        },
        ...(usersLeftOut > 0 ? { usersLeftOut } : {}),
      },
    ];
  });

  const items: ConfigurationItem[] = [
    ...dictionaries.map(
      (row): ConfigurationItem => ({
        section: 'dictionaries',
        key: String(row.code),
        label: labelOf(row.name, row.nameEn),
        values: { ...valuesIn(row, ['name', 'nameEn', 'description']), items: dictionaryItemsOf(row.id) },
      }),
    ),
    ...overlays.flatMap((row) => overlayItems(row, catalogue, drafts)),
    ...parameters
      .filter((row) => !isSecretParameter(String(row.key)))
      .map(
        (row): ConfigurationItem => ({
          section: 'parameters',
          key: String(row.key),
          label: labelOf(row.name, row.nameEn),
          values: valuesIn(row, ['value']),
        }),
      ),
    ...roles.map(
      (row): ConfigurationItem => ({
        section: 'roles',
        key: String(row.name),
        label: labelOf(row.displayName, row.displayNameEn),
        values: {
          ...valuesIn(row, ['displayName', 'displayNameEn', 'description', 'descriptionEn', 'permissions']),
          isDefault: row.isDefault === true,
          requireSecondFactor: row.requireSecondFactor === true,
          recordRules: row.recordRules ?? [],
        },
      }),
    ),
    ...flowItems,
    ...dashboards.map((row): ConfigurationItem => {
      const key = String(row.name);
      if (numbersOf(row.companies).length > 0) notShared.add(`dashboards:${key}`);
      return {
        section: 'dashboards',
        key,
        label: labelOf(row.name, row.nameEn),
        values: {
          ...valuesIn(row, ['nameEn', 'order', 'refreshS', 'wall', 'wallS', 'tiles']),
          roles: numbersOf(row.roles).flatMap((id) => roleNames.get(id) ?? []),
          units: refsOf(row.units),
        },
      };
    }),
  ];

  const by = (list: StoredRecord[], field: string) => new Map(list.map((row) => [String(row[field]), row]));
  const codes = new Map(dictionaries.map((row) => [row.id, String(row.code)]));
  return {
    items,
    overlays,
    records: {
      dictionaries: by(dictionaries, 'code'),
      parameters: by(parameters, 'key'),
      roles: by(roles, 'name'),
      flows: by(flows, 'name'),
      dashboards: by(dashboards, 'name'),
    },
    dictionaryItems: new Map(
      dictionaryItems.map((row) => [`${codes.get(Number(row.dictionary)) ?? ''}/${String(row.code)}`, row]),
    ),
    steps,
    unitIds: new Map([...unitRefs].map(([id, ref]) => [ref, id])),
    notShared,
    world: {
      types: new Map(
        [...catalogue.types.values()].map(({ resource, fields }) => [
          resource.name,
          {
            fields: new Set(fields.keys()),
            relations: new Set(
              [...fields.values()].flatMap(({ name, relation }) => (relation ? [name] : [])),
            ),
          },
        ]),
      ),
      closedTypes: new Set(catalogue.resources.filter((one) => !mayBeExtended(one)).map(({ name }) => name)),
      permissions: new Set(permissions.map(({ name }) => name)),
      roles: new Set(roleNames.values()),
      units: new Set(unitRefs.values()),
      dictionaries: new Set(codes.values()),
      drafts,
      planRelations,
    },
  };
}

/** How a file refers to each unit: by its display name, or by its code where several have that name. */
function referencesTo(units: StoredRecord[]): Map<number, string> {
  const counts = new Map<string, number>();
  for (const row of units) {
    const name = String(row.displayName);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map(
    units.map((row) => {
      const name = String(row.displayName);
      return [row.id, counts.get(name) === 1 ? name : (stringOf(row.code) ?? name)];
    }),
  );
}

function overlayItems(row: OverlayRow, catalogue: Catalogue, drafts: Set<string>): ConfigurationItem[] {
  const { resource, kind, state, definition, published } = row;
  if (state === 'draft' || (state === 'published' && !sameValue(definition, published)))
    drafts.add(`schema:${resource}`);
  if (state !== 'published' || !published) return [];
  if (kind === 'type') {
    const label = published.type?.label ?? { 'zh-Hans': resource, en: resource };
    const values = { type: published.type, fields: published.fields };
    return [{ section: 'schema', key: resource, label, values }];
  }
  const type = catalogue.types.get(resource)?.resource.schema['x-label'];
  return published.fields.map((field) => ({
    section: 'schema',
    key: `${resource}.${field.name}`,
    label: {
      'zh-Hans': `${type?.['zh-Hans'] ?? resource} · ${field.label['zh-Hans']}`,
      en: `${type?.en ?? resource} · ${field.label.en}`,
    },
    values: { ...field },
  }));
}

const labelOf = (name: unknown, nameEn: unknown): Label => ({
  'zh-Hans': String(name),
  en: textOf(nameEn) ?? String(name),
});

const valuesIn = (row: Record<string, unknown>, fields: string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
