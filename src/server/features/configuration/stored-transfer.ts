import type { ComparedItem } from '#domain/configuration/compared-item.ts';
import { type ConfigurationItem, isSection } from '#domain/configuration/item.ts';
import type { Label } from '#domain/text/label.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';

/** The difference of a transfer as its record holds it. */
export function appliedItems(difference: unknown): Omit<ComparedItem, 'values'>[] {
  return entriesOf(difference).map(({ section, key, label, entry }) => ({
    section,
    key,
    label,
    status: entry.status === 'new' ? 'new' : 'changed',
    changes: (Array.isArray(entry.changes) ? entry.changes.filter(isObject) : []).map(
      ({ path, before, after }) => ({
        path: Array.isArray(path) ? path.map(String) : [],
        before: before ?? null,
        after: after ?? null,
      }),
    ),
    problems: [],
    needs: [],
  }));
}

/** The items that a transfer replaced, as they were before. */
export function previousItems(previous: unknown): ConfigurationItem[] {
  return entriesOf(previous).map(({ section, key, label, entry }) => ({
    section,
    key,
    label,
    values: isObject(entry.values) ? entry.values : {},
  }));
}

function entriesOf(value: unknown) {
  return (Array.isArray(value) ? value.filter(isObject) : []).flatMap((entry) =>
    isSection(entry.section)
      ? [{ section: entry.section, key: String(entry.key), label: labelOf(entry.label), entry }]
      : [],
  );
}

function labelOf(value: unknown): Label {
  const label = isObject(value) ? value : {};
  return { 'zh-Hans': stringOf(label['zh-Hans']) ?? '', en: stringOf(label.en) ?? '' };
}
