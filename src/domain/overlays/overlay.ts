import type { Action, GeometryKind, PermissionRule, Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';

/**
 * What an administrator adds at run time: fields of a record type of schemas/, or a whole record type. It is kept as a
 * record (schemas/schema-overlay.json); the shipped files and the published overlays together are the catalogue.
 */

/** What a field holds, as it is chosen in the browser. Each stands for one form of our JSON Schema subset. */
export const fieldKinds = [
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'dateTime',
  'choice',
  'choices',
  'dictionary',
  'dictionaries',
  'relation',
  'relations',
  'texts',
  'geometry',
  'altitude',
] as const;

export type OverlayKind = (typeof fieldKinds)[number];

export interface OverlayField {
  name: string;
  kind: OverlayKind;
  label: Label;
  help?: Label;
  /** e.g. `kg`, `m`. */
  unit?: string;
  required?: boolean;
  unique?: boolean;
  default?: string | number | boolean;
  /** Of a text, in characters. */
  minLength?: number;
  maxLength?: number;
  /** Of a number. */
  minimum?: number;
  maximum?: number;
  /** Digits after the point that are kept exactly; absent: as the machine computes. */
  decimals?: number;
  /** Of a text; one of `textFormats`. */
  format?: string;
  choices?: { value: string; label: Label }[];
  /** Name of the record type that the field names a record of. */
  relation?: string;
  /** Code of the dictionary that the value comes from. */
  dictionary?: string;
  geometry?: GeometryKind[];
  inList?: boolean;
  inSearch?: boolean;
  /** The group of the form that has this label, made where there is none; absent: after all groups. */
  group?: Label;
}

/** What a whole record type says of itself beside its fields. */
export interface OverlayType {
  label: Label;
  titleField: string;
  subtitleField?: string;
  /** Its place in the menu; absent: none, it is opened from what relates to it. */
  menu?: { group: string; order: number };
  permissions: Record<Action, PermissionRule>;
  /** The field that names the company whose rows they are; absent: everyone who may read sees every row. */
  companyField?: string;
}

export type OverlayDefinition = {
  fields: OverlayField[];
  /** Only where the overlay is a whole record type. */
  type?: OverlayType;
};

/** `draft`: never published. `withdrawn`: was, and its values are kept and hidden. */
export type OverlayState = 'draft' | 'published' | 'withdrawn';

/** An overlay as the catalogue sees it: what is in effect, and what has ever had a column. */
export interface Overlay {
  resource: string;
  kind: 'fields' | 'type';
  state: OverlayState;
  /** What was published last; null: nothing yet. */
  published: OverlayDefinition | null;
  /** Every field that was ever published, as it was last. */
  known: OverlayField[];
}

/** The overlay as if this were its published definition. */
export function withPublished(overlay: Overlay, definition: OverlayDefinition): Overlay {
  return { ...overlay, state: 'published', published: definition, known: knownAfter(overlay, definition) };
}

export function knownAfter({ known }: Pick<Overlay, 'known'>, { fields }: OverlayDefinition): OverlayField[] {
  const now = new Set(fields.map(({ name }) => name));
  return [...known.filter(({ name }) => !now.has(name)), ...fields];
}

/** Where the screens of added types are. */
export const addedPath = '/records';

/** Types to which nothing may be added: the overlays themselves. */
const closedTypes: readonly string[] = ['schemaOverlay'];

/** Fields can be added where somebody can fill them in: what only services write, no form reaches. */
export function mayBeExtended({ name, readOnly }: Pick<Resource, 'name' | 'readOnly'>): boolean {
  return !readOnly && !closedTypes.includes(name);
}
