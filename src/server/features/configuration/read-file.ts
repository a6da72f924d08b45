import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import {
  type ConfigurationFile,
  configurationFormat,
  configurationVersion,
  type FileOrigin,
  originOf,
} from '#domain/configuration/file.ts';
import { configurationSections, itemId } from '#domain/configuration/item.ts';
import { type AppError, formError, type Text } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { jsonError, unstorableError } from '#server/http/body-limits.ts';

/** More than any installation has; each is compared, and validated where it differs. */
const mostItems = 5_000;

const text = (most: number) => Type.String({ minLength: 1, maxLength: most });
const hex = (digits: number) => Type.String({ pattern: `^[0-9a-f]{${digits}}$` });
const label = Type.Object({
  'zh-Hans': Type.String({ maxLength: 500 }),
  en: Type.String({ maxLength: 500 }),
});
const section = Type.Union(configurationSections.map((one) => Type.Literal(one)));

const fileSchema = TypeCompiler.Compile(
  Type.Object({
    format: Type.Literal(configurationFormat),
    version: Type.Integer(),
    installation: text(100),
    productVersion: text(64),
    madeAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    madeBy: text(200),
    sections: Type.Array(section, { minItems: 1, maxItems: configurationSections.length }),
    items: Type.Array(
      Type.Object({
        section,
        key: text(200),
        label,
        values: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
        usersLeftOut: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      }),
    ),
    hash: hex(64),
    key: hex(64),
    signature: hex(128),
  }),
);

/** Names that would reach what every object inherits. */
const inherited = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads an uploaded file; each reason why it can't be used is an error at the field `file`. */
export function readConfigurationFile(
  content: string,
  ownKey: string,
): { file: ConfigurationFile; origin: Exclude<FileOrigin, 'changed'> } {
  const tooLarge = jsonError(content);
  if (tooLarge) throw refusedFile(tooLarge);
  const value = parsed(content);
  if (!isObject(value) || value.format !== configurationFormat) throw unusable('notConfiguration');
  if (typeof value.version === 'number' && value.version > configurationVersion)
    throw unusable('newerFile', { version: value.version });
  const unstorable = unstorableError(value);
  if (unstorable) throw refusedFile(unstorable.extra.fields?.[0]?.text ?? unstorable.text);
  if (hasInheritedName(value)) throw unusable('notConfiguration');
  if (Array.isArray(value.items) && value.items.length > mostItems)
    throw unusable('manyItems', { most: mostItems });
  if (!fileSchema.Check(value)) {
    const error = fileSchema.Errors(value).First();
    throw unusable('invalidAt', { path: error?.path ?? '/' });
  }
  const file: ConfigurationFile = { ...value, format: configurationFormat };
  const ids = new Set(file.items.map(itemId));
  if (ids.size < file.items.length) throw unusable('twice');
  const origin = originOf(file, ownKey);
  if (origin === 'changed') throw unusable('changedFile');
  return { file, origin };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw unusable('notConfiguration');
  }
}

function hasInheritedName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasInheritedName);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, own]) => inherited.has(name) || hasInheritedName(own));
}

const refusedFile = ({ key, values }: Text): AppError => formError('file', key, values);

const unusable = (key: string, values?: Text['values']): AppError =>
  formError('file', `configuration.file.${key}`, values);
