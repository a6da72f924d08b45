import * as equalModule from 'ajv/dist/runtime/equal.js';
import * as ucs2lengthModule from 'ajv/dist/runtime/ucs2length.js';

/** The formats by name, as the precompiled validators ask for them. */
export { formatTable } from '#domain/record/format-table.ts';
export { isGeometry, isSoundAltitude } from '#domain/record/validation.ts';

/** AJV's helpers by their modules, for judges that were made after this page was built. */
export const helpers: Record<string, unknown> = {
  'ajv/dist/runtime/equal': bare(equalModule),
  'ajv/dist/runtime/ucs2length': bare(ucs2lengthModule),
};

/** The function itself, however the bundler hands over a CommonJS module's default. */
function bare(module: unknown): unknown {
  const inner = defaultOf(module);
  return typeof inner === 'function' ? (defaultOf(inner) ?? inner) : defaultOf(inner);
}

function defaultOf(value: unknown): unknown {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && 'default' in value
    ? value.default
    : undefined;
}
