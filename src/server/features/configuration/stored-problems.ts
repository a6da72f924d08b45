import { hasError, refuseBrokenNeeds } from '#domain/configuration/compare.ts';
import type { ComparedItem, ItemProblem } from '#domain/configuration/compared-item.ts';
import { sameValue } from '#domain/configuration/difference.ts';
import { AppError, type FieldError, type Text } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Overlays } from '#server/engine/overlays/overlays.ts';
import { newOverlayRow } from '#server/engine/overlays/rows.ts';
import type { Records } from '#server/engine/records/records.ts';
import { checkDraft, draftOf } from '#server/features/approvals/flow-drafts.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { betweenSteps } from '#server/kernel/in-slices.ts';
import { definitionsOf, typeOf } from './definitions.ts';
import type { Installation } from './installation.ts';
import { dictionaryItemValues, recordValues } from './record-values.ts';

export interface ProblemDeps {
  records: Records;
  overlays: Overlays;
  flows: Pick<FlowStore, 'candidatesOf'>;
  sql: Sql;
}

/** Record types by section. */
export const resourceOf = {
  dictionaries: 'dictionary',
  parameters: 'parameter',
  roles: 'role',
  flows: 'flowConfig',
  dashboards: 'dashboard',
} as const;

/** Adds what the rules of records, flows and overlays would refuse; writes nothing. */
export async function addStoredProblems(
  deps: ProblemDeps,
  caller: Caller,
  items: ComparedItem[],
  here: Installation,
): Promise<void> {
  const pause = betweenSteps();
  for (const item of items) {
    if (!item.values || item.section === 'schema' || hasError(item)) continue;
    await pause();
    try {
      const found = await errorsOf(
        deps,
        caller,
        { ...item, section: item.section, values: item.values },
        here,
      );
      item.problems.push(...found.map(({ level, text }) => ({ level, text })));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      item.problems.push({ level: 'error', text: error.extra.fields?.[0]?.text ?? error.text });
    }
  }
  await addOverlayProblems(deps, items, here);
  refuseBrokenNeeds(items);
}

type RecordItem = ComparedItem & { section: keyof typeof resourceOf; values: Record<string, unknown> };

async function errorsOf(
  { records, flows, sql }: ProblemDeps,
  caller: Caller,
  item: RecordItem,
  here: Installation,
): Promise<ItemProblem[]> {
  const values = recordValues(item, here);
  const before = here.records[item.section].get(item.key);
  const within = before ? { before } : {};
  const found = await records.validate(caller, resourceOf[item.section], values, {
    ...within,
    // Roles that are created with it have no ids yet.
    filled: item.needs.length > 0 && item.section === 'dashboards' ? ['roles'] : [],
  });
  const problems = found.map(errorAt);
  if (item.section === 'dictionaries') {
    const pause = betweenSteps();
    for (const entry of dictionaryItemValues(item.values)) {
      const stored = here.dictionaryItems.get(`${item.key}/${String(entry.code)}`);
      if (stored && Object.keys(entry).every((name) => sameValue(entry[name], stored[name]))) continue;
      await pause();
      const errors = await records.validate(caller, 'dictionaryItem', entry, {
        ...(stored ? { before: stored } : {}),
        filled: ['dictionary'],
      });
      problems.push(...errors.map(errorAt));
    }
  }
  if (item.section === 'flows' && problems.length === 0) {
    const checks = await checkDraft({ records, flows, sql }, draftOf(values));
    for (const { level, text } of checks.problems) {
      const role = text.key === 'flow.check.unknownRole' ? String(text.values?.role) : undefined;
      if (role === undefined || !item.needs.includes(`roles:${role}`)) problems.push({ level, text });
    }
  }
  return problems;
}

const errorAt = ({ text }: FieldError): ItemProblem => ({ level: 'error', text });

async function addOverlayProblems(
  { overlays }: ProblemDeps,
  items: ComparedItem[],
  here: Installation,
): Promise<void> {
  const changed = items.filter((item) => item.section === 'schema' && item.values && !hasError(item));
  const planned = items.flatMap(({ section, key, status }) =>
    section === 'dictionaries' && status === 'new' ? [key] : [],
  );
  for (const resource of new Set(changed.map(typeOf))) {
    const own = changed.filter((item) => typeOf(item) === resource);
    const add = (targets: readonly ComparedItem[], text: Text) => {
      for (const { problems } of targets)
        if (!problems.some((one) => sameValue(one.text, text))) problems.push({ level: 'error', text });
    };
    try {
      for (const { kind, definition } of definitionsOf(own, here.overlays)) {
        const row =
          here.overlays.find((one) => one.resource === resource) ?? newOverlayRow(resource, kind, definition);
        const { errors, refusals } = await overlays.preview(row, definition, planned);
        for (const { field, text } of [...errors, ...refusals]) {
          const name = definition.fields[Number(/^fields\.(\d+)\./.exec(field)?.[1])]?.name;
          const at = own.filter(({ key }) => key === `${resource}.${name}`);
          add(at.length > 0 ? at : own, text);
        }
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      add(own, error.extra.fields?.[0]?.text ?? error.text);
    }
  }
}
