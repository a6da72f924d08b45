import fc from 'fast-check';
import { droppedFields } from '#domain/record/conditional.ts';
import { birthDateOf, genderOf, residentCheckDigit, usccCheckCharacter } from '#domain/record/formats.ts';
import { normalizeValue } from '#domain/record/normalize.ts';
import { type FieldSchema, isLinkList, type Resource, relationOf } from '#domain/record/resource.ts';

/** What an example needs to know of the records around it. */
export interface Surroundings {
  /** A live record of this resource to relate to; `anew`: one that nothing relates to yet. */
  relate(resource: string, anew?: boolean): Promise<number>;
  /** A code that this dictionary has. */
  codeOf(dictionary: string): Promise<string>;
}

/** A record that its schema accepts; another number gives other values. */
export async function exampleRecord(
  resource: Resource,
  n: number,
  around: Surroundings,
  which: 'every field' | 'required fields',
): Promise<Record<string, unknown>> {
  const required = requiredIn(resource);
  const record: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(resource.schema.properties)) {
    // Only services set secrets, and so they are given only where services write the record.
    if (schema.readOnly || (schema['x-secret'] && !(resource.readOnly && required.has(name)))) continue;
    if (!required.has(name) && (which === 'required fields' || resource.serviceOnly?.includes(name)))
      continue;
    const relation = relationOf(schema);
    // A record of the same kind would need one of its own kind.
    if (relation?.resource === resource.name && !required.has(name)) continue;
    if (relation) {
      // Where a relation makes it unique, or two of them, the next one needs another.
      const unique =
        schema['x-unique'] ||
        resource.schema['x-uniques']?.some(([first, ...rest]) => {
          const related = (field: string) =>
            relationOf(resource.schema.properties[field] ?? {}) !== undefined;
          return first === name && rest.every(related);
        });
      const id = await around.relate(relation.resource, unique);
      record[name] = isLinkList(schema) ? [id] : id;
      continue;
    }
    record[name] = await exampleValue(schema, n, around);
  }
  if (typeof record.residentId === 'string' && 'birthDate' in record) {
    record.birthDate = birthDateOf(record.residentId);
    record.gender = genderOf(record.residentId);
  }
  for (const name of droppedFields(resource.schema, record)) delete record[name];
  return record;
}

/** What is required always, and what some condition of the schema may require. */
function requiredIn({ schema }: Resource): Set<string> {
  const names = new Set(schema.required ?? []);
  for (const part of [schema.then, schema.else, ...(schema.allOf ?? [])]) {
    for (const [, list] of JSON.stringify(part ?? {}).matchAll(/"required":(\[[^\]]*\])/g)) {
      const parsed: string[] = JSON.parse(list ?? '[]');
      for (const name of parsed) if (name in schema.properties) names.add(name);
    }
  }
  return names;
}

async function exampleValue(schema: FieldSchema, n: number, around: Surroundings): Promise<unknown> {
  if (schema.const !== undefined) return schema.const;
  if (schema.examples) return schema.examples[n % schema.examples.length];
  if (schema['x-dictionary']) return around.codeOf(schema['x-dictionary']);
  if (schema.enum) return schema.default ?? schema.enum[0];
  const kinds = schema['x-geometry'];
  if (kinds) return geometry(kinds[0] ?? 'Point', n);
  if (schema['x-altitude']) return { value: 100 + (n % 1000), unit: 'm', reference: 'AMSL' };
  switch (schema.type) {
    case 'integer':
      return number(schema, n, 1);
    case 'number':
      return number(schema, n, schema.multipleOf ?? 0.5);
    case 'boolean':
      return schema.default ?? true;
    case 'array':
      return schema.items ? exampleItems(schema.items, schema.minItems ?? 1, n, around) : [];
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const [name, inner] of Object.entries(schema.properties ?? {})) {
        value[name] = await exampleValue(inner, n, around);
      }
      return value;
    }
    default:
      return text(schema, n);
  }
}

/** As many as the list must have, each another. */
async function exampleItems(schema: FieldSchema, count: number, n: number, around: Surroundings) {
  const items: unknown[] = [];
  for (let i = 0; i < Math.max(count, 1); i += 1) items.push(await exampleValue(schema, n + i, around));
  return items;
}

