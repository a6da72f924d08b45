import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _, Ajv, type KeywordCxt } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import type { Plugin } from 'vite';
import { formats } from '../src/domain/formats.ts';

const prefix = 'virtual:validator/';
const list = 'virtual:validators';
const runtime = '/src/web/resources/validator-runtime.ts';

/**
 * Compiles the record schemas into plain functions while the web application is built: AJV itself compiles with
 * `new Function`, which the page's content security policy forbids. `virtual:validators` maps each `$id` to a
 * function that loads its validator.
 */
export function validatorsPlugin(root: string): Plugin {
  const folder = join(root, 'schemas');
  const read = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({
        file: join(folder, name),
        schema: JSON.parse(readFileSync(join(folder, name), 'utf8')),
      }))
      .filter(({ schema }) => typeof schema.$id === 'string');
  return {
    name: 'clearway-validators',
    resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${list}`) {
        const lines = read().map(
          ({ schema }) =>
            `${JSON.stringify(schema.$id)}: () => import(${JSON.stringify(prefix + schema.$id)})`,
        );
        return `export const validators = {\n${lines.join(',\n')}\n};`;
      }
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const wanted = id.slice(prefix.length + 1);
      const found = read().find(({ schema }) => schema.$id === wanted);
      if (!found) throw new Error(`schemas/ has no schema with the $id "${wanted}"`);
      this.addWatchFile(found.file);
      return validatorCode(found.schema, join(root, runtime));
    },
  };
}

/** One schema as a module: `validate(value)` with AJV's `errors` on it. */
export function validatorCode(schema: { $id: string }, runtimePath: string): string {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    code: { source: true, esm: true, formats: _`formatTable` },
  });
  addFormats.default(ajv, { mode: 'full' });
  for (const [name, { validate }] of Object.entries(formats)) {
    ajv.addFormat(name, { type: 'string', validate: (value: string) => validate(value) });
  }
  ajv.addKeyword({
    keyword: 'x-geometry',
    code: (context: KeywordCxt) => context.pass(_`isGeometry(${context.data}, ${context.schemaValue})`),
  });
  ajv.addKeyword({
    keyword: 'x-altitude',
    code: (context: KeywordCxt) =>
      context.pass(_`(!${context.schemaValue} || isSoundAltitude(${context.data}))`),
  });
  const imports = [
    `import { formatTable, isGeometry, isSoundAltitude } from ${JSON.stringify(runtimePath)};`,
  ];
  // AJV's standalone code asks for its few helpers with require, also in a module.
  const code = standaloneCode(ajv, ajv.compile(schema)).replace(
    /require\("([^"]+)"\)(\.default)?/g,
    (_all: string, path: string) => {
      const name = `helper${imports.length}`;
      imports.push(
        `import * as ${name}Module from ${JSON.stringify(path.endsWith('.js') ? path : `${path}.js`)};`,
      );
      imports.push(`const ${name} = ${name}Module.default?.default ?? ${name}Module.default;`);
      return name;
    },
  );
  return `${imports.join('\n')}\n${code.replace('"use strict";', '')}`;
}
