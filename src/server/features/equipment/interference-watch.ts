import type { Uncertain, UncertainRegion } from '#domain/conflicts/nets/uncertain.ts';
import {
  defaultInterference,
  type InterferenceLimits,
  isWidenedIn,
  nextCellState,
  uncertaintyM,
} from '#domain/equipment/interference.ts';
import {
  areaOfCells,
  interferenceCellAt,
  middleOfCells,
  placesOf,
} from '#domain/equipment/interference-cells.ts';
import { regionsOf } from '#domain/equipment/interference-regions.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { writeLog } from '#server/features/watch-log/write-log.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { interferenceLimits } from './interference-limits.ts';
import {
  type CellNow,
  dropAircraft,
  lockInterference,
  readCellStates,
  readRegionSamples,
  readSince,
  writeCellStates,
} from './interference-rows.ts';
import { nearestAirport } from './nearest-airport.ts';

/** A cell in which the safety nets are widened. */
export interface WidenedCell extends CellNow {
  state: 'suspected' | 'interference';
  /** Metres. */
  uncertaintyM: number;
}

export interface InterferenceWatch {
  /** Works out the states of all cells, by what all servers have stored. */
  evaluate(nowMs: number): Promise<void>;
  /** Cells that are suspected or interference, by cell; null: there are none. The same object until the next evaluation. */
  widened(): ReadonlyMap<number, WidenedCell> | null;
  limits(): InterferenceLimits;
  /** The same for the safety nets. */
  uncertain(): Uncertain | null;
  start(): { close(): Promise<void> };
}

const minuteMs = 60_000;
/** Another server has evaluated so lately: its states are read. */
const freshMs = 20_000;

/** States of cells, once a minute: whichever server is first works them out, and enters beginnings and ends in the watch log. */
export function createInterferenceWatch(deps: {
  records: Records;
  parameters: Pick<Parameters, 'all'>;
  now(): number;
  log: Logger;
}): InterferenceWatch {
  const { records, parameters, now, log } = deps;
  let widened: ReadonlyMap<number, WidenedCell> | null = null;
  let uncertain: Uncertain | null = null;
  let limits = defaultInterference;

  function take(found: readonly CellNow[], regions: readonly UncertainRegion[]): void {
    const bad = found.flatMap((one): [number, WidenedCell][] =>
      isWidenedIn(one.state)
        ? [
            [
              one.cell,
              { ...one, state: one.state, uncertaintyM: uncertaintyM(one.state, one.accuracyM, limits) },
            ],
          ]
        : [],
    );
    widened = bad.length > 0 ? new Map(bad) : null;
    uncertain = widened && uncertainOf(widened, regions);
  }

  async function evaluate(nowMs: number): Promise<void> {
    limits = interferenceLimits(await parameters.all());
    const { timeZone } = (await readPlanParameters(parameters)).deadlines;
    const windowFrom = nowMs - limits.windowMin * minuteMs;
    const { found, regions } = await records.transaction(async (transaction) => {
      const { sql } = transaction;
      await lockInterference(sql);
      const found = await nextStates(transaction, nowMs, windowFrom);
      return { found, regions: await describe(sql, found, windowFrom, timeZone) };
    });
    take(found, regions);
  }

  async function nextStates(
    transaction: Transaction,
    nowMs: number,
    windowFrom: number,
  ): Promise<readonly CellNow[]> {
    const { sql } = transaction;
    const stored = await readCellStates(sql);
    const newest = Math.max(0, ...stored.map(({ at }) => at));
    if (Math.abs(nowMs - newest) < freshMs) return stored;
    const heard = new Map((await readSince(sql, windowFrom)).map((one) => [one.cell, one]));
    const before = new Map(stored.map((one) => [one.cell, one]));
    const next: CellNow[] = [];
    for (const cell of new Set([...heard.keys(), ...before.keys()])) {
      const sample = heard.get(cell) ?? { heard: 0, affected: 0, accuracyM: null };
      const known = before.get(cell) ?? null;
      const state = nextCellState(known, sample, nowMs, limits);
      const region = state.state === 'interference' ? (known?.region ?? null) : null;
      const one = { ...sample, cell, at: nowMs, ...state, region };
      if (known?.state !== 'interference' && one.state === 'interference') await begin(transaction, one);
      if (known?.state === 'interference' && one.state !== 'interference') await end(transaction, one, known);
      if (sample.heard > 0 || isWidenedIn(one.state)) next.push(one);
    }
    for (const { id, cells } of regionsOf(next.filter(isDisturbed))) for (const one of cells) one.region = id;
    await writeCellStates(sql, next);
    await dropAircraft(sql, nowMs);
    return next;
  }

  const begin = (transaction: Transaction, one: CellNow) =>
    writeLog(records, transaction, {
      at: new Date(one.at).toISOString(),
      kind: 'interferenceBegan',
      text: {
        key: 'watch.log.interferenceBegan',
        values: { place: placeText(middleOfCells([one.cell])), heard: one.heard, affected: one.affected },
      },
    });

  const end = (transaction: Transaction, one: CellNow, before: CellNow) =>
    writeLog(records, transaction, {
      at: new Date(one.at).toISOString(),
      kind: 'interferenceEnded',
      text: {
        key: 'watch.log.interferenceEnded',
        values: {
          place: placeText(middleOfCells([one.cell])),
          minutes: Math.round((one.at - before.since) / minuteMs),
        },
      },
    });

  return {
    evaluate,
    widened: () => widened,
    limits: () => limits,
    uncertain: () => uncertain,
    start() {
      const first = evaluate(now()).catch((error: unknown) =>
        log.warn({ error }, 'states of GNSS interference could not be read'),
      );
      const round = schedule(
        'interference',
        '40 * * * * *',
        () => evaluate(now()),
        (error) => log.warn({ error }, 'GNSS interference could not be evaluated'),
      );
      return {
        async close() {
          await first;
          await round.close();
        },
      };
    },
  };
}

