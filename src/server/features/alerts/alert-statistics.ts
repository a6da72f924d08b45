import { type RawBuilder, sql as raw, type SqlBool } from 'kysely';
import type { AlertHour, AlertStatistics } from '#contract/alerts.ts';
import type { InputOf } from '#contract/services.ts';
import {
  type AlertCounts,
  type AlertTable,
  alertCounts,
  classifications,
  classifiedCount,
  nuisanceShare,
} from '#domain/conflicts/alert-counts.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { scopeOrForbidden } from '#server/engine/records/scope.ts';
import { type Table, tableFile } from '#server/engine/transfer/table-file.ts';
import type { OutCell, SheetFormat } from '#server/engine/transfer/write-sheet.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import type { FileAnswer } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

type Request = InputOf<'Alert', 'GetStatistics'>;
type Row<Key> = AlertCounts & { key: Key };

/** Spans of a time line, about. */
const mostSpans = 60;
const hourMs = 3_600_000;
const hoursOfDay = 24;

const noAlerts = Object.freeze(Object.fromEntries(alertCounts.map((name) => [name, 0]))) as AlertCounts;

const countColumns = raw`count(*)::int as raised, count(e.acknowledged_at)::int as acknowledged,
  (count(*) filter (where e.acknowledged_at is not null and e.acknowledged_looked is not true))::int as "acknowledgedUnseen",
  count(e.muted_at)::int as muted,
  ${raw.join(classifications.map((one) => raw`(count(*) filter (where e.classification = ${one}))::int as ${raw.ref(one)}`))}`;

/** How much alerts disturb: counts of the alerts that the caller may see. */
export function createAlertStatistics(deps: {
  sql: Sql;
  catalogue: Pick<Catalogue, 'find'>;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
}) {
  const { sql, catalogue, parameters, clock } = deps;

  /** The caller's alerts `e` that are not in the trash and fit the request. */
  function wanted(
    caller: Caller,
    { kinds = [], area }: Request,
    from: string,
    to: string,
  ): RawBuilder<SqlBool> {
    const scope = scopeOrForbidden(caller, catalogue.find('encounter'), 'read', 'e');
    const ofKinds = kinds.length > 0 ? raw`and e.kind = any(${kinds}::text[])` : raw``;
    const areas = raw`select 1 from encounter_areas as a where a.owner_id = e.id`;
    const inArea =
      area === undefined
        ? raw``
        : area === 0
          ? raw`and not exists (${areas})`
          : raw`and exists (${areas} and a.target_id = ${area})`;
    return raw`e.deleted_at is null and ${scope} and e.raised_at between ${from}::timestamptz and ${to}::timestamptz
      ${ofKinds} ${inArea}`;
  }

  async function statistics(caller: Caller, request: Request): Promise<AlertStatistics> {
    const { hours = hoursOfDay, area } = request;
    const now = clock().getTime();
    const from = new Date(now - hours * hourMs).toISOString();
    const to = new Date(now).toISOString();
    const { timeZone } = (await readPlanParameters(parameters)).deadlines;
    const where = wanted(caller, request, from, to);
    const countBy = async <Key>(key: RawBuilder<Key>, source = raw`encounter as e`): Promise<Row<Key>[]> => {
      const { rows } = await raw<Row<Key>>`select ${key} as key, ${countColumns}
        from ${source} where ${where} group by 1 order by count(*) desc, 1`.execute(sql);
      return rows;
    };
    const [totals] = await countBy(raw<null>`null::text`);
    const kinds = await countBy(raw<string>`e.kind`);
    const byHour = new Map(
      (await countBy(raw<number>`extract(hour from e.raised_at at time zone ${timeZone})::int`)).map(
        (row) => [row.key, row],
      ),
    );
    // With an area chosen its own line is left: the others would count the alerts that are in both.
    const areas = await countBy(
      raw<number | null>`a.target_id`,
      raw`encounter as e left join encounter_areas as a on a.owner_id = e.id
        ${area ? raw`and a.target_id = ${area}` : raw``}`,
    );
    const names = await areaNames(
      areas.flatMap(({ key }) => key ?? []),
      caller.locale,
    );
    return {
      from,
      to,
      timeZone,
      totals: countsOf(totals),
      kinds: kinds.map((row) => ({
        kind: row.key,
        perHour: Math.round((row.raised / hours) * 100) / 100,
        ...countsOf(row),
      })),
      areas: areas.map((row) => ({
        id: row.key,
        name: row.key === null ? null : (names.get(row.key) ?? `#${row.key}`),
        ...countsOf(row),
      })),
      hours: Array.from({ length: hoursOfDay }, (_, hour) => ({ hour, ...countsOf(byHour.get(hour)) })),
    };
  }

  /** Also of areas in the trash: alerts were raised in them. */
  async function areaNames(ids: number[], locale: Locale): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await sql
      .selectFrom('organizationUnit')
      .select(['id', 'displayName', 'displayNameEn'])
      .where('id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, displayName, displayNameEn }) => [
        id,
        nameIn({ name: displayName, nameEn: displayNameEn }, locale),
      ]),
    );
  }

  return {
    statistics,

    async timeline(caller: Caller, request: Request): Promise<AlertHour[]> {
      const { hours = hoursOfDay } = request;
      const spanS = Math.max(1, Math.ceil(hours / mostSpans)) * 3_600;
      const to = clock().getTime();
      const from = Math.floor((to - hours * hourMs) / (spanS * 1_000)) * spanS * 1_000;
      const span = raw`(floor(extract(epoch from e.raised_at) / ${spanS}) * ${spanS})::bigint`;
      const where = wanted(caller, request, new Date(from).toISOString(), new Date(to).toISOString());
      const { rows } = await raw<{ began: string; kind: string; raised: number }>`
        select ${span} as began, e.kind, count(*)::int as raised from encounter as e
        where ${where} group by 1, e.kind order by 1, e.kind`.execute(sql);
      // A span without any is there too: a gap would look like a shorter day.
      const spans = Array.from({ length: Math.floor((to - from) / (spanS * 1_000)) + 1 }, (_, index) => {
        const began = from / 1_000 + index * spanS;
        const at = new Date(began * 1_000).toISOString();
        const found = rows.filter((row) => Number(row.began) === began);
        return found.length > 0
          ? found.map(({ kind, raised }) => ({ at, kind, raised }))
          : [{ at, kind: null, raised: 0 }];
      });
      return spans.flat();
    },

    async file(
      caller: Caller,
      { table, ...request }: InputOf<'Alert', 'ExportStatistics'>,
      format: SheetFormat,
    ): Promise<FileAnswer> {
      const answer = await statistics(caller, request);
      return tableFile(tableOf(answer, table, caller.locale), format, answer.timeZone, clock());
    },
  };
}

