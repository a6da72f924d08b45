import type { PlanDetail } from '#contract/plans/plan-output.ts';
import type { EvidenceSection } from '#domain/evidence/signed-file.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { asOf } from '#server/engine/records/as-of.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { HistoryEntry, StoredRecord } from '#server/engine/records/stored-record.ts';
import { shownItems } from '#server/features/briefing/shown-items.ts';
import { roomRecordsOf } from '#server/features/coordination/index.ts';
import { keptOf, tracksOfPlan } from '#server/features/recording/recorded-tracks.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { Ask } from '#server/http/ask.ts';
import type { Caller } from '#server/kernel/caller.ts';

export interface SectionDeps {
  ask: Ask;
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
}

export type PlanOfDossier = PlanDetail;

type Entries = AsyncIterable<unknown> | Iterable<unknown>;

/** One section: what of the plan the caller may read of it, the oldest first. A refusal leaves the section out. */
interface Section {
  section: EvidenceSection;
  entries(deps: SectionDeps, caller: Caller, plan: PlanOfDossier): Entries;
}

/**
 * One file and one line for what a dossier holds beyond these. Values come with `labels`, the names of the records that they
 * relate to at the time of export: a dossier is read where nobody can look up a number. What the caller may not read has `#id`.
 */
export const sections: readonly Section[] = [
  { section: 'plan', entries: (_deps, _caller, { plan }) => [plan] },
  { section: 'tasks', entries: (_deps, _caller, { tasks }) => tasks },
  { section: 'versions', entries: versions },
  { section: 'operations', entries: operations },
  { section: 'decisions', entries: decisions },
  { section: 'messages', entries: messages },
  { section: 'briefings', entries: briefings },
  { section: 'tracks', entries: tracks },
  { section: 'alerts', entries: alerts },
  { section: 'orders', entries: orders },
  { section: 'detours', entries: detours },
  { section: 'chat', entries: chat },
];

async function* versions(deps: SectionDeps, caller: Caller, { plan, tasks }: PlanOfDossier) {
  yield* await versionsOf(deps, caller, 'plan', plan.id);
  for (const { id } of tasks) yield* await versionsOf(deps, caller, 'jobTask', id);
}

/** The history of one record, the oldest change first. */
async function versionsOf(
  { records }: SectionDeps,
  caller: Caller,
  resource: 'plan' | 'jobTask' | 'encounter',
  id: number,
) {
  const limit = 1000;
  const all: HistoryEntry[] = [];
  for (let more = true; more; ) {
    const before = all.at(-1)?.id;
    const page = await records.history(caller, resource, id, {
      limit,
      ...(before === undefined ? {} : { before }),
    });
    all.push(...page);
    more = page.length === limit;
  }
  const entries = all.reverse();
  // Each value before and after a change, as a record of its own: all their names come in one query.
  const sides = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, before, after }) => [{ [field]: before }, { [field]: after }]),
  );
  const labels = await records.labels(
    caller,
    resource,
    sides.map((values, at) => ({ ...values, id: at, version: 0 })),
  );
  let side = 0;
  const nameOf = (field: string) => labels.get(side++)?.[field];
  return entries.map((entry) => ({
    resource,
    record: id,
    ...entry,
    changes: entry.changes.map((change) => {
      const [before, after] = [nameOf(change.field), nameOf(change.field)];
      return before === undefined && after === undefined ? change : { ...change, labels: { before, after } };
    }),
  }));
}

async function* operations({ ask }: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  yield* (await ask(caller, 'OperateRecord', 'GetListById', { id: plan.id })).items;
}

/** Each decision with the version of the flow that it followed, what it was made on, and the parameters that held then. */
async function* decisions(deps: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  const rows = await deps.sql
    .selectFrom('approval as a')
    .innerJoin('flowInstance as f', 'f.id', 'a.flowInstance')
    .leftJoin('flowVersion as v', 'v.id', 'f.flowVersion')
    .select([
      'a.id',
      'a.stepIndex',
      'a.stepName',
      'a.decision',
      'a.decidedByName',
      'a.decidedAt',
      'a.comment',
      'a.snapshot',
      'f.documentKind',
      'v.number as flowVersion',
      'v.name as flowName',
    ])
    .where('f.documentResource', '=', 'plan')
    .where('f.documentId', '=', plan.id)
    .where('a.deletedAt', 'is', null)
    .orderBy('a.id')
    .execute();
  for (const { snapshot, comment, ...decision } of rows)
    yield {
      ...decision,
      comment: wordedIn(comment, caller.locale),
      decidedOn: await shownSnapshot(deps, caller, snapshot),
      parameters: await parametersAt(deps, caller, decision.decidedAt),
    };
}