const isDisturbed = ({ state }: CellNow): boolean => state === 'interference';

/** What is told of each region: where, near which aerodrome, how many aircraft, and since when, on the wall of the service. */
async function describe(
  sql: Sql,
  cells: readonly CellNow[],
  windowFrom: number,
  timeZone: string,
): Promise<UncertainRegion[]> {
  const regions = regionsOf(cells.filter(isDisturbed));
  if (regions.length === 0) return [];
  const samples = await readRegionSamples(sql, regions, windowFrom);
  const nearest = await nearestAirport(sql);
  return regions.map(({ id, cells: own }) => {
    const numbers = own.map(({ cell }) => cell);
    const middle = middleOfCells(numbers);
    const near = nearest(middle);
    const { heard, affected } = samples.get(id) ?? { heard: 0, affected: 0 };
    return {
      id,
      middle,
      area: areaOfCells(numbers),
      reason: {
        key: near ? 'alert.interference.near' : 'alert.interference.reason',
        values: {
          place: placeText(middle),
          heard,
          affected,
          since: formatWall(Math.min(...own.map(({ since }) => since)), timeZone).slice(5),
          ...(near ? { ...nameValues('near', near), distance: Math.round(near.distanceM / 1_000) } : {}),
        },
      },
    };
  });
}

/** So many places are named in the note of the alert list. */
const mostNamed = 3;

function uncertainOf(
  cells: ReadonlyMap<number, WidenedCell>,
  regions: readonly UncertainRegion[],
): Uncertain {
  const found = [...cells.values()];
  const named = found.slice(0, mostNamed).map(({ cell }) => placeText(middleOfCells([cell])));
  return {
    atM: ({ longitude, latitude }) => cells.get(interferenceCellAt(longitude, latitude))?.uncertaintyM ?? 0,
    mostM: Math.max(...found.map(({ uncertaintyM: metres }) => metres)),
    note: {
      key: found.length > mostNamed ? 'alert.widenedMore' : 'alert.widenedCells',
      values: { count: found.length, places: named.join(', ') },
    },
    regions,
  };
}

/** E.g. `30.38°N 104.13°E`. */
function placeText({ latitude, longitude }: Position): string {
  const text = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(2)}°${value < 0 ? negative : positive}`;
  return `${text(latitude, 'N', 'S')} ${text(longitude, 'E', 'W')}`;
}

/** Cells of which a caller sees a place; `bounded` null: all. */
export const cellsSeen = <Cell extends { cell: number }>(
  cells: readonly Cell[],
  bounded: { covers(place: Position): boolean } | null,
): Cell[] =>
  bounded === null
    ? [...cells]
    : cells.filter(({ cell }) => placesOf(cell).some((place) => bounded.covers(place)));