const countsOf = (row: AlertCounts = noAlerts): AlertCounts =>
  Object.fromEntries(alertCounts.map((name) => [name, row[name]])) as AlertCounts;

/** One table: counts, and shares from 0 to 1. */
function tableOf(answer: AlertStatistics, table: AlertTable, locale: Locale): Table {
  const say = (key: string) => textIn({ key }, locale);
  const title = say(`alert.statistics.${table}`);
  const rounded = (share: number | null) => (share === null ? null : Math.round(share * 1_000) / 1_000);
  const share = (part: number, whole: number) => rounded(whole === 0 ? null : part / whole);
  const rows: [name: string, counts: AlertCounts][] = {
    kinds: () => answer.kinds.map((row): [string, AlertCounts] => [say(`alert.net.${row.kind}`), row]),
    areas: () =>
      answer.areas.map((row): [string, AlertCounts] => [row.name ?? say('alert.statistics.outside'), row]),
    hours: () =>
      answer.hours.map((row): [string, AlertCounts] => [`${String(row.hour).padStart(2, '0')}:00`, row]),
  }[table]();
  return {
    name: `${say('alert.statistics')}-${title}`,
    title,
    columns: [
      { header: title, width: 28, text: true },
      ...alertCounts.map((name) => ({ header: say(`alert.count.${name}`) })),
      { header: say('alert.count.classified') },
      ...classifications.flatMap((name) => [
        { header: say(`alert.shareOfClassified.${name}`), width: 20 },
        { header: say(`alert.shareOfRaised.${name}`), width: 20 },
      ]),
      { header: say('alert.count.nuisanceShare'), width: 28 },
    ],
    rows: rows.map(([name, counts]): OutCell[] => [
      name,
      ...alertCounts.map((count) => counts[count]),
      classifiedCount(counts),
      ...classifications.flatMap((one) => [
        share(counts[one], classifiedCount(counts)),
        share(counts[one], counts.raised),
      ]),
      rounded(nuisanceShare(counts)),
    ]),
  };
}
