import { type Static, Type } from '@sinclair/typebox';
import { configurationSections } from '#domain/configuration/item.ts';
import { call, fileCall } from './call.ts';
import { idInput } from './input.ts';

const administrator: string[] = ['Pages.Admin'];

/** Characters of a file, and octets of the request that carries it as a JSON text. */
const largestFile = 5_000_000;
const bodyLimit = 10_000_000;

const section = Type.Union(configurationSections.map((one) => Type.Literal(one)));
const anySection = `(${configurationSections.join('|')})`;
/** Separated by commas, as a query carries a list. */
const sections = Type.String({
  pattern: `^${anySection}(,${anySection}){0,${configurationSections.length - 1}}$`,
});
const text = Type.Union([Type.String(), Type.Null()]);

const change = Type.Object({
  /** Names of the field and of what it is in, as they are on the screens. */
  label: Type.String(),
  before: text,
  after: text,
});

const item = Type.Object({
  /** Names it within the file. */
  id: Type.String(),
  section,
  key: Type.String(),
  label: Type.String(),
  status: Type.Union([
    Type.Literal('same'),
    Type.Literal('new'),
    Type.Literal('changed'),
    Type.Literal('onlyHere'),
  ]),
  changes: Type.Array(change),
  problems: Type.Array(
    Type.Object({ level: Type.Union([Type.Literal('error'), Type.Literal('warning')]), text: Type.String() }),
  ),
  /** Ids of items that are applied with it. */
  needs: Type.Array(Type.String()),
});
export type ConfigurationItemView = Static<typeof item>;

const source = {
  installation: Type.String(),
  productVersion: Type.String(),
  madeAt: Type.String(),
  madeBy: Type.String(),
  /** SHA-256 of the file's content, and the public key that signed it. */
  hash: Type.String(),
  key: Type.String(),
  origin: Type.Union([Type.Literal('own'), Type.Literal('other')]),
};

const preview = Type.Object({
  ...source,
  /** The file is of a newer version of the product. */
  newer: Type.Boolean(),
  /** Of this comparison: Apply refuses another. */
  comparison: Type.String(),
  items: Type.Array(item),
});
export type ConfigurationPreview = Static<typeof preview>;

const transfer = {
  id: Type.Integer(),
  appliedAt: Type.String(),
  appliedBy: text,
  installation: Type.String(),
  productVersion: Type.String(),
  madeAt: Type.String(),
  reason: Type.String(),
  fileHash: Type.String(),
  added: Type.Integer(),
  changed: Type.Integer(),
};
const transferSummary = Type.Object(transfer);
export type ConfigurationTransferSummary = Static<typeof transferSummary>;

const transferView = Type.Object({ ...transfer, items: Type.Array(item) });
export type ConfigurationTransferView = Static<typeof transferView>;

const file = Type.String({ minLength: 1, maxLength: largestFile });

/** Moves a configuration from one installation to another: exported as a file, compared, and applied. */
export const configurationTransfer = {
  Export: fileCall({
    verb: 'GET',
    session: true,
    permission: administrator,
    perMinute: 20,
    summary:
      'Added fields and types, dictionaries, parameters, roles, published flows and shared dashboards as a signed file, without users and secrets',
    input: Type.Object({ sections, installation: Type.String({ minLength: 1, maxLength: 100 }) }),
    file: 'application/json',
  }),
  Preview: call({
    verb: 'POST',
    writes: false,
    session: true,
    permission: administrator,
    perMinute: 20,
    bodyLimit,
    summary: 'What applying a file would change here, item by item, and what forbids it; writes nothing',
    input: Type.Object({ file }),
    output: preview,
  }),
  Apply: call({
    verb: 'POST',
    session: true,
    permission: administrator,
    perMinute: 10,
    bodyLimit,
    summary:
      'Applies the chosen items of a previewed file in one transaction, and records the difference; refused where the installation has changed since the preview',
    input: Type.Object({
      file,
      items: Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 5_000 }),
      comparison: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    }),
    output: Type.Object({ id: Type.Integer(), added: Type.Integer(), changed: Type.Integer() }),
  }),
  GetTransfers: call({
    verb: 'GET',
    permission: administrator,
    summary: 'The transfers that were applied here, the latest first',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(transferSummary) }),
  }),
  GetTransfer: call({
    verb: 'GET',
    permission: administrator,
    summary: 'One transfer with the difference that it applied',
    input: idInput,
    output: transferView,
  }),
  GetPrevious: call({
    verb: 'GET',
    session: true,
    permission: administrator,
    summary: 'A file with the values that a transfer replaced, to be previewed and applied like any other',
    input: idInput,
    output: Type.Object({ file: Type.String() }),
  }),
};
