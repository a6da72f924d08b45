import { boundsOf } from '#domain/identity/security-parameters.ts';
import type { Text } from '#domain/text/errors.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import type { ComparedItem, ItemProblem } from './compared-item.ts';
import { sameValue } from './difference.ts';
import { type ConfigurationItem, isSecretParameter, itemId } from './item.ts';

/** What an item of the file may refer to on this installation. */
export interface ConfigurationWorld {
  /** Record types with their fields; `relations`: those that hold ids of records. */
  types: ReadonlyMap<string, { fields: ReadonlySet<string>; relations: ReadonlySet<string> }>;
  /** Types to which no fields can be added. */
  closedTypes: ReadonlySet<string>;
  permissions: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  /** Organization units as a file refers to them. */
  units: ReadonlySet<string>;
  dictionaries: ReadonlySet<string>;
  /** Ids of flows, and record types with an overlay, that have unpublished changes. */
  drafts: ReadonlySet<string>;
  /** Fields of plans by which a condition names records. */
  planRelations: ReadonlySet<string>;
}

interface Surroundings {
  before: ConfigurationItem | undefined;
  one: ComparedItem;
  /** Ids of items that this installation does not have yet. */
  isNew: ReadonlySet<string>;
  world: ConfigurationWorld;
}

/** What forbids applying an item, what to know before, and what else of the file it needs. */
export function itemProblems(
  item: ConfigurationItem,
  around: Surroundings,
): { problems: ItemProblem[]; needs: string[] } {
  const found = createFindings();
  checks[item.section](item, around, found);
  return { problems: found.problems, needs: [...found.needs] };
}

function createFindings() {
  const problems: ItemProblem[] = [];
  const add = (level: ItemProblem['level'], key: string, values?: Text['values']) => {
    const text = { key: `configuration.problem.${key}`, ...(values ? { values } : {}) };
    if (!problems.some((one) => sameValue(one.text, text))) problems.push({ level, text });
  };
  return {
    problems,
    needs: new Set<string>(),
    error: (key: string, values?: Text['values']) => add('error', key, values),
    warning: (key: string, values?: Text['values']) => add('warning', key, values),
  };
}
type Findings = ReturnType<typeof createFindings>;

const checks: Record<
  ConfigurationItem['section'],
  (item: ConfigurationItem, around: Surroundings, found: Findings) => void
> = {
  dictionaries: () => undefined,
  schema(item, { before, isNew, world }, found) {
    const [type = '', field] = item.key.split('.');
    if (world.drafts.has(`schema:${type}`)) found.error('draft');
    if (field !== undefined) {
      const known = world.types.get(type);
      if (!known) found.error(isNew.has(`schema:${type}`) ? 'typeFirst' : 'unknownType', { name: type });
      else if (world.closedTypes.has(type)) found.error('closedType', { name: type });
      else if (!before && known.fields.has(field)) found.error('builtInField', { name: field });
      addedField(item.values, before?.values, { isNew, world }, found);
      return;
    }
    if (!before && world.types.has(type)) found.error('typeTaken', { name: type });
    const { fields } = item.values;
    const were = before?.values.fields;
    for (const one of objectsIn(fields)) {
      const was = objectsIn(were).find(({ name }) => name === one.name);
      addedField(one, was, { isNew, world }, found, type);
    }
  },
  parameters(item, { before, one }, found) {
    if (isSecretParameter(item.key)) found.error('secretParameter', { name: item.key });
    else if (!before) found.error('unknownParameter', { name: item.key });
    const bounds = boundsOf(item.key);
    const text = textOf(one.values?.value)?.trim();
    const value = Number(text);
    if (bounds && text && !(value >= bounds.least && value <= bounds.most))
      found.error('range', { least: bounds.least, most: bounds.most });
  },
  roles(item, { isNew, world }, found) {
    for (const name of textsIn(item.values.permissions))
      if (!world.permissions.has(name)) found.error('unknownPermission', { name });
    for (const rule of objectsIn(item.values.recordRules)) {
      const type = String(rule.resource);
      const fields = [...textsIn(rule.hidden), ...textsIn(rule.readOnly)];
      namesFields(type, fields, { isNew, world }, found);
    }
  },
  flows(item, { before, isNew, world }, found) {
    if (world.drafts.has(itemId(item))) found.error('draft');
    const kind = String(item.values.documentKind);
    const relations =
      kind === 'plan' || kind === 'release'
        ? world.planRelations
        : (world.types.get(kind)?.relations ?? new Set<string>());
    const conditions = [{ was: before?.values.condition, is: item.values.condition }];
    const steps = objectsIn(before?.values.steps);
    for (const step of objectsIn(item.values.steps)) {
      const was = steps.find(({ name }) => name === step.name);
      conditions.push({ was: was?.condition, is: step.condition });
      namesPeople(textsIn(step.roles), textsIn(step.organizationUnits), { isNew, world }, found);
    }
    for (const { was, is } of conditions) {
      if (sameValue(was, is)) continue;
      for (const name of namesIn(is)) if (relations.has(name)) found.error('byId', { name });
    }
    if (item.usersLeftOut) found.warning('usersLeftOut', { count: item.usersLeftOut });
  },
  dashboards(item, { before, isNew, world }, found) {
    namesPeople(textsIn(item.values.roles), textsIn(item.values.units), { isNew, world }, found);
    const were = objectsIn(before?.values.tiles);
    for (const tile of objectsIn(item.values.tiles)) {
      const type = String(tile.resource);
      const fields = [tile.of, tile.by].flatMap((name) => textOf(name) ?? []);
      namesFields(type, fields, { isNew, world }, found);
      if (were.some((was) => was.title === tile.title && sameValue(was.filter, tile.filter))) continue;
      const relations = world.types.get(type)?.relations;
      for (const name of namesIn(tile.filter)) if (relations?.has(name)) found.error('byId', { name });
    }
  },
};

