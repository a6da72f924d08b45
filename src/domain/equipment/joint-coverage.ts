import { type Altitude, altitudeM } from '#domain/geo/altitude.ts';
import { type CellSum, gather, type SeenCell } from './coverage-picture.ts';
import { bandFloorsM, unknownBand } from './heard-cells.ts';

/** A source that is switched on. */
export interface JointSource {
  id: number;
  /** Null: it declares none. */
  declared: ReadonlySet<number> | null;
  /** Hours since 1970-01-01 UTC in which it worked throughout. */
  worked: ReadonlySet<number>;
}

export interface PlannedFlight {
  cells: readonly number[];
  /** The band in which all of its planned heights lie; null: they lie in several, or are not known. */
  band: number | null;
  /** Hours since 1970-01-01 UTC in which it was on its route; null: it is not known to have flown through these cells. */
  flown: readonly number[] | null;
  /** When it was planned to begin, UTC ms. */
  at: number;
}

export interface HeardCellSum extends CellSum {
  sourceId: number;
}

/** A cell in which nobody heard anything, with the flights that say so. */
export interface UnheardCell {
  cell: number;
  flights: number;
  /** Of the last of them, UTC ms. */
  lastAt: number;
}

export interface JointPicture {
  /** Heard by two sources or more, and by one alone. */
  several: (SeenCell & { sources: number })[];
  single: (SeenCell & { sources: number })[];
  /** Declared, heard by nobody, and yet flown through while a source that declares it worked. */
  gaps: UnheardCell[];
  /** Neither declared nor heard by any source, though flights are planned there. */
  blind: UnheardCell[];
  /** Declared and not heard, without a flight that would tell. */
  untested: number[];
}

/**
 * What all sources together hear. Even one report, or one without a height, is enough for a cell to be neither gap nor blind.
 * In one band only flights count whose heights lie wholly in it.
 */
export function jointCoverage(
  {
    sources,
    heard,
    flights,
    leastReports,
  }: {
    sources: readonly JointSource[];
    heard: readonly HeardCellSum[];
    flights: readonly PlannedFlight[];
    /** So many reports of one source make a cell heard by it. */
    leastReports: number;
  },
  band: number | 'all',
): JointPicture {
  const bySource = new Map(sources.map(({ id }): [number, HeardCellSum[]] => [id, []]));
  const touched = new Set<number>();
  for (const sum of heard) {
    const isIn = band === 'all' || sum.band === band;
    if (isIn) bySource.get(sum.sourceId)?.push(sum);
    if (isIn || sum.band === unknownBand) touched.add(sum.cell);
  }
  const seen = new Map<number, SeenCell & { sources: number }>();
  for (const sums of bySource.values())
    for (const one of gather(sums, leastReports).values()) {
      const known = seen.get(one.cell);
      if (!known) seen.set(one.cell, { ...one, sources: 1 });
      else {
        known.sources += 1;
        known.reports += one.reports;
        known.lastAt = Math.max(known.lastAt, one.lastAt);
      }
    }
  const declaredBy = new Map<number, JointSource[]>();
  for (const source of sources)
    for (const cell of source.declared ?? []) {
      const known = declaredBy.get(cell);
      if (known) known.push(source);
      else declaredBy.set(cell, [source]);
    }
  const gaps = new Map<number, UnheardCell>();
  const blind = new Map<number, UnheardCell>();
  for (const { cells, band: own, flown, at } of band === unknownBand ? [] : flights) {
    if (band !== 'all' && own !== band) continue;
    for (const cell of cells) {
      if (touched.has(cell)) continue;
      const declaring = declaredBy.get(cell);
      if (!declaring) count(blind, cell, at);
      else if (flown && declaring.some(({ worked }) => flown.every((hour) => worked.has(hour))))
        count(gaps, cell, at);
    }
  }
  const cells = [...seen.values()];
  return {
    several: cells.filter(({ sources: number }) => number > 1),
    single: cells.filter(({ sources: number }) => number === 1),
    gaps: byFlights(gaps),
    blind: byFlights(blind),
    untested: [...declaredBy.keys()].filter((cell) => !seen.has(cell) && !gaps.has(cell)),
  };
}

function count(cells: Map<number, UnheardCell>, cell: number, at: number): void {
  const known = cells.get(cell) ?? { cell, flights: 0, lastAt: at };
  cells.set(cell, { cell, flights: known.flights + 1, lastAt: Math.max(known.lastAt, at) });
}

/** Those with the most flights first. */
const byFlights = (cells: Map<number, UnheardCell>): UnheardCell[] =>
  [...cells.values()].sort((a, b) => b.flights - a.flights || a.cell - b.cell);

/** The band in which all between these limits lies; null: they reach into several, or are measured from the ground. */
export function bandWithin(lower: Altitude | null, upper: Altitude | null): number | null {
  if (!lower || !upper || fromGround(lower) || fromGround(upper)) return null;
  const bandAt = (metres: number) => bandFloorsM.filter((floor) => floor <= metres).length;
  const [from, to] = [altitudeM(lower), altitudeM(upper)];
  const band = bandAt(from);
  // The upper bound of a band is still of it.
  return from <= to && (bandAt(to) === band || to === bandFloorsM[band]) ? band : null;
}

const fromGround = ({ reference }: Altitude) => reference === 'AGL' || reference === 'QFE';
