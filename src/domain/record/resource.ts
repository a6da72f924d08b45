import type { AltitudeReference } from '#domain/geo/altitude.ts';
import { type Label, type Locale, labelIn } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';

/**
 * What a record type is to the whole house: its schema (the shape) and its entry in src/resources/
 * (place in the menu, permissions, columns). Plain data: code is named here, never imported.
 */

import type { Agreement } from './agreement.ts';
import type { Computation } from './computation.ts';

/** Where the value of a relation field lives. */
export interface Relation {
  resource: string;
  /** Tells who did something once: the record that it names may go into the trash all the same. */
  past?: boolean;
}

/**
 * The subset of JSON Schema (draft-07 ∩ 2020-12) that a record type may use, with our `x-` keywords.
 * The keywords describe the record, never a screen.
 */
export interface FieldSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  /** date · date-time (UTC) · email · uri · and ours, listed in formats.ts */
  format?: string;
  enum?: (string | number)[];
  const?: string | number | boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  additionalProperties?: boolean;
  default?: unknown;
  /** Values that the record's own rules accept, for who makes one up. */
  examples?: unknown[];
  readOnly?: boolean;
  description?: string;
  /** What a person calls the field. */
  'x-label'?: Label;
  /** A sentence of help under the field. */
  'x-help'?: Label;
  /** Texts of an `enum`, by value. */
  'x-enum'?: Record<string, Label>;
  /** On an integer: a foreign key. On the items of an array: a link table. */
  'x-relation'?: Relation;
  /** The value is the `code` of an item of this dictionary (by the dictionary's code). */
  'x-dictionary'?: string;
  /** Texts are kept in this case, whatever a person typed (normalize.ts, before validation). */
  'x-case'?: 'upper' | 'lower';
  /**
   * A text that the server may have written: stored as `StoredText` (domain/text/locales/stored-text.ts), and
   * worded for whoever reads the record. People do not set it.
   */
  'x-worded'?: boolean;
  /** Unique among records that are not in the trash. */
  'x-unique'?: boolean;
  'x-index'?: boolean;
  /** e.g. `kg`, `m`, `min`. */
  'x-unit'?: string;
  /** An object or null that is GeoJSON geometry, WGS-84, [longitude, latitude] in degrees. */
  'x-geometry'?: GeometryKind[];
  /** An object `{value, unit, reference}`: never a bare number. */
  'x-altitude'?: boolean;
  /** Of an altitude that is above this by definition, such as an elevation: people need not write it. */
  'x-datum'?: AltitudeReference;
  /** Never leaves the server, never in history in clear (e.g. a password hash). */
  'x-secret'?: boolean;
  /**
   * Its value follows from other fields, by a function of computed.ts; nobody sets it, so it is `readOnly`
   * too.
   */
  'x-computed'?: Computation;
  /**
   * What becomes of its value where the schema's conditions leave it no place (conditional.ts); absent:
   * `drop`.
   */
  'x-when-hidden'?: 'drop' | 'keep';
  /** What a record without it comes to: whoever saves one in a form is asked first. */
  'x-ask-empty'?: Label;
  /**
   * An object that is a MongoDB-style condition on documents of the kind that this field of the record names.
   */
  'x-condition'?: string;
  /**
   * Whoever files a plan or a sortie says it (plans/filed-fields.ts): calls take it, and a copy for another
   * day has it too. The other fields are set by what becomes of the plan.
   */
  'x-filed'?: boolean;
  /** Of what is filed: compared from record to record, so that it stands wherever several of them do. */
  'x-listed'?: boolean;
  /** A text that is the name of a record type; people read the type's label. */
  'x-record-type'?: boolean;
  /** A copy of the name of a person, company or organization unit: shown in the reader's language. People do not set it. */
  'x-stored-name'?: boolean;
  /** The id of a person or thing whose name is the field of this name beside it: people read the name alone. */
  'x-named-by'?: string;
}

export type GeometryKind = 'Point' | 'LineString' | 'Polygon' | 'MultiPolygon';

