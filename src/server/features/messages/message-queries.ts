import { sql as raw } from 'kysely';
import type { MessageItem, PageInput } from '#contract/messages/message-shapes.ts';
import { parseMessage } from '#domain/messages/message.ts';
import type { PlanMessageRecord } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Filter, Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { type MessageRow, messageRow, reasonColumns, reasonIn } from './message-rows.ts';

const sortable = new Set([
  'id',
  'createdAt',
  'type',
  'callsign',
  'state',
  'offBlockAt',
  'sentAt',
  'departure',
  'destination',
]);

type Counts = { state: MessageItem['state']; count: number }[];

/** The receipts, within the caller's rows. */
export async function messagePage(
  deps: { records: Records; sql: Sql },
  caller: Caller,
  input: PageInput,
): Promise<{ totalCount: number; items: MessageItem[]; counts: Counts }> {
  const { records } = deps;
  const common = filtersOf(input);
  const states: Filter[] = input.states?.length
    ? [{ field: 'state', operator: 'in', value: input.states }]
    : [];
  const start = input.skipCount ?? 0;
  const page = await records.list(caller, 'planMessage', {
    start,
    end: start + (input.maxResultCount ?? 20),
    sort: sortOf(input.sorting),
    filter: { operator: 'and', value: [...common, ...states] },
    search: input.filter?.trim() || undefined,
    trash: 'without',
  });
  return {
    totalCount: page.total,
    items: await itemsOf(deps, caller, page.items),
    counts: await countsOf(records, caller, input, common),
  };
}

function filtersOf(input: PageInput): Filter[] {
  const filters: Filter[] = [];
  if (input.types?.length) filters.push({ field: 'type', operator: 'in', value: input.types });
  if (input.direction) filters.push({ field: 'direction', operator: 'eq', value: input.direction });
  if (input.plan) filters.push({ field: 'plan', operator: 'eq', value: input.plan });
  if (input.from) filters.push({ field: 'createdAt', operator: 'gte', value: input.from });
  if (input.to) filters.push({ field: 'createdAt', operator: 'lte', value: input.to });
  return filters;
}

function sortOf(sorting: string | undefined): { field: string; order: 'asc' | 'desc' }[] {
  const sorts = (sorting ?? '').split(',').flatMap((one) => {
    const [field = '', order = 'asc'] = one.trim().split(/\s+/);
    return sortable.has(field)
      ? [{ field, order: order.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const) }]
      : [];
  });
  return sorts.length > 0 ? sorts : [{ field: 'id', order: 'desc' }];
}

const states = ['pending', 'sent', 'acknowledged', 'failed', 'waiting', 'applied', 'ignored'] as const;

async function countsOf(
  records: Records,
  caller: Caller,
  input: PageInput,
  common: Filter[],
): Promise<Counts> {
  const counts: Counts = [];
  for (const state of states) {
    const { total } = await records.list(caller, 'planMessage', {
      start: 0,
      end: 1,
      sort: [],
      filter: { operator: 'and', value: [...common, { field: 'state', operator: 'eq', value: state }] },
      search: input.filter?.trim() || undefined,
      trash: 'without',
    });
    counts.push({ state, count: total });
  }
  return counts;
}

async function itemsOf(
  { records, sql }: { records: Records; sql: Sql },
  caller: Caller,
  stored: PlanMessageRecord[],
): Promise<MessageItem[]> {
  const labels = await records.labels(caller, 'planMessage', stored);
  const gateways = await namesOf(sql, caller.locale, stored);
  return stored.map((record) => {
    const row = messageRow(record);
    const labelsOfItem = labels.get(record.id) ?? {};
    const label = (field: string) => (typeof labelsOfItem[field] === 'string' ? labelsOfItem[field] : null);
    return {
      ...itemOf(row, caller.locale),
      planNumber: row.plan ? label('plan') : null,
      companyName: row.company ? label('company') : null,
      // Whoever reads the receipt may know by which line it went, and nothing else of that line.
      gatewayName: row.gateway ? (gateways.get(row.gateway) ?? null) : null,
    };
  });
}

