import type { InputOf, OutputOf } from '#contract/services.ts';
import { heightBands, unknownBand } from '#domain/equipment/heard-cells.ts';
import { type JointPicture, jointCoverage, type UnheardCell } from '#domain/equipment/joint-coverage.ts';
import { cellDegrees, cornerOf } from '#domain/statistics/heat-cells.ts';
import type { Coverage } from '#domain/surveillance/formats/coverage.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Band, indexOf, runViews } from './coverage-views.ts';
import { readPlannedFlights } from './planned-flights.ts';
import { daysBefore, month, readJointCoverage } from './source-coverage.ts';

/** Gaps and blind cells of one answer at most, each. */
const mostUnheard = 5_000;

type Input = InputOf<'Equipment', 'GetJointCoverage'>;

/** What all sources that are switched on hear together, against what they declare and where flights are planned. */
export function createJointCoverage(deps: {
  records: Pick<Records, 'resource'>;
  sql: Sql;
  /** Those that are switched on. */
  sources(caller: Caller): Promise<{ id: number; coverage: Coverage }[]>;
  leastReports(): Promise<number>;
  clock: () => Date;
}) {
  const { sql } = deps;

  async function read(caller: Caller, { days = month }: Input) {
    const span = daysBefore(deps.clock().getTime(), days);
    const heard = await readJointCoverage(sql, await deps.sources(caller), span);
    const planned = await readPlannedFlights(deps, caller, span);
    const sums = { ...heard, flights: planned?.flights ?? [], leastReports: await deps.leastReports() };
    return { span, planned, ...sums, picture: (band: Band) => jointCoverage(sums, indexOf(band)) };
  }

  return {
    async picture(caller: Caller, input: Input): Promise<JointPicture> {
      return (await read(caller, input)).picture(input.band ?? 'all');
    },
    async view(caller: Caller, input: Input): Promise<OutputOf<'Equipment', 'GetJointCoverage'>> {
      const { band = 'all' } = input;
      const { span, planned, sources, leastReports, picture } = await read(caller, input);
      const { several, single, gaps, blind, untested } = picture(band);
      const bands = [...heightBands, 'all' as const].map((one) => [
        one,
        countsOf(picture(one), one, planned !== null),
      ]);
      return {
        band,
        ...span,
        degrees: cellDegrees,
        leastReports,
        sources: sources.length,
        declaring: sources.filter(({ declared }) => declared !== null).length,
        flights: planned?.flights.length ?? null,
        isCut: planned?.isCut === true || Math.max(gaps.length, blind.length) > mostUnheard,
        bands: Object.fromEntries(bands),
        several: runViews(several.map(({ cell }) => cell)),
        single: runViews(single.map(({ cell }) => cell)),
        gaps: gaps.slice(0, mostUnheard).map(unheardView),
        blind: blind.slice(0, mostUnheard).map(unheardView),
        untested: runViews(untested),
      };
    },
  };
}

/** Of what was heard without a height nobody can say where it is missing. */
function countsOf({ several, single, gaps, blind, untested }: JointPicture, band: Band, hasPlans: boolean) {
  const isKnown = indexOf(band) !== unknownBand;
  return {
    several: several.length,
    single: single.length,
    gaps: isKnown && hasPlans ? gaps.length : null,
    blind: isKnown && hasPlans ? blind.length : null,
    untested: isKnown ? untested.length : null,
  };
}

const unheardView = ({ cell, flights, lastAt }: UnheardCell): [number, number, number, number] => [
  ...cornerOf(cell),
  flights,
  lastAt,
];