export interface RecordSchema extends FieldSchema {
  $id: string;
  type: 'object';
  title: string;
  'x-label': Label;
  /** Its name for several of them, in English, where that is another; Chinese has one for both. */
  'x-plural'?: string;
  properties: Record<string, FieldSchema>;
  required?: string[];
  /** Unique over several fields, among records that are not in the trash. */
  'x-uniques'?: string[][];
  'x-indexes'?: string[][];
  /** Pairs of fields of which the second is not before, below or less than the first (order-rules.ts). */
  'x-order'?: [first: string, second: string][];
  /** Fields that must not contradict each other (record-rules.ts). */
  'x-agree'?: Agreement[];
  if?: unknown;
  then?: unknown;
  else?: unknown;
  allOf?: unknown[];
}

export type Action = 'read' | 'create' | 'update' | 'delete';

/**
 * Any of these permissions will do; an empty list is nobody but Pages.Admin; 'signedIn' is everyone with a
 * session.
 */
export type PermissionRule = string[] | 'signedIn';

/** Whose rows a user sees (decisions.md §3). Absent: all rows, to whoever may read the resource at all. */
export interface Scope {
  /** Field that relates to the company, or to several; `id` where the record is itself the company. */
  company?: string;
  /** Geometry fields, or relations to resources with a coverage, that place the record in a coverage area. */
  coverage?: string[];
  /** Field that lists the users to whom alone a row belongs; nobody else sees it, whatever their company or area. */
  people?: string;
  /**
   * Rows whose company is empty are shared: every company that may read the resource sees them, only Admin
   * edits them. Whoever is bound to coverage areas sees those of their areas.
   */
  shared?: boolean;
  /**
   * Lists of roles and of organization units, beside that of companies: a row is read by whom any of the three names, one
   * that names nobody by everyone. Who keeps such records, and is bound to no company, reads all.
   */
  addressees?: { roles: string; units: string };
  /**
   * Everyone who may read the resource sees every row; the scope still bounds changes, and places what
   * relates to it.
   */
  public?: boolean;
}

export interface Resource {
  /** Name in the URL, camelCase: `aircraft`, `aircraftType`. The table is its snake_case. */
  name: string;
  schema: RecordSchema;
  /** Path of its screens, from the specification's route table, e.g. `/baseManage/aircraftManage`. */
  path: string;
  /** Group and order in the menu; absent: no entry of its own. `label`: where the entry is not named as the records are. */
  menu?: { group: string; order: number; icon?: string; label?: Label };
  /**
   * Who opens its screens, in the menu and by address, where that is fewer than may read it (specification
   * §2): its list, and the page and form of one record, to which links lead more people; absent: as the list.
   * See screens.ts.
   */
  opens?: { list: string[]; record?: string[] };
  permissions: Record<Action, PermissionRule>;
  scope?: Scope;
  /** Field whose value names a record to a person, and one that tells two of the same name apart. */
  titleField: string;
  subtitleField?: string;
  /** Columns of the list, in order; see usualColumns. */
  columns: string[];
  /** Fields that the search box looks into. */
  search: string[];
  sort?: { field: string; order: 'asc' | 'desc' };
  form?: FormHints;
  /** Fields that only services set: refused at the records endpoint, shown read-only. */
  serviceOnly?: string[];
  /**
   * Fields that fewer people may see or set than the record: any of these permissions. A role may narrow this
   * further (access.ts, RecordRule). What is not readable is not there: in no list, filter, sort, search,
   * label, export, history or file.
   */
  fieldPermissions?: Record<string, { read?: string[]; write?: string[] }>;
  /** Columns that may be changed in the list itself. */
  inlineEdit?: string[];
  /** Fields by which an import finds the record to update; absent: those that are unique. */
  keys?: string[];
  /**
   * Records that are edited together with this one (master and detail): `field` of `resource` names this
   * record.
   */
  details?: { resource: string; field: string }[];
  /**
   * What may be attached; absent: files of no particular kind. `false`: nothing. `read`: files of the kind
   * are there only for who holds one of these permissions, in lists, downloads, links, searches and labels.
   */
  attachments?: false | { kinds: { name: string; label: Label; read?: string[] }[] };
  /** The record passes an approval flow (decisions.md §5): submitted, locked while it waits, decided. */
  approval?: ApprovalRule;
  /**
   * Written by services only: the records endpoint answers 403 to create, update and delete (and says which
   * call to use).
   */
  readOnly?: boolean;
}

