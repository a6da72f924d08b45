import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../../domain/formats.ts';

export { isGeometry, isSoundAltitude } from '../../domain/validation.ts';

/** The formats by name, as the precompiled validators ask for them. */
export const formatTable: Record<string, unknown> = {
  ...fullFormats,
  ...Object.fromEntries(Object.entries(formats).map(([name, { validate }]) => [name, { validate }])),
};