async function namesOf(sql: Sql, locale: Locale, stored: StoredRecord[]): Promise<Map<number, string>> {
  const ids = [...new Set(stored.map(({ gateway }) => gateway).filter((id) => typeof id === 'number'))];
  if (ids.length === 0) return new Map();
  const { rows } = await raw<{ id: number; name: string; nameEn: string | null }>`
    select id, name, name_en as "nameEn" from message_gateway where id = any(${ids}::bigint[])`.execute(sql);
  return new Map(rows.map((row) => [row.id, nameIn(row, locale)]));
}

/** What no unit would take is never sent, however often it is asked for. */
function isFaulty(text: string): boolean {
  return parseMessage(text).errors.length > 0;
}

function itemOf(
  row: MessageRow,
  locale: Locale,
): Omit<MessageItem, 'planNumber' | 'companyName' | 'gatewayName'> {
  const failed = row.direction === 'out' && row.state === 'failed';
  const waits = row.direction === 'in' && row.state === 'waiting';
  return {
    id: row.id,
    plan: row.plan ?? null,
    jobTask: row.jobTask ?? null,
    company: row.company ?? null,
    direction: row.direction,
    type: row.type,
    text: row.text,
    envelope: row.envelope ?? null,
    callsign: row.callsign ?? null,
    departure: row.departure ?? null,
    destination: row.destination ?? null,
    offBlockAt: row.offBlockAt ?? null,
    priority: row.priority ?? null,
    addressees: row.addressees ?? [],
    originator: row.originator ?? null,
    filingTime: row.filingTime ?? null,
    gateway: row.gateway ?? null,
    state: row.state,
    attempts: row.attempts ?? 0,
    nextAttemptAt: row.nextAttemptAt ?? null,
    sentAt: row.sentAt ?? null,
    acknowledgedAt: row.acknowledgedAt ?? null,
    receivedAt: row.receivedAt ?? null,
    error: reasonIn(row, locale),
    reference: row.reference ?? null,
    createdAt: row.createdAt,
    mayRetry: failed && !isFaulty(row.text),
    mayMend: failed,
    mayMatch: waits,
    mayIgnore: failed || waits,
  };
}

/** Rows of one round of a retry of everything. */
const inRound = 500;

/**
 * Puts what has failed back into the queue, with all its tries anew. What has errors stays: it is written
 * anew.
 */
export async function retryFailed(
  records: Records,
  caller: Caller,
  request: { ids?: number[]; all?: boolean },
  now: Date,
): Promise<{ retried: number; faulty: number }> {
  const outcome = { retried: 0, faulty: 0 };
  for (let after = 0; ; ) {
    const { items } = await records.list(caller, 'planMessage', {
      start: 0,
      end: inRound,
      sort: [{ field: 'id', order: 'asc' }],
      filter: {
        operator: 'and',
        value: [
          { field: 'direction', operator: 'eq', value: 'out' },
          { field: 'state', operator: 'eq', value: 'failed' },
          { field: 'id', operator: 'gt', value: after },
          ...(request.all ? [] : [{ field: 'id', operator: 'in' as const, value: request.ids ?? [] }]),
        ],
      },
      search: undefined,
      trash: 'without',
    });
    for (const row of items) {
      after = row.id;
      if (isFaulty(messageRow(row).text)) outcome.faulty += 1;
      else if (await retryOne(records, caller, row.id, now)) outcome.retried += 1;
    }
    if (items.length < inRound) return outcome;
  }
}

async function retryOne(records: Records, caller: Caller, id: number, now: Date): Promise<boolean> {
  return records.transaction(async (transaction) => {
    await transaction.sql.selectFrom('planMessage').select('id').where('id', '=', id).forUpdate().execute();
    const row = await records.get(caller, 'planMessage', id, transaction.sql);
    if (row.state !== 'failed') return false;
    const values = {
      state: 'pending' as const,
      attempts: 0,
      firstTriedAt: null,
      nextAttemptAt: now.toISOString(),
      // Another line may carry it now, and it is another try to whoever counts them.
      gateway: null,
      reference: null,
      ...reasonColumns(null),
    };
    const by = { ...caller, ability: systemCaller().ability };
    await records.update(by, 'planMessage', id, row.version, values, transaction);
    return true;
  });
}
