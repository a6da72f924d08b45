import { sql as raw } from 'kysely';
import type { EquipmentTerminal } from '#contract/equipment.ts';
import type { TerminalKind } from '#domain/equipment/terminals.ts';
import type { Sql } from '#server/db/sql.ts';

const liveMs = 5 * 60_000;
const dayMs = 86_400_000;
/** Terminals that are read at most, the last heard first. */
const mostRead = 20_000;

interface Heard {
  terminal: string;
  kind: TerminalKind;
  reports: number;
  days: number;
  lastAt: number;
  lastReports: number;
  lastFirstAt: number;
  sources: number[];
}

export interface RegisteredAircraft {
  id: number;
  registration: string;
  icao24: string;
}

export interface TerminalFilter {
  q?: string | undefined;
  kind?: TerminalKind | undefined;
  state?: EquipmentTerminal['state'] | undefined;
}

/** Every terminal that was heard in the time that is kept, the last heard first; then registered aircraft that were not. */
export async function readTerminals(
  sql: Sql,
  aircraft: readonly RegisteredAircraft[],
  names: ReadonlyMap<number, string>,
  nowMs: number,
  filter: TerminalFilter,
): Promise<EquipmentTerminal[]> {
  const { rows } = await raw<Heard>`
    select terminal, kind, sum(reports)::float8 as reports,
      count(distinct day)::int as days, max(extract(epoch from last_at))::float8 * 1000 as "lastAt",
      (array_agg(reports order by last_at desc))[1]::float8 as "lastReports",
      (array_agg(extract(epoch from first_at) order by last_at desc))[1]::float8 * 1000 as "lastFirstAt",
      array_agg(distinct source_id) as sources
    from equipment_terminal group by terminal, kind order by max(last_at) desc limit ${mostRead}`.execute(
    sql,
  );
  const owners = new Map(aircraft.map((one) => [one.icao24, one]));
  const heard = rows.map((row): EquipmentTerminal => {
    const owner = row.kind === 'transponder' ? owners.get(row.terminal) : undefined;
    const ageMs = nowMs - row.lastAt;
    const minutes = (row.lastAt - row.lastFirstAt) / 60_000;
    return {
      terminal: row.terminal,
      kind: row.kind,
      state: ageMs < liveMs ? 'live' : ageMs < dayMs ? 'day' : 'silent',
      aircraft: owner ? { id: owner.id, registration: owner.registration } : null,
      lastAt: row.lastAt,
      reportsPerMinute: minutes > 0 ? Math.round((row.lastReports / minutes) * 10) / 10 : null,
      reports: row.reports,
      days: row.days,
      sources: row.sources.flatMap((id) => names.get(Number(id)) ?? []),
    };
  });
  // A device whose number reads like the address of an aircraft is not its transponder.
  const known = new Set(heard.flatMap(({ terminal, kind }) => (kind === 'transponder' ? [terminal] : [])));
  const unheard = aircraft
    .filter(({ icao24 }) => !known.has(icao24))
    .map(
      ({ id, registration, icao24 }): EquipmentTerminal => ({
        terminal: icao24,
        kind: 'transponder',
        state: 'unheard',
        aircraft: { id, registration },
        lastAt: null,
        reportsPerMinute: null,
        reports: 0,
        days: 0,
        sources: [],
      }),
    );
  const { q, kind, state } = filter;
  const wanted = q?.trim().toLowerCase() ?? '';
  return [...heard, ...unheard].filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      (state === undefined || one.state === state) &&
      (wanted === '' ||
        one.terminal.toLowerCase().includes(wanted) ||
        one.aircraft?.registration.toLowerCase().includes(wanted)),
  );
}
