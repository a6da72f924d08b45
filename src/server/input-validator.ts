import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

const options = { allErrors: true, useDefaults: true, strict: false } as const;

/** In a query one value of a list is no list, and every value is a text. */
const ofQueries = new Ajv({ ...options, coerceTypes: 'array' });

/** Clients of ABP send numbers as texts. A list stays a list: `[x]` taken for x would pass where only x may stand. */
const ofBodies = new Ajv({ ...options, coerceTypes: true });

for (const ajv of [ofQueries, ofBodies]) addFormats.default(ajv);

/** Judges the input of a call by its schema, and gives its values the types that the schema names. */
export const inputValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? ofBodies : ofQueries).compile(schema);
