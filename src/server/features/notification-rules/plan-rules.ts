import { type RawBuilder, sql as raw } from 'kysely';
import { flightFilter } from '#domain/notification-rules/flight-pattern.ts';
import { defaultDeadlines } from '#domain/plans/deadlines.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { type AirspaceTimes, isActiveAt } from '#domain/time/activation.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import { type ReadersDeps, readersAmong } from '#server/features/notices/reminders.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import { clockText, type RuleEvent, type RuleOfUser, storeRuleMessages } from './rule-messages.ts';

interface Row extends RuleOfUser {
  event: 'planChanges' | 'takesOff' | 'lands';
  plan: number;
  planNumber: string;
  validFrom: string | null;
  validTo: string | null;
  schedule: AirspaceTimes['schedule'];
}

interface FlightRow extends Row {
  patterns: string[] | null;
  callsign: string;
  registration: string | null;
  icao24: string | null;
}

/**
 * Notification rules about plans, in the transaction that changes them. The owner of a rule is notified of what others did
 * to a plan that they may read, unless the change brings them another message of it; and of take-offs and landings that are
 * reported, since surveillance does not reach the ground everywhere.
 */
export function planNotificationRules(deps: ReadersDeps): RecordRule {
  return {
    phase: 'notify',
    name: 'notification rules about plans',
    types: ['plan', 'reminder'],
    close,
  };

  async function close({ transaction, changes, records }: RecordsWritten): Promise<void> {
    const plans = plansChanged(changes);
    if (plans.size === 0) return;
    const { sql } = transaction;
    const told = remindedOf(changes);
    const found = await Promise.all([
      changeRules(sql, [...plans.keys()]),
      movementRules(sql, plans, 'takesOff', 'plan.takeOff', raw.ref('t.departure')),
      movementRules(sql, plans, 'lands', 'plan.land', raw.ref('t.destination')),
    ]);
    const rows = found.flat();
    if (rows.length === 0) return;
    const timeZone = await timeZoneIn(sql);
    const events: RuleEvent[] = [];
    let now = 0;
    for (const [plan, change] of plans) {
      const at = Date.parse(change.at);
      now = Math.max(now, at);
      const due = rows.filter(
        (row) =>
          row.plan === plan &&
          row.user !== change.by &&
          !told.has(`${row.user}:${plan}`) &&
          isActiveAt(row, at, at + 1, timeZone),
      );
      const users = [...new Set(due.map(({ user }) => user))];
      const readers = new Set(await readersAmong(deps, records, sql, users, change));
      for (const row of due)
        if (readers.has(row.user))
          events.push(
            'callsign' in row ? movementEvent(row, at, timeZone) : changeEvent(row, change, timeZone),
          );
    }
    if (events.length > 0)
      await storeRuleMessages(records, transaction, events, { now: new Date(now), timeZone });
  }
}

/** The service's, as the transaction sees it: the parameters' own reader would take another connection. */
async function timeZoneIn(sql: Sql): Promise<string> {
  const row = await sql
    .selectFrom('parameter')
    .select('value')
    .where('key', '=', 'deadline.timeZone')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.value?.trim() || defaultDeadlines.timeZone;
}

/** Plans that were changed, each with its last change, or the last that has a message. A new plan is not changed. */
function plansChanged(changes: readonly RecordChange[]): Map<number, RecordChange> {
  const plans = new Map<number, RecordChange>();
  const made = new Set<number>();
  for (const change of changes) {
    if (change.resource !== 'plan') continue;
    if (change.action === 'create') made.add(change.id);
    if (!plans.get(change.id)?.message || change.message) plans.set(change.id, change);
  }
  for (const id of made) plans.delete(id);
  return plans;
}

/** Who has a message of which plan in this transaction, as `user:plan`. */
function remindedOf(changes: readonly RecordChange[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ resource, action, record }) =>
      resource === 'reminder' && action === 'create' && record.documentResource === 'plan'
        ? [`${numberOf(record.user)}:${numberOf(record.documentId)}`]
        : [],
    ),
  );
}

const ruleColumns = raw`r.id, r.name, r.event, o.target_id as "user", r.again_minutes as "againMinutes", r.is_urgent as "isUrgent",
  r.valid_from as "validFrom", r.valid_to as "validTo", r.schedule`;

/** Rules about one of these plans, or about all of the company that one is of. */
async function changeRules(sql: Sql, plans: readonly number[]): Promise<Row[]> {
  const { rows } = await raw<Row>`
    select ${ruleColumns}, '' as place, '' as "placeEn", p.id as plan, coalesce(p.plan_number, '#' || p.id) as "planNumber"
    from notification_rule r join notification_rule_owners o on o.owner_id = r.id join "user" u on u.id = o.target_id
      join plan p on p.id = any(${[...plans]}::bigint[]) and (r.plan = p.id or (r.plan is null and u.company = p.company))
    where r.deleted_at is null and r.is_active and r.event = 'planChanges' order by r.id, p.id`.execute(sql);
  return rows;
}

/** Rules about take-offs from, or landings at, the aerodrome of a plan's task whose take-off or landing is reported now. */
async function movementRules(
  sql: Sql,
  plans: ReadonlyMap<number, RecordChange>,
  event: 'takesOff' | 'lands',
  type: string,
  aerodrome: RawBuilder<unknown>,
): Promise<FlightRow[]> {
  const ids = [...plans.values()].filter(({ message }) => message?.type === type).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await raw<FlightRow>`
    select ${ruleColumns}, r.flights as patterns, a.name as place, coalesce(nullif(a.name_en, ''), a.name) as "placeEn",
      p.id as plan, coalesce(p.plan_number, '#' || p.id) as "planNumber", t.callsign, c.registration, lower(c.icao24) as icao24
    from plan p join job_task t on t.plan = p.id and t.deleted_at is null
      join notification_rule r on r.airport = ${aerodrome} and r.event = ${event} and r.is_active and r.deleted_at is null
      join notification_rule_owners o on o.owner_id = r.id join airport a on a.id = r.airport
      left join aircraft c on c.id = t.aircraft
    where p.id = any(${ids}::bigint[]) order by r.id, t.id`.execute(sql);
  return rows.filter(({ patterns, ...flight }) => flightFilter(patterns ?? [])(withoutId(flight)));
}

/** The id is that of the rule. */
const withoutId = ({ callsign, registration, icao24 }: Omit<FlightRow, 'patterns'>) => ({
  callsign,
  registration,
  icao24,
});

function movementEvent(row: FlightRow, atMs: number, timeZone: string): RuleEvent {
  const { event, callsign, registration, icao24 } = row;
  return {
    rule: row,
    target: null,
    keys: [icao24 ?? callsign, callsign],
    text: (locale) =>
      textIn(
        {
          key: `notificationRule.${event}`,
          values: {
            target: callsign || registration || row.planNumber,
            place: locale === 'en' ? row.placeEn : row.place,
            time: clockText(atMs, timeZone),
          },
        },
        locale,
      ),
  };
}

function changeEvent(row: Row, { message, action, at }: RecordChange, timeZone: string): RuleEvent {
  const time = clockText(Date.parse(at), timeZone);
  const text = (locale: Locale) => {
    const content = locale === 'en' ? (message?.contentEn ?? message?.content) : message?.content;
    if (content)
      return textIn({ key: 'notificationRule.planMessage', values: { text: content, time } }, locale);
    const key = `notificationRule.${action === 'delete' ? 'planDeleted' : 'planChanged'}`;
    return textIn({ key, values: { plan: row.planNumber, time } }, locale);
  };
  return { rule: row, target: null, keys: [`plan:${row.plan}`], text };
}
