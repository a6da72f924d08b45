import { useList, useMany } from '@refinedev/core';
import { useMemo } from 'react';
import {
  englishTitleOf,
  englishTwinOf,
  type FieldSchema,
  type Resource,
  shownField,
  shownTitle,
} from '#domain/record/resource.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { localText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { shownLocale } from '#web/client/shown-locale.ts';

/** A record as the endpoint sends it: own fields, system fields, and `_labels` for its relations. */
export type RecordValues = Record<string, unknown>;

type Word = (value: unknown, record: RecordValues) => string;

const words: Record<string, Word> = {};

/** Lets a feature put the values of a field into words, wherever it is shown and where it names the record. Called once, before the first screen. */
export function addWord(resource: string, field: string, word: Word): void {
  words[`${resource}.${field}`] = word;
}

/** The word that a feature has for the value of this field; undefined: there is none, or the field is empty. */
export function wordOf(resource: string, field: string, record: RecordValues): string | undefined {
  const value = record[field];
  const isEmpty = value === undefined || value === null || value === '';
  return isEmpty ? undefined : words[`${resource}.${field}`]?.(value, record);
}

/** What a person calls this record, in their language where it has a name in it. */
export function titleOf(resource: Resource, record: RecordValues): string {
  const english = englishTitleOf(resource);
  const name = lineOf(resource, record, resource.titleField);
  const nameEn = english && lineOf(resource, record, english);
  return nameIn({ name, nameEn }, shownLocale.get()) ?? `#${String(record.id ?? '')}`;
}

/** The value of a list cell: in the reader's language, unless the English version has its own column. */
export function listedValue(
  resource: Resource,
  record: RecordValues,
  field: string,
  columns: readonly string[],
): unknown {
  const english = englishTwinOf(resource.schema, field);
  if (english === undefined || columns.includes(english)) return record[field];
  if (field === resource.titleField) return shownTitle(resource, record, shownLocale.get());
  return shownField(resource, record, field, shownLocale.get());
}

/** Tells two records of the same name apart. */
export function subtitleOf(resource: Resource, record: RecordValues): string | undefined {
  const { subtitleField } = resource;
  if (subtitleField === undefined) return undefined;
  const own = shownField(resource, record, subtitleField, shownLocale.get());
  return lineOf(resource, { ...record, [subtitleField]: own }, subtitleField);
}

/** A field as one line of text; undefined: it is empty. */
function lineOf(resource: Resource, record: RecordValues, field: string): string | undefined {
  const value = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  const word = wordOf(resource.name, field, record);
  if (word !== undefined) return word;
  const schema = resource.schema.properties[field];
  if (schema?.format === 'date-time') return localText(String(value));
  return schema?.['x-enum']?.[String(value)]?.[shownLocale.get()] ?? String(value);
}

/** One related record as a screen names it. */
export interface Related {
  id: number;
  label: string;
  /** It is in the trash: shown struck through. */
  deleted: boolean;
}

/** The related records of a field, named by the `_labels` that came with the record. */
export function relatedOf(record: RecordValues, field: string): Related[] {
  const value = record[field];
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');
  const labels = isObject(record._labels) ? record._labels[field] : undefined;
  return ids.map((id, index) => related(id, index, labels));
}

function related(id: number, index: number, labels: unknown): Related {
  const own = Array.isArray(labels)
    ? (labels.find((entry) => isObject(entry) && entry.id === id) ?? labels[index])
    : isObject(labels) && 'label' in labels
      ? labels
      : isObject(labels)
        ? labels[String(id)]
        : labels;
  if (typeof own === 'string') return { id, label: own, deleted: false };
  if (isObject(own) && typeof own.label === 'string') {
    return { id, label: own.label, deleted: own.deleted === true };
  }
  return { id, label: `#${id}`, deleted: false };
}

/**
 * Names of records by id, asked for together: for what carries no `_labels` (history, filters in the
 * address).
 */
export function useRelated(resourceName: string | undefined, ids: number[]): Map<number, Related> {
  const resource = resourceName ? resourceNamed(resourceName) : undefined;
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const { result } = useMany<RecordValues & { id: number }>({
    resource: resourceName ?? '',
    ids: wanted,
    queryOptions: { enabled: resource !== undefined && wanted.length > 0, staleTime: 60_000 },
    errorNotification: false,
  });
  return useMemo(() => {
    const names = new Map<number, Related>();
    if (!resource) return names;
    for (const record of result.data ?? []) {
      const deleted = record.deletedAt !== null && record.deletedAt !== undefined;
      names.set(record.id, { id: record.id, label: titleOf(resource, record), deleted });
    }
    return names;
  }, [result.data, resource]);
}

export interface Choice {
  value: string | number;
  label: string;
  disabled?: boolean;
  colour?: string;
}

/** The items of a dictionary in their order. An item that is no longer active can be read but not chosen. */
export function useDictionary(code: string | undefined): Choice[] {
  const locale = useLocale();
  const { result: found } = useList<RecordValues & { id: number }>({
    resource: 'dictionary',
    filters: [{ field: 'code', operator: 'eq', value: code }],
    pagination: { pageSize: 1 },
    queryOptions: { enabled: code !== undefined, staleTime: 300_000 },
    errorNotification: false,
  });
  const dictionary = found.data?.[0]?.id;
  const { result } = useList<RecordValues & { id: number }>({
    resource: 'dictionaryItem',
    filters: [{ field: 'dictionary', operator: 'eq', value: dictionary }],
    sorters: [{ field: 'order', order: 'asc' }],
    pagination: { pageSize: 500 },
    queryOptions: { enabled: dictionary !== undefined, staleTime: 300_000 },
    errorNotification: false,
  });
  return useMemo(
    () =>
      (result.data ?? []).map((item) => ({
        value: String(item.code),
        label: String(nameIn({ name: item.label, nameEn: item.labelEn }, locale) ?? item.code),
        disabled: item.isActive === false,
        colour: typeof item.colour === 'string' ? item.colour : undefined,
      })),
    [result.data, locale],
  );
}

/** The choices of an `enum` with their texts. */
export function enumChoices(schema: FieldSchema, locale: 'zh-Hans' | 'en'): Choice[] {
  const source = schema.enum ? schema : (schema.items ?? schema);
  return (source.enum ?? []).map((value) => ({
    value,
    label: source['x-enum']?.[String(value)]?.[locale] ?? String(value),
  }));
}
