import { _, Ajv, type KeywordCxt } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { formatTable } from './format-table.ts';

/**
 * A schema's judge as program text. AJV itself compiles with `new Function`, which the page's content security policy
 * forbids: so the judge is made where that policy does not rule, while the web application is built
 * (scripts/validators-plugin.ts) or, for what is added at run time, on the server (src/server/engine/overlays/validators.ts).
 */
export interface ValidatorSource {
  /** Statements that define it. They take `formatTable`, `isGeometry`, `isSoundAltitude` and the helpers from around. */
  body: string;
  /** Name of the function in `body`: `validate(value)` with AJV's `errors` on it. */
  name: string;
  /** AJV's few helpers: module by the name that `body` knows it by. */
  helpers: Map<string, string>;
}

export function validatorSource(schema: object): ValidatorSource {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    code: { source: true, esm: true, formats: _`formatTable` },
  });
  for (const [name, format] of Object.entries(formatTable)) ajv.addFormat(name, format);
  ajv.addKeyword({
    keyword: 'x-geometry',
    code: (context: KeywordCxt) => context.pass(_`isGeometry(${context.data}, ${context.schemaValue})`),
  });
  ajv.addKeyword({
    keyword: 'x-altitude',
    code: (context: KeywordCxt) =>
      context.pass(_`(!${context.schemaValue} || isSoundAltitude(${context.data}))`),
  });
  const helpers = new Map<string, string>();
  let name = '';
  const body = standaloneCode(ajv, ajv.compile(schema))
    .replace('"use strict";', '')
    .replace(/export const validate = (\w+);\s*export default \w+;/, (_all: string, found: string) => {
      name = found;
      return '';
    })
    // It asks for its helpers with require, also in a module.
    .replace(/require\("([^"]+)"\)(\.default)?/g, (_all: string, module: string) => {
      const helper = `helper${helpers.size + 1}`;
      helpers.set(helper, module);
      return helper;
    });
  if (name === '') throw new Error('AJV writes its standalone code in another form than before');
  return { body, name, helpers };
}

/**
 * A module that stands by itself: `create(runtime)` gives the judge. It imports nothing, because what it needs lies
 * in files of the page whose names only the page knows.
 */
export function validatorModule(schema: object): string {
  const { body, name, helpers } = validatorSource(schema);
  const named = [...helpers].map(
    ([helper, module]) => `const ${helper} = helpers[${JSON.stringify(module)}];`,
  );
  return [
    'export function create({ formatTable, isGeometry, isSoundAltitude, helpers }) {',
    ...named,
    body,
    `return ${name};`,
    '}',
    '',
  ].join('\n');
}
