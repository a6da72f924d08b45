import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { formatTable } from '#domain/record/format-table.ts';
import { readTexts } from './body-values.ts';

const options = { allErrors: true, useDefaults: true, strict: false } as const;

/** In a query one value of a list is no list, and every value is a text. */
const ofQueries = new Ajv({ ...options, coerceTypes: 'array' });

/** A body says what its values are; of them only texts are read as what their field holds. */
const ofBodies = new Ajv(options);

for (const ajv of [ofQueries, ofBodies]) {
  addFormats.default(ajv);
  // Dates and times follow the same rules as in records.
  for (const name of ['date', 'date-time']) ajv.addFormat(name, formatTable[name] ?? true);
}

/**
 * Validates the input of a call by its schema, and gives its values the types that the schema names. A schema is
 * compiled when its call first comes: a start need not wait for hundreds that nobody may ever ask for.
 */
export const inputValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const inBody = httpPart === 'body';
  let compiled: ValidateFunction | undefined;
  const validate: { (input: unknown): boolean; errors?: ValidateFunction['errors'] } = (input) => {
    compiled ??= (inBody ? ofBodies : ofQueries).compile(schema);
    const fits = compiled(inBody ? readTexts({ ...schema }, input) : input);
    validate.errors = compiled.errors;
    return fits;
  };
  return validate;
};
