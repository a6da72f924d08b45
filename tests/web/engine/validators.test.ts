import { readdirSync, readFileSync } from 'node:fs';
import { validators } from 'virtual:validators';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import { validatorCode } from '#scripts/validators-plugin.ts';

const folder = new URL('../../../schemas/', import.meta.url);
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

/** Values that break rules of every kind, whatever the schema makes of them. */
const samples: unknown[] = [
  {},
  { name: '' },
  { registration: 'ZZ', icao24: 'XYZ', seats: -1, status: 'nothing', company: 'x' },
  {
    geometry: { type: 'Polygon', coordinates: [[[0, 0]]] },
    lower: { value: 1, unit: 'FL', reference: 'AGL' },
  },
  { lower: { value: 300, unit: 'm', reference: 'AGL' }, shape: 'circle', name: 'x', kind: 'temporary' },
  { uscc: '1', mobile: '2', residentId: '3', emailAddress: 'no', validFrom: 'yesterday', unknown: 1 },
];

describe('validators compiled while building', () => {
  test.each(schemas.map((schema) => [schema.$id, schema] as const))(
    '%s judges as the server does',
    async (id, schema) => {
      const server = prepareAjv(new Ajv({ allErrors: true, strict: false })).compile(schema);
      const load = validators[id];
      if (!load) throw new Error(`no validator for ${id}`);
      const { validate } = await load();
      for (const sample of samples) {
        const here = validate(sample) ? [] : (validate.errors ?? []);
        const there = server(sample) ? [] : (server.errors ?? []);
        const summary = (errors: typeof here) =>
          errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).sort();
        expect(summary(here)).toEqual(summary(there));
      }
    },
  );

  test('nothing in them is made from text: the page forbids eval', () => {
    for (const schema of schemas) {
      expect(validatorCode(schema, 'runtime.ts')).not.toMatch(/new Function|eval\(|require\(/);
    }
  });
});
