import type { ComparedItem } from '#domain/configuration/compared-item.ts';
import { sameValue } from '#domain/configuration/difference.ts';
import { AppError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Overlays } from '#server/engine/overlays/overlays.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asCaller, type StoredRecord, type Transaction } from '#server/engine/records/stored-record.ts';
import { checkDraft, draftOf } from '#server/features/approvals/flow-drafts.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { type Caller, userIdOf } from '#server/kernel/caller.ts';
import { publishFlow } from '#server/seed/seed-flows.ts';
import { definitionsOf } from './definitions.ts';
import type { Installation } from './installation.ts';
import { dictionaryItemValues, recordValues } from './record-values.ts';
import { resourceOf } from './stored-problems.ts';

interface ApplyDeps {
  records: Records;
  overlays: Overlays;
  flows: Pick<FlowStore, 'candidatesOf'>;
  clock: () => Date;
}

/**
 * Writes the items, section by section, as their screens would: the caller's ability, the rules of each record, its history and
 * the versions of flows hold. Where one is refused the transaction ends, and the error names the item.
 */
export async function applyItems(
  deps: ApplyDeps,
  transaction: Transaction,
  caller: Caller,
  { items, here, reason }: { items: readonly ComparedItem[]; here: Installation; reason: string },
): Promise<void> {
  const { records, overlays, flows, clock } = deps;
  const within = asCaller(transaction);

  async function write(
    resource: string,
    before: StoredRecord | undefined,
    values: Record<string, unknown>,
  ): Promise<StoredRecord> {
    return before
      ? records.untyped.update(caller, resource, before.id, before.version, values, within)
      : records.untyped.create(caller, resource, values, within);
  }

  async function writeDictionaryItems(dictionary: StoredRecord, item: ComparedItem): Promise<void> {
    for (const entry of dictionaryItemValues(item.values ?? {})) {
      const stored = here.dictionaryItems.get(`${item.key}/${String(entry.code)}`);
      if (stored && Object.keys(entry).every((name) => sameValue(entry[name], stored[name]))) continue;
      await write('dictionaryItem', stored, stored ? entry : { ...entry, dictionary: dictionary.id });
    }
  }

  /** A new version only where what a version holds differs: running documents keep theirs. */
  async function publish(flow: StoredRecord, item: ComparedItem): Promise<void> {
    const ofVersion = new Set(['steps', 'condition', 'nameEn', 'documentKind']);
    if (!item.changes.some(({ path }) => ofVersion.has(path[0] ?? ''))) return;
    const { sql } = transaction;
    const { problems } = await checkDraft({ records, flows, sql }, draftOf(flow));
    const error = problems.find(({ level }) => level === 'error');
    if (error) throw new AppError('validation', error.text);
    await publishFlow(records, transaction, flow.id, userIdOf(caller), clock(), reason);
  }

  async function applyRecord(item: ComparedItem): Promise<void> {
    if (!item.values || item.section === 'schema') return;
    const values = recordValues({ ...item, values: item.values }, here);
    const written = await write(resourceOf[item.section], here.records[item.section].get(item.key), values);
    if (item.section === 'roles') here.records.roles.set(item.key, written);
    if (item.section === 'dictionaries') await writeDictionaryItems(written, item);
    if (item.section === 'flows') await publish(written, item);
  }

  const named = async (about: readonly ComparedItem[], work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof AppError && about.length > 0) throw refusedItem(error, about, caller);
      throw error;
    }
  };

  for (const item of items.filter(({ section }) => section === 'dictionaries'))
    await named([item], () => applyRecord(item));
  const schema = items.filter(({ section }) => section === 'schema');
  await named(schema, () =>
    overlays.publishWithin(transaction, caller, definitionsOf(schema, here.overlays)),
  );
  for (const section of ['parameters', 'roles', 'flows', 'dashboards'])
    for (const item of items.filter((one) => one.section === section))
      await named([item], () => applyRecord(item));
}

function refusedItem(error: AppError, items: readonly ComparedItem[], { locale }: Caller): AppError {
  const first = error.extra.fields?.[0]?.text ?? error.text;
  const name = listText(
    items.slice(0, 3).map(({ label }) => labelIn(label, locale)),
    locale,
  );
  return new AppError(
    error.code,
    { key: 'configuration.itemRefused', values: { name, reason: textIn(first, locale) } },
    { cause: error },
  );
}
