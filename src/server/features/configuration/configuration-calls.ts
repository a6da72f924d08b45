import { Readable } from 'node:stream';
import type { ConfigurationPreview, ConfigurationTransferSummary } from '#contract/configuration-transfer.ts';
import { compareConfiguration, comparisonHash, hasError, withNeeds } from '#domain/configuration/compare.ts';
import type { ComparedItem } from '#domain/configuration/compared-item.ts';
import {
  type ConfigurationFile,
  configurationFormat,
  configurationVersion,
  signConfiguration,
} from '#domain/configuration/file.ts';
import {
  type ConfigurationItem,
  type ConfigurationSection,
  isSection,
  itemId,
} from '#domain/configuration/item.ts';
import { publicKeyOf } from '#domain/evidence/signature.ts';
import type { ConfigurationTransferRecord } from '#domain/record/records.gen.ts';
import { AppError, formError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Overlays } from '#server/engine/overlays/overlays.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { FileAnswer, implement, type Service } from '#server/http/service.ts';
import { type Caller, userIdOf } from '#server/kernel/caller.ts';
import { evidenceKeyOf } from '#server/kernel/evidence-key.ts';
import { applyItems } from './apply-items.ts';
import { type Installation, readInstallation } from './installation.ts';
import { itemView } from './present.ts';
import { readConfigurationFile } from './read-file.ts';
import { addStoredProblems } from './stored-problems.ts';
import { appliedItems, previousItems } from './stored-transfer.ts';

const resource = 'configurationTransfer';
/** Transfers that the screen lists. */
const mostTransfers = 100;

