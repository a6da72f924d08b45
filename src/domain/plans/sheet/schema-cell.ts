import { type FieldSchema, relationOf } from '#domain/record/resource.ts';
import { readCell, writeCell } from '#domain/record/transfer/cell.ts';
import type { CellContext, Reading } from '#domain/record/transfer/cell-reading.ts';
import { pickedText } from './names.ts';

/** Related records are read and written by the sheet itself, which looks their names up; a code stands for itself. */
function contextIn(timeZone: string): CellContext {
  return {
    locale: 'zh-Hans',
    timeZone,
    names: {
      related: () => [],
      codes: (_, text) => [text],
      nameOf: (resource, id) => pickedText({ resource, id }),
      labelOf: (_, code) => code,
    },
  };
}

/** A value as the cell of its field holds it: choices and switches by their value, for they are shown in any language. */
export function cellText(schema: FieldSchema, value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  const relation = relationOf(schema);
  if (relation) {
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number');
    return ids.map((id) => pickedText({ resource: relation.resource, id })).join('、');
  }
  if (schema.enum || schema.type === 'boolean') return String(value);
  return String(writeCell(schema, value, contextIn(timeZone)) ?? '');
}

/** What a text means in the cell of such a field. */
export function readText(schema: FieldSchema, text: string, timeZone: string): Reading {
  return readCell(schema, text, contextIn(timeZone));
}
