import { rankOf } from '#domain/conflicts/nets/safety-net.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import { storedFigures } from '#server/features/alerts/alert-views.ts';
import { type LogEntry, writeLog } from '#server/features/watch-log/write-log.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

const airspaceKinds = new Map([
  ['open', 'airspaceOpened'],
  ['close', 'airspaceClosed'],
] as const);
const reportKinds = new Map([
  ['takeOff', 'takeOff'],
  ['land', 'landing'],
] as const);

/** What the watch has to know is in its log by itself: alerts, airspaces that open and close, take-offs and landings. */
export const watchLog: RecordRule = {
  phase: 'notify',
  name: 'the watch log',
  types: ['encounter', 'airspaceEvent', 'operateRecord'],
  actions: ['create'],
  async close({ transaction, changes, records }: RecordsWritten) {
    const entries: LogEntry[] = [];
    for (const change of changes) {
      const entry = await entryOf(transaction.sql, change);
      if (entry) entries.push(entry);
    }
    for (const entry of readable(entries)) await writeLog(records, transaction, entry);
  },
};

/** Alerts raised together that have an entry each; a formation raises a thousand, which nobody reads one by one. */
const mostAlerts = 10;

/** The most urgent alerts by themselves, and of the others how many there are; whatever else as it is. */
function readable(entries: readonly LogEntry[]): LogEntry[] {
  const alerts = entries.filter(({ kind }) => kind === 'alertRaised');
  if (alerts.length <= mostAlerts) return [...entries];
  const byLevel = alerts.toSorted((a, b) => rankOf(b.level) - rankOf(a.level));
  const others = byLevel.slice(mostAlerts - 1);
  const [first] = others;
  if (!first) return [...entries];
  const text = { key: 'watch.log.alertsRaised', values: { count: others.length } };
  const told = new Set(byLevel.slice(0, mostAlerts - 1));
  return [...entries.filter((entry) => entry.kind !== 'alertRaised' || told.has(entry)), { ...first, text }];
}

async function entryOf(sql: Sql, { resource, id, record, at }: RecordChange): Promise<LogEntry | null> {
  if (resource === 'encounter') {
    const figures = storedFigures({ ...record, id, version: 1 });
    const level = record.level as LogEntry['level'];
    if (!figures || !level) return null;
    const { key, values = {} } = figures.reason;
    const raisedAt = stringOf(record.raisedAt) ?? at;
    return {
      at: raisedAt,
      kind: 'alertRaised',
      level,
      text: { key, values },
      aboutResource: resource,
      aboutId: id,
    };
  }
  if (resource === 'airspaceEvent') {
    const kind = airspaceKinds.get(record.kind as 'open');
    const airspace = numberOf(record.airspace);
    if (!kind || airspace === null) return null;
    const name = await namesOf(sql, airspace);
    const reason = stringOf(record.reason) ?? '—';
    return {
      at: stringOf(record.at) ?? at,
      kind,
      text: { key: `watch.log.${kind}`, values: { ...name, reason } },
      byName: stringOf(record.byName),
      aboutResource: 'airspace',
      aboutId: airspace,
    };
  }
  const kind = reportKinds.get(record.action as 'takeOff');
  const plan = numberOf(record.recordId);
  if (!kind || record.recordResource !== 'plan' || plan === null) return null;
  const row = await sql
    .selectFrom('plan')
    .select(['planNumber', 'callsign', 'realEtd', 'realEta'])
    .where('id', '=', plan)
    .executeTakeFirst();
  const reported = kind === 'takeOff' ? row?.realEtd : row?.realEta;
  return {
    at: stringOf(record.operatedAt) ?? at,
    kind,
    text: {
      key: `watch.log.${kind}`,
      values: {
        plan: row?.planNumber ?? `#${plan}`,
        callsign: row?.callsign ?? '—',
        time: reported ? `${new Date(reported).toISOString().slice(11, 16).replace(':', '')}Z` : '—',
      },
    },
    byName: stringOf(record.operatedByName),
    aboutResource: 'plan',
    aboutId: plan,
  };
}

async function namesOf(sql: Sql, airspace: number): Promise<Record<string, string>> {
  const row = await sql
    .selectFrom('airspace')
    .select(['name', 'nameEn'])
    .where('id', '=', airspace)
    .executeTakeFirst();
  return nameValues('name', row ?? { name: `#${airspace}` });
}
