import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { readTexts } from './body-values.ts';

const options = { allErrors: true, useDefaults: true, strict: false } as const;

/** In a query one value of a list is no list, and every value is a text. */
const ofQueries = new Ajv({ ...options, coerceTypes: 'array' });

/** A body says what its values are; of them only texts are read as what their field holds. */
const ofBodies = new Ajv(options);

for (const ajv of [ofQueries, ofBodies]) addFormats.default(ajv);

/** Judges the input of a call by its schema, and gives its values the types that the schema names. */
export const inputValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : ofQueries.compile(schema);

function bodyValidator(schema: object) {
  const valid = ofBodies.compile(schema);
  const judge = (body: unknown): boolean => {
    const fits = valid(readTexts({ ...schema }, body));
    judge.errors = valid.errors;
    return fits;
  };
  judge.errors = valid.errors;
  return judge;
}