export interface ApprovalRule {
  /** The flow's document kind. */
  kind: 'aircraft' | 'pilot' | 'company' | 'airspace';
  /** serviceOnly fields: where it stands, and the opinion of who decided. */
  state: string;
  opinion: string;
  /**
   * serviceOnly fields that follow from it in the specification's own figures (§4): state 0 to 2, and
   * acceptance.
   */
  marks?: { state: string; accept: string };
  /** Once accepted it is changed by no applicant: what was granted is changed by who granted it. */
  sealed?: boolean;
  /** Dates after which an accepted record must be submitted again. */
  expiry: string[];
  /** What the acceptance vouches for: a change of one of these fields afterwards undoes it. */
  matters: string[];
  /** Kinds of attachments without which it is not submitted. */
  papers?: string[];
  /** Who may submit it; who decides is said by the flow. */
  submit: string[];
}

export interface FormHints {
  /** `tab` gathers groups under a tab of that label; groups without one stand above the tabs. */
  groups?: { label: Label; fields: string[]; tab?: Label }[];
  /** Widget by name, for a field whose schema does not already choose one. */
  widgets?: Record<string, string>;
  /** Fields that the widgets of others look at. */
  beside?: string[];
  hidden?: string[];
}

/** What several records of this type are called: the title of their list. */
export function listLabel(schema: RecordSchema): Label {
  return { ...schema['x-label'], en: schema['x-plural'] ?? schema['x-label'].en };
}

/** The English version of a field: `nameEn` for `name`; undefined if the schema has none. */
export function englishTwinOf({ properties }: RecordSchema, field: string): string | undefined {
  const twin = `${field}En`;
  return twin in properties ? twin : undefined;
}

/** The field that names a record of this type in English, where it has one beside its title. */
export function englishTitleOf({ schema, titleField }: Pick<Resource, 'schema' | 'titleField'>) {
  return englishTwinOf(schema, titleField);
}

/**
 * The default columns of a list. A column with an English version shows the reader's language, so the English version is
 * left out; in English, Chinese-only fields (`nameZh`) are left out too. Users can still add both.
 */
export function usualColumns(
  { schema, columns }: Pick<Resource, 'schema' | 'columns'>,
  locale: Locale,
): string[] {
  const twins = new Set(columns.map((field) => englishTwinOf(schema, field)));
  return columns.filter((field) => !twins.has(field) && !(locale === 'en' && field.endsWith('Zh')));
}

/** The value of a field for this reader: in English its English version, if the record has one. */
export function shownField(
  { schema }: Pick<Resource, 'schema'>,
  record: Record<string, unknown>,
  field: string,
  locale: Locale,
): unknown {
  const twin = englishTwinOf(schema, field);
  return nameIn({ name: record[field], nameEn: twin && record[twin] }, locale);
}

/** The name of a record in this language; undefined: it has none. */
export function shownTitle(
  resource: Pick<Resource, 'schema' | 'titleField'>,
  record: Record<string, unknown>,
  locale: Locale,
): unknown {
  const english = englishTitleOf(resource);
  const name = record[resource.titleField];
  const text = resource.schema.properties[resource.titleField]?.['x-enum']?.[String(name)];
  return text ? labelIn(text, locale) : nameIn({ name, nameEn: english && record[english] }, locale);
}

/** The columns that every record has beside its own fields. */
export type SystemFields = {
  id: number;
  /** Grows by one at each change; a save must name the version it was made from. */
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  /** Set while the record is in the trash. */
  deletedAt: string | null;
  deletedBy: number | null;
};

export const systemFields = [
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
] as const satisfies (keyof SystemFields)[];

/**
 * Checks that the entries fit together and gives them back: a wrong field name fails at start, not on a
 * screen.
 */