/** The plan and the tasks that were decided on, without fields that are hidden from the caller. */
async function shownSnapshot(deps: SectionDeps, caller: Caller, snapshot: unknown) {
  if (!isObject(snapshot)) return null;
  const { plan, tasks } = snapshot;
  const [shown = null] = await labelled(deps, caller, 'plan', [plan]);
  return { plan: shown, tasks: await labelled(deps, caller, 'jobTask', Array.isArray(tasks) ? tasks : []) };
}

/** Records as the caller may see them, with the names of what they relate to. */
async function labelled(
  { records, catalogue }: SectionDeps,
  caller: Caller,
  resource: 'plan' | 'jobTask' | 'encounter',
  values: readonly unknown[],
) {
  const stored = values.filter(isStored);
  const labels = await records.labels(caller, resource, stored);
  const type = catalogue.find(resource);
  return stored.map((record) => ({
    ...presentFor(caller, type, record),
    labels: labels.get(record.id) ?? {},
  }));
}

const isStored = (value: unknown): value is StoredRecord =>
  isObject(value) && typeof value.id === 'number' && typeof value.version === 'number';

/** Values of the parameters by their keys, as they were at a moment (UTC, ISO 8601); one that came later has its default. */
async function parametersAt({ records, sql, catalogue }: SectionDeps, caller: Caller, at: string) {
  const rows = await records.rows(caller, 'parameter', { most: 2000 });
  const then = new Map((await asOf(sql, 'parameter', rows, at)).map((row) => [row.id, row.value]));
  const type = catalogue.find('parameter');
  return Object.fromEntries(
    rows.map((row) => {
      const { key, value, defaultValue } = presentFor(caller, type, {
        ...row,
        value: then.get(row.id) ?? null,
      });
      return [String(key), value ?? defaultValue ?? null];
    }),
  );
}

async function* messages({ ask }: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  const most = 1000;
  for (let skipCount = 0, more = true; more; skipCount += most) {
    const page = await ask(caller, 'MessageQuery', 'Page', {
      plan: plan.id,
      skipCount,
      maxResultCount: most,
      sorting: 'createdAt asc',
    });
    yield* page.items;
    more = page.items.length === most;
  }
}

/** Briefings as they were shown: what came or changed since is not of them. */
async function* briefings(deps: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  const { items } = await deps.ask(caller, 'Briefing', 'GetList', { plan: plan.id });
  for (const head of items.reverse()) {
    const record = await deps.records.get(caller, 'briefing', head.id);
    yield { ...head, items: await shownItems(deps, caller, record) };
  }
}

/** What surveillance recorded of the flights of the plan, a minute an entry. Times of positions are UTC ms. */
async function* tracks(deps: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  deps.ask.admit(caller, 'Playback', 'GetTracks');
  const recorded = await tracksOfPlan(deps.sql, plan, deps.clock().getTime());
  const watched = deps.areas.of(caller.actor);
  // An alert relates to a source, too: its names are read by the same right.
  const named = recorded.map(({ sourceId }, id) => ({ id, version: 0, source: sourceId }));
  const labels = await deps.records.labels(caller, 'encounter', named);
  const sources = new Map(named.map(({ id, source }) => [source, labels.get(id)?.source]));
  for (const { minutes, ...track } of watched ? keptOf(recorded, watched.covers) : recorded)
    for (const { at, data } of minutes)
      yield {
        ...track,
        labels: { sourceId: sources.get(track.sourceId) },
        at,
        positions: unpackPositions(Buffer.from(data, 'base64')),
      };
}

/** Alerts that the plan's flights were in, one of a group like its closest two, each with what became of it. */
async function* alerts(deps: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  const rows = await deps.records.rows(caller, 'encounter', {
    filter: { field: 'plans', operator: 'eq', value: plan.id },
    sort: [{ field: 'raisedAt', order: 'asc' }],
    most: 10_000,
  });
  for (const row of await labelled(deps, caller, 'encounter', rows))
    yield { ...row, versions: await versionsOf(deps, caller, 'encounter', Number(row.id)) };
}

async function* orders({ ask }: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  yield* (await ask(caller, 'Navigation', 'GetFlightOrders', { id: plan.id })).items.reverse();
}

async function* detours({ ask }: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  yield* (await ask(caller, 'Navigation', 'GetDetours', { id: plan.id })).items.reverse();
}

/** The records of the plan's rooms that the caller is in, entry by entry with the hashes of those rooms; it ends with a refusal where there is another. */
async function* chat({ ask, sql }: SectionDeps, caller: Caller, { plan }: PlanOfDossier) {
  ask.admit(caller, 'Coordination', 'ExportRecord');
  yield* roomRecordsOf(sql, caller, 'plan', plan.id);
}