/** Moves a configuration between installations: export, comparison, transfer. */
export function createConfigurationTransferService(deps: {
  records: Records;
  catalogue: Catalogue;
  overlays: Overlays;
  flows: Pick<FlowStore, 'candidatesOf'>;
  sql: Sql;
  secret: string;
  version: string;
  clock: () => Date;
}): Service {
  const { records, catalogue, sql, clock, version } = deps;
  const privateKey = evidenceKeyOf(deps.secret);
  const ownKey = publicKeyOf(privateKey);

  function signed(
    caller: Caller,
    installation: string,
    sections: ConfigurationSection[],
    items: ConfigurationItem[],
  ): ConfigurationFile {
    const head = {
      format: configurationFormat,
      version: configurationVersion,
      installation,
      productVersion: version,
      madeAt: clock().toISOString(),
      madeBy: caller.actor.name || caller.actor.userName,
      sections,
    } as const;
    return signConfiguration({ ...head, items }, privateKey);
  }

  async function compared(
    caller: Caller,
    file: ConfigurationFile,
    db: Sql,
  ): Promise<{ here: Installation; items: ComparedItem[] }> {
    const here = await readInstallation(deps, caller, db);
    const items = compareConfiguration(here.items, file.items, here.world);
    return { here, items };
  }

  const view = (items: readonly Omit<ComparedItem, 'values'>[], locale: Locale) =>
    items.map((item) => itemView(item, locale, catalogue));

  const appliers = (rows: readonly ConfigurationTransferRecord[], { locale }: Caller) =>
    namesOf(
      sql,
      'user',
      rows.map(({ appliedBy }) => appliedBy),
      locale,
    );

  return implement('ConfigurationTransfer', {
    async Export({ sections, installation }, caller) {
      const here = await readInstallation(deps, caller, sql);
      const chosen = new Set(sections.split(',').filter(isSection));
      const items = here.items.filter(
        (item) => chosen.has(item.section) && !here.notShared.has(itemId(item)),
      );
      const file = signed(caller, installation, [...chosen], items);
      return new FileAnswer({
        name: `clearway-configuration-${file.madeAt.slice(0, 10)}.json`,
        mediaType: 'application/json',
        stream: Readable.from([JSON.stringify(file, null, 2)]),
      });
    },

    async Preview({ file: content }, caller): Promise<ConfigurationPreview> {
      const { file, origin } = readConfigurationFile(content, ownKey);
      const { here, items } = await compared(caller, file, sql);
      const comparison = comparisonHash(items);
      await addStoredProblems(deps, caller, items, here);
      const { installation, productVersion, madeAt, madeBy, hash, key } = file;
      return {
        installation,
        productVersion,
        madeAt,
        madeBy,
        hash,
        key,
        origin,
        newer: isNewer(productVersion, version),
        comparison,
        items: view(items, caller.locale),
      };
    },

    async Apply({ file: content, items: wanted, comparison, reason }, caller) {
      const { file } = readConfigurationFile(content, ownKey);
      return records.transaction(async (transaction) => {
        const { here, items } = await compared(caller, file, transaction.sql);
        if (comparisonHash(items) !== comparison)
          throw new AppError('conflict', { key: 'configuration.changedSince' });
        const ids = withNeeds(items, wanted);
        const chosen = items.filter((item) => item.values && ids.has(itemId(item)));
        const known = new Set(chosen.map(itemId));
        const unknown = wanted.find((id) => !known.has(id));
        if (unknown) throw formError('items', 'configuration.notApplicable', { name: unknown });
        const broken = chosen.filter(hasError);
        if (broken.length > 0) {
          const names = broken.slice(0, 5).map(({ label }) => labelIn(label, caller.locale));
          const name = listText(names, caller.locale);
          throw formError('items', 'configuration.withErrors', { name });
        }
        await applyItems(deps, transaction, caller, { items: chosen, here, reason });
        const added = chosen.filter(({ status }) => status === 'new').length;
        const previous = here.items.filter((item) => known.has(itemId(item)));
        const stored = await records.create(
          caller,
          resource,
          {
            installation: file.installation,
            productVersion: file.productVersion,
            madeAt: file.madeAt,
            madeBy: file.madeBy,
            fileHash: file.hash,
            reason: reason.trim(),
            appliedBy: userIdOf(caller),
            appliedAt: clock().toISOString(),
            added,
            changed: chosen.length - added,
            difference: chosen.map(({ section, key, label, status, changes }) => ({
              section,
              key,
              label,
              status,
              changes,
            })),
            previous: previous.map((item) => ({ ...item })),
          },
          transaction,
        );
        return { id: stored.id, added, changed: chosen.length - added };
      });
    },

    async GetTransfers(_input, caller) {
      const rows = await records.rows(caller, resource, {
        most: mostTransfers,
        sort: [{ field: 'id', order: 'desc' }],
      });
      const names = await appliers(rows, caller);
      return { items: rows.map((row) => summaryOf(row, names)) };
    },

    async GetTransfer({ id }, caller) {
      const row = await records.get(caller, resource, id);
      const items = view(appliedItems(row.difference), caller.locale);
      return { ...summaryOf(row, await appliers([row], caller)), items };
    },

    async GetPrevious({ id }, caller) {
      const row = await records.get(caller, resource, id);
      const items = previousItems(row.previous);
      if (items.length === 0) throw new AppError('notFound', { key: 'configuration.nothingReplaced' });
      const sections = [...new Set(items.map(({ section }) => section))];
      const installation = textIn({ key: 'configuration.previousOf', values: { id } }, caller.locale);
      return { file: JSON.stringify(signed(caller, installation, sections, items)) };
    },
  });
}

function summaryOf(
  row: ConfigurationTransferRecord,
  names: ReadonlyMap<number, string>,
): ConfigurationTransferSummary {
  return {
    id: row.id,
    appliedAt: row.appliedAt ?? row.createdAt,
    appliedBy: names.get(row.appliedBy ?? 0) ?? null,
    installation: row.installation,
    productVersion: row.productVersion ?? '',
    madeAt: row.madeAt ?? row.createdAt,
    reason: row.reason,
    fileHash: row.fileHash,
    added: row.added ?? 0,
    changed: row.changed ?? 0,
  };
}

/** Whether a version such as 1.10.2 comes after another. */
function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}
