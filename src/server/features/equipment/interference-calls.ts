import type { InterferenceCell } from '#contract/equipment.ts';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { affectedPercent, isWidenedIn, uncertaintyM } from '#domain/equipment/interference.ts';
import { interferenceCornerOf, interferenceDegrees } from '#domain/equipment/interference-cells.ts';
import type { Sql } from '#server/db/sql.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type CellNow, mostCells, readCellStates, readHourCells, readHours } from './interference-rows.ts';
import { cellsSeen, type InterferenceWatch } from './interference-watch.ts';

const hourMs = 3_600_000;

/** GNSS interference for the screen of equipment and for the map. */
export function createInterferenceCalls(deps: {
  sql: Sql;
  watch: Pick<InterferenceWatch, 'limits'>;
  areas: Pick<CoverageAreas, 'of'>;
  clock: () => Date;
}) {
  const { sql, watch, areas, clock } = deps;

  const viewOf = (one: CellNow): InterferenceCell => ({
    ...interferenceCornerOf(one.cell),
    state: one.state,
    heard: one.heard,
    affected: one.affected,
    degraded: null,
    jumped: null,
    jumps: null,
    losses: null,
    percent: Math.round(10 * affectedPercent(one)) / 10,
    accuracyM: one.accuracyM,
    since: one.since,
    widenedM: uncertaintyM(one.state, one.accuracyM, watch.limits()),
  });

  return {
    async GetInterference({
      hours = 24,
      hour,
    }: InputOf<'Equipment', 'GetInterference'>): Promise<OutputOf<'Equipment', 'GetInterference'>> {
      const at = clock().getTime();
      const to = (Math.floor(at / hourMs) + 1) * hourMs;
      const from = to - hours * hourMs;
      const chosen = hour === undefined ? null : Math.floor(hour / hourMs) * hourMs;
      const cells = chosen === null ? await nowCells() : await hourCells(chosen);
      const { nacp, nic, suspectedPercent, interferencePercent, leastAircraft, windowMin } = watch.limits();
      return {
        at,
        degrees: interferenceDegrees,
        hour: chosen,
        from,
        to,
        cells: cells.slice(0, mostCells),
        isCut: cells.length > mostCells,
        hours: await readHours(sql, from, to),
        limits: { nacp, nic, suspectedPercent, interferencePercent, leastAircraft, windowMin },
      };
    },
    async GetInterferenceNow(
      _: unknown,
      caller: Caller,
    ): Promise<OutputOf<'Equipment', 'GetInterferenceNow'>> {
      const bad = (await readCellStates(sql)).filter(({ state }) => isWidenedIn(state));
      const seen = cellsSeen(bad, areas.of(caller.actor)).slice(0, mostCells);
      return { at: clock().getTime(), degrees: interferenceDegrees, cells: seen.map(viewOf) };
    },
  };

  async function nowCells(): Promise<InterferenceCell[]> {
    return (await readCellStates(sql))
      .sort((a, b) => b.affected - a.affected || b.heard - a.heard)
      .map(viewOf);
  }

  async function hourCells(hour: number): Promise<InterferenceCell[]> {
    return (await readHourCells(sql, hour)).map(({ cell, hour: _, ...one }) => ({
      ...one,
      ...interferenceCornerOf(cell),
      since: null,
      widenedM: 0,
    }));
  }
}
