import { createHash } from 'node:crypto';

/** PostgreSQL cuts identifiers at 63 bytes in silence; a cut name could meet another, so we shorten it ourselves. */
const longestName = 63;

/** camelCase → snake_case exactly as kysely's CamelCasePlugin does it, for statements that are written by hand. */
export function snakeCase(name: string): string {
  let out = '';
  for (let i = 0; i < name.length; i += 1) {
    const char = name.charAt(i);
    const before = name.charAt(i - 1);
    const isUpper = char !== char.toLowerCase();
    const afterUpper = before !== before.toLowerCase();
    out += isUpper && i > 0 && !afterUpper ? `_${char.toLowerCase()}` : char.toLowerCase();
  }
  return out;
}

/** A name made of parts, in snake_case, that fits an identifier. */
export function objectName(...parts: string[]): string {
  const name = parts.map(snakeCase).join('_');
  if (name.length <= longestName) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName - 9)}_${digest}`;
}

/** The camelCase name under which the query builder knows what `objectName` named. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, char: string) => char.toUpperCase());
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteLiteral(value: string | number | boolean | null): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return String(value);
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