function number(schema: FieldSchema, n: number, step: number): number {
  const least =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + step);
  const most = schema.maximum ?? Number.MAX_SAFE_INTEGER;
  const steps = Math.max(1, Math.floor((most - least) / step));
  return least + (n % steps) * step;
}

function text(schema: FieldSchema, n: number): string {
  if (schema.format) return formatted(schema.format, n);
  const least = schema.minLength ?? 0;
  const most = Math.min(schema.maxLength ?? 40, 40);
  if (schema.pattern) {
    const { pattern } = schema;
    // A pattern may ask for a length of its own, such as that of a digest.
    const longestMatch = Math.min(schema.maxLength ?? 128, 128);
    const matching = fc.stringMatching(new RegExp(pattern)).filter((value) => {
      if (value.length < Math.max(1, least) || value.length > longestMatch || !/^[\x20-\x7e]*$/.test(value))
        return false;
      return normalizeValue(schema, value) === value;
    });
    // The longest of several: two short ones are soon the same, where they must be unique.
    const [longest = ''] = fc.sample(matching, { seed: n, numRuns: 12 }).sort((a, b) => b.length - a.length);
    return longest;
  }
  return `x${n}`.padEnd(least, '_').slice(0, most);
}

function formatted(format: string, n: number): string {
  const digits = (count: number) => String(n).padStart(count, '0').slice(-count);
  const letters = (count: number) =>
    Array.from({ length: count }, (_, i) => String.fromCharCode(65 + (Math.floor(n / 26 ** i) % 26))).join(
      '',
    );
  switch (format) {
    case 'registration-mark':
      return `B-${1000 + (n % 9000)}`;
    case 'icao24':
      return (0x780000 + n).toString(16);
    case 'uscc': {
      const first = `91510100MA6${digits(6)}`;
      return `${first}${usccCheckCharacter(first)}`;
    }
    case 'resident-id': {
      const first = `11010519491231${digits(3)}`;
      return `${first}${residentCheckDigit(first)}`;
    }
    case 'mobile-cn':
      return `138${digits(8)}`;
    case 'location-indicator':
      return `Z${letters(3)}`;
    case 'iata':
      return letters(3);
    case 'type-designator':
      return `C${100 + (n % 900)}`;
    case 'callsign':
      return `CW${digits(4)}`;
    case 'email':
      return `person${n}@example.org`;
    case 'date':
      return `20${30 + (n % 60)}-02-28`;
    case 'date-time':
      return `20${30 + (n % 60)}-02-28T08:15:30.000Z`;
    case 'uuid':
      return `00000000-0000-4000-8000-${digits(12)}`;
    case 'uri':
      return `https://example.org/${n}`;
    case 'phone':
      return `028-857${digits(5)}`;
    case 'time-zone':
      return 'Asia/Shanghai';
    case 'time-hhmm':
      return '0830';
    case 'ssr-code':
      return '2041';
    case 'country-code':
      return 'CN';
    case 'ip-address':
      return '239.1.1.1';
    default:
      throw new Error(`tests: an example of the format "${format}" is missing in example-record.ts`);
  }
}

/** In Sichuan, one place a number. */
function geometry(kind: string, n: number): object {
  const [longitude, latitude] = [103 + (n % 50) / 100, 30 + (n % 40) / 100];
  const ring = [
    [longitude, latitude],
    [longitude + 0.1, latitude],
    [longitude + 0.1, latitude + 0.1],
    [longitude, latitude],
  ];
  switch (kind) {
    case 'Point':
      return { type: kind, coordinates: [longitude, latitude] };
    case 'LineString':
      return { type: kind, coordinates: ring.slice(0, 3) };
    case 'Polygon':
      return { type: kind, coordinates: [ring] };
    default:
      return { type: kind, coordinates: [[ring]] };
  }
}

/** What a rule of the type (records/rules.ts) keeps apart, where its schema does not. */
export const uniqueByRule: Record<string, string[]> = { organizationUnit: ['displayName'] };