export function defineResources(resources: Resource[]): Resource[] {
  const names = new Set<string>();
  for (const resource of resources) {
    if (names.has(resource.name)) throw new Error(`resources.config.ts: ${resource.name} is defined twice`);
    names.add(resource.name);
  }
  for (const resource of resources) checkEntry(resource, names);
  return resources;
}

function checkEntry(resource: Resource, names: Set<string>): void {
  const fields = new Set<string>([...Object.keys(resource.schema.properties), ...systemFields]);
  const named: [string, string[]][] = [
    ['titleField', [resource.titleField]],
    ['subtitleField', resource.subtitleField ? [resource.subtitleField] : []],
    ['columns', resource.columns],
    ['search', resource.search],
    ['sort', resource.sort ? [resource.sort.field] : []],
    ['scope.company', resource.scope?.company ? [resource.scope.company] : []],
    ['scope.people', resource.scope?.people ? [resource.scope.people] : []],
    ['scope.coverage', resource.scope?.coverage ?? []],
    ['scope.addressees', Object.values(resource.scope?.addressees ?? {})],
    ['serviceOnly', resource.serviceOnly ?? []],
    ['form.groups', resource.form?.groups?.flatMap((group) => group.fields) ?? []],
    ['form.widgets', Object.keys(resource.form?.widgets ?? {})],
    ['form.beside', resource.form?.beside ?? []],
    ['form.hidden', resource.form?.hidden ?? []],
    ['fieldPermissions', Object.keys(resource.fieldPermissions ?? {})],
    ['inlineEdit', resource.inlineEdit ?? []],
    ['keys', resource.keys ?? []],
    ['approval.state', resource.approval ? [resource.approval.state] : []],
    ['approval.opinion', resource.approval ? [resource.approval.opinion] : []],
    ['approval.marks', Object.values(resource.approval?.marks ?? {})],
    ['approval.expiry', resource.approval?.expiry ?? []],
    ['approval.matters', resource.approval?.matters ?? []],
  ];
  for (const [where, list] of named) {
    for (const field of list) {
      if (!fields.has(field)) {
        throw new Error(
          `resources.config.ts: ${resource.name}.${where} names "${field}", which its schema lacks`,
        );
      }
    }
  }
  for (const [field, schema] of Object.entries(resource.schema.properties)) {
    const keyword = (['x-worded', 'x-stored-name'] as const).find((one) => schema[one]);
    if (keyword && !resource.readOnly && !resource.serviceOnly?.includes(field)) {
      throw new Error(`resources.config.ts: ${resource.name}.${field} is ${keyword}, and not serviceOnly`);
    }
  }
  const kinds = resource.attachments ? resource.attachments.kinds.map(({ name }) => name) : [];
  for (const paper of resource.approval?.papers ?? []) {
    if (!kinds.includes(paper)) {
      throw new Error(
        `resources.config.ts: ${resource.name}.approval.papers names "${paper}", no kind of its files`,
      );
    }
  }
  for (const { resource: name } of resource.details ?? []) {
    if (!names.has(name)) {
      throw new Error(`resources.config.ts: ${resource.name}.details names "${name}", which is no resource`);
    }
  }
  for (const [field, schema] of Object.entries(resource.schema.properties)) {
    const relation = relationOf(schema);
    if (relation && !names.has(relation.resource)) {
      throw new Error(
        `schemas: ${resource.name}.${field} relates to "${relation.resource}", which is no resource`,
      );
    }
  }
}

/** May the field hold a point, alone or among other shapes? */
export const mayBePoint = (schema: FieldSchema): boolean => schema['x-geometry']?.includes('Point') ?? false;

/** The relation of a field, whether it holds one record or a list of them. */
export function relationOf(schema: FieldSchema): Relation | undefined {
  return schema['x-relation'] ?? schema.items?.['x-relation'];
}

/**
 * True where the field holds a list of related records (a link table in SQL, an array of ids in a record).
 */
export function isLinkList(schema: FieldSchema): boolean {
  return schema.type === 'array' && schema.items?.['x-relation'] !== undefined;
}
