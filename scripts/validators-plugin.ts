import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { validatorSource } from '#domain/record/validator-code.ts';

const prefix = 'virtual:validator/';
const list = 'virtual:validators';
const runtime = '/src/web/engine/validator-runtime.ts';

/**
 * Compiles the record schemas into plain functions while the web application is built
 * (src/domain/record/validator-code.ts). `virtual:validators` maps each `$id` to a function that loads its validator.
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
  /** Its file, by the `$id` of a schema: none is read for the validator of another. */
  let files = new Map<string, string>();
  return {
    name: 'clearway-validators',
    resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${list}`) {
        const all = read();
        files = new Map(all.map(({ file, schema }) => [schema.$id, file]));
        const lines = all.map(
          ({ schema }) =>
            `${JSON.stringify(schema.$id)}: () => import(${JSON.stringify(prefix + schema.$id)})`,
        );
        return `export const validators = {\n${lines.join(',\n')}\n};`;
      }
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const wanted = id.slice(prefix.length + 1);
      const file = files.get(wanted);
      if (!file) throw new Error(`schemas/ has no schema with the $id "${wanted}"`);
      this.addWatchFile(file);
      return validatorCode(JSON.parse(readFileSync(file, 'utf8')), join(root, runtime));
    },
  };
}

/** One schema as a module: `validate(value)` with AJV's `errors` on it. */
export function validatorCode(schema: { $id: string }, runtimePath: string): string {
  const { body, name, helpers } = validatorSource(schema);
  const imports = [
    `import { formatTable, isGeometry, isSoundAltitude } from ${JSON.stringify(runtimePath)};`,
    ...[...helpers].flatMap(([helper, module]) => [
      `import * as ${helper}Module from ${JSON.stringify(module.endsWith('.js') ? module : `${module}.js`)};`,
      `const ${helper} = ${helper}Module.default?.default ?? ${helper}Module.default;`,
    ]),
  ];
  return `${imports.join('\n')}\nexport const validate = ${name};\n${body}`;
}
