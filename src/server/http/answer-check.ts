import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const ajv = new Ajv({ strict: false, addUsedSchema: false });
addFormats.default(ajv);

/** Where a value differs from its schema, e.g. `/items/0/name must be string`; undefined: it fits. Compiled when first asked. */
export function createAnswerCheck(schema: object): (answer: unknown) => string | undefined {
  let fits: ReturnType<typeof ajv.compile> | undefined;
  return (answer) => {
    fits ??= ajv.compile(schema);
    if (fits(answer)) return undefined;
    return (fits.errors ?? [])
      .map(
        ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      )
      .join('; ');
  };
}
