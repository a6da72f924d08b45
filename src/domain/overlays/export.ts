import type { Resource } from '#domain/record/resource.ts';
import { fileNameOf } from './names.ts';

/** What is committed to make an overlay part of the product: the file of schemas/ and the entry in resources.config.ts. */
export interface OverlayExport {
  /** e.g. `schemas/drone-flight.json` */
  path: string;
  schema: string;
  entry: string;
}

/** The type as it is with its overlay, in the form of the files that a person writes. */
export function exportOf({ name, schema, ...entry }: Resource): OverlayExport {
  const { $id, ...rest } = schema;
  return {
    path: `schemas/${fileNameOf(name)}`,
    schema: `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', $id, ...rest }, null, 2)}\n`,
    entry: `${literal({ name, schema: new Code(`schemas.${name}`), ...entry }, 1)},\n`,
  };
}

/** Text that stands in the entry as it is. */
class Code {
  constructor(readonly text: string) {}
}

/** A value as the entries are written: two blanks a step, single quotes, short lists in one line. */
function literal(value: unknown, depth: number): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Array.isArray(value)
    ? value.map((own) => literal(own, depth + 1))
    : Object.entries(value)
        .filter(([, own]) => own !== undefined)
        .map(([key, own]) => `${keyOf(key)}: ${literal(own, depth + 1)}`);
  const [open, close, gap] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  const line = `${open}${gap}${parts.join(', ')}${gap}${close}`;
  if (parts.length === 0) return `${open}${close}`;
  if (depth > 1 && line.length + 2 * depth <= 88 && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
