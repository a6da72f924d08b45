import type { Text } from '#domain/text/errors.ts';
import type { Label } from '#domain/text/label.ts';
import type { Overlay, OverlayDefinition, OverlayField } from './overlay.ts';

/** One thing that publishing does, to be said in words. `label` names the field, or the type where there is none. */
export interface OverlayChange {
  kind:
    | 'newType'
    | 'bringType'
    | 'type'
    | 'add'
    | 'bringBack'
    | 'hide'
    | 'kind'
    | 'required'
    | 'optional'
    | 'unique'
    | 'notUnique'
    | 'rules'
    | 'words'
    | 'place';
  field: string | null;
  label: Label;
  values?: Text['values'];
}

/** What publishing this definition changes of what is in effect. */
export function overlayChanges(overlay: Overlay, next: OverlayDefinition): OverlayChange[] {
  const inEffect = overlay.state === 'published' ? overlay.published : null;
  const before = new Map((inEffect?.fields ?? []).map((field) => [field.name, field]));
  const known = new Set(overlay.known.map(({ name }) => name));
  const changes: OverlayChange[] = [];
  if (next.type) {
    const { label } = next.type;
    if (!inEffect) changes.push({ kind: known.size > 0 ? 'bringType' : 'newType', field: null, label });
    else if (!same(inEffect.type, next.type)) changes.push({ kind: 'type', field: null, label });
  }
  for (const field of next.fields) {
    const was = before.get(field.name);
    if (was) changes.push(...fieldChanges(was, field));
    else changes.push(of(field, known.has(field.name) ? 'bringBack' : 'add'));
  }
  const remaining = new Set(next.fields.map(({ name }) => name));
  for (const field of before.values()) if (!remaining.has(field.name)) changes.push(of(field, 'hide'));
  return changes;
}

function of(field: OverlayField, kind: OverlayChange['kind']): OverlayChange {
  return { kind, field: field.name, label: field.label };
}

const words = ['label', 'help', 'unit'] as const;
const places = ['inList', 'inSearch', 'group'] as const;
const rules = [
  'default',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'decimals',
  'format',
  'choices',
  'dictionary',
  'geometry',
] as const;

function fieldChanges(was: OverlayField, now: OverlayField): OverlayChange[] {
  const differs = (names: readonly (keyof OverlayField)[]) =>
    names.some((name) => !same(was[name], now[name]));
  const changes: OverlayChange[] = [];
  if (was.kind !== now.kind) changes.push(of(now, 'kind'));
  if (Boolean(was.required) !== Boolean(now.required))
    changes.push(of(now, now.required ? 'required' : 'optional'));
  if (Boolean(was.unique) !== Boolean(now.unique)) changes.push(of(now, now.unique ? 'unique' : 'notUnique'));
  if (differs(rules)) changes.push(of(now, 'rules'));
  if (differs(words)) changes.push(of(now, 'words'));
  if (differs(places)) changes.push(of(now, 'place'));
  return changes;
}

/** Equal as JSON, whatever the order of the keys: the database keeps its own. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, own]) => own !== undefined && own !== false)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, sorted(own)]),
  );
}
