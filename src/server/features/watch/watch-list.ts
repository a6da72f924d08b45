import type { WatchList } from '#contract/watch.ts';
import { planState } from '#domain/plans/states.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor, titleIn, withAllFields } from '#server/engine/records/fields.ts';
import type { Filter, Records, RowsQuery } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { FlightOrders } from '#server/features/plans/flight-orders.ts';
import type { Caller } from '#server/kernel/caller.ts';

export interface WatchListDeps {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  orders: Pick<FlightOrders, 'inForce'>;
  clock: () => Date;
}

/** More of a kind than this is not handed over by reading a list. */
const most = 500;

/** What whoever takes a position has to know, among the rows that the caller sees. `sql`: that of a transaction. */
export async function watchListOf(
  deps: WatchListDeps,
  caller: Caller,
  sql: Sql = deps.sql,
): Promise<WatchList> {
  const { records, catalogue, clock } = deps;
  const now = clock().toISOString();
  const rows = async (
    resource: 'encounter' | 'plan' | 'notice',
    filter: Filter,
    field: string,
    first: RowsQuery['sort'] = [],
  ) => {
    const sort = [...first, { field, order: 'asc' as const }];
    // By themselves: a field that is hidden from the caller is left out of what they are shown, not asked by.
    const found = await records.untyped.rows(withAllFields(caller), resource, { filter, sort, most }, sql);
    return found.map((one) => presentFor(caller, catalogue.find(resource), one));
  };
  const [alerts, flights, notices, orders] = await Promise.all([
    // The names of the levels are in the order of their urgency by the alphabet too.
    rows('encounter', { field: 'state', operator: 'ne', value: 'cleared' }, 'raisedAt', [
      { field: 'level', order: 'desc' },
    ]),
    rows('plan', { field: 'state', operator: 'eq', value: planState.inFlight }, 'id'),
    rows(
      'notice',
      {
        operator: 'and',
        value: [
          { field: 'startTime', operator: 'lte', value: now },
          { field: 'endTime', operator: 'gt', value: now },
        ],
      },
      'startTime',
    ),
    deps.orders.inForce(caller, sql),
  ]);
  const users = await records.untyped.labels(caller, 'encounter', alerts, sql);
  const companies = await records.untyped.labels(caller, 'plan', flights, sql);
  const label = (labels: typeof users, { id }: StoredRecord, field: string) =>
    stringOf(labels.get(id)?.[field]);
  return {
    alerts: alerts.map((one) => ({
      id: one.id,
      level: stringOf(one.level) ?? '',
      text: stringOf(one.reason) ?? '',
      textEn: stringOf(one.reasonEn) ?? '',
      raisedAt: stringOf(one.raisedAt) ?? '',
      state: stringOf(one.state) ?? '',
      acknowledgedBy: label(users, one, 'acknowledgedBy'),
    })),
    flights: flights.map((one) => ({
      id: one.id,
      planNumber: stringOf(one.planNumber),
      callsign: stringOf(one.callsign),
      company: label(companies, one, 'company'),
      since: stringOf(one.realEtd),
    })),
    notices: notices.map((one) => ({
      id: one.id,
      title: titleIn(caller, records.untyped.resource('notice'), one),
      from: stringOf(one.startTime),
      to: stringOf(one.endTime),
    })),
    orders: orders.map(({ id, planNumber, callsign, kind, reason, state, orderedAt }) => ({
      id,
      planNumber,
      callsign,
      kind,
      reason,
      state,
      orderedAt,
    })),
  };
}