type Within = Pick<Surroundings, 'isNew' | 'world'>;

/** `own`: the type that the field belongs to, where it comes with it. */
function addedField(
  field: Record<string, unknown>,
  was: Record<string, unknown> | undefined,
  { isNew, world }: Within,
  found: Findings,
  own?: string,
): void {
  const name = String(field.name);
  const dictionary = textOf(field.dictionary);
  if (dictionary && !world.dictionaries.has(dictionary)) {
    if (isNew.has(`dictionaries:${dictionary}`)) found.needs.add(`dictionaries:${dictionary}`);
    else found.error('unknownDictionary', { name: dictionary });
  }
  const relation = textOf(field.relation);
  if (relation && relation !== own && !world.types.has(relation))
    found.error(isNew.has(`schema:${relation}`) ? 'typeFirst' : 'unknownType', { name: relation });
  if (was && was.kind !== field.kind) found.warning('kindChanged', { name });
}

/** Until a record type or field of the file is published, nothing else can name it: it is applied first. */
function namesFields(type: string, fields: string[], { isNew, world }: Within, found: Findings): void {
  const known = world.types.get(type);
  if (!known) {
    found.error(isNew.has(`schema:${type}`) ? 'typeFirst' : 'unknownType', { name: type });
    return;
  }
  for (const field of fields) {
    if (known.fields.has(field) || systemNames.has(field)) continue;
    const id = `schema:${type}.${field}`;
    found.error(isNew.has(id) ? 'fieldFirst' : 'unknownField', { name: field });
  }
}

const systemNames = new Set(['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'version']);

function namesPeople(roles: string[], units: string[], { isNew, world }: Within, found: Findings): void {
  for (const name of roles) {
    if (world.roles.has(name)) continue;
    if (isNew.has(`roles:${name}`)) found.needs.add(`roles:${name}`);
    else found.error('unknownRole', { name });
  }
  for (const name of units) if (!world.units.has(name)) found.error('unknownUnit', { name });
}

/** The names of fields that a condition or a filter asks for. */
function namesIn(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(namesIn);
  if (!isObject(condition)) return [];
  // A filter of a list: a field with its operator, or several filters.
  if ('operator' in condition && 'value' in condition)
    return textOf(condition.field) ? [String(condition.field)] : namesIn(condition.value);
  return Object.entries(condition).flatMap(([name, value]) =>
    name.startsWith('$') ? namesIn(value) : [name.split('.')[0] ?? name],
  );
}

export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
