/** How heights of different datums are compared where something of the place is not known. */
export const defaultHeights = {
  /** Where nobody near reports the pressure it is usually within this of 1013.25 hPa: beyond, an alert is an advisory. */
  qnhSpreadHpa: 20,
  /** Where no aerodrome near publishes one, metres AMSL. */
  transitionAltitudeM: 3_000,
  /** Without terrain data the ground is taken to lie within this of what the aerodromes near stand on, metres. */
  groundSpreadM: 300,
  /** And where there is no aerodrome near, no higher than this, metres AMSL. */
  groundHighestM: 3_000,
};
export type HeightFigures = typeof defaultHeights;

/** How steady a finding must be to be told, and how steady its absence (DO-365B; operations.md 1.10). */
export const defaultSteadinessFigures = {
  /** Seen in M of the last N seconds. */
  m: 2,
  n: 4,
  hysteresisS: 5,
  persistenceS: 4,
};
export type SteadinessFigures = typeof defaultSteadinessFigures;

/** Figures that several nets share, by group: as those of a net, an administrator may change each. */
export const sharedFigures = {
  heights: {
    qnhSpreadHpa: { value: defaultHeights.qnhSpreadHpa, unit: 'hPa' },
    transitionAltitudeM: { value: defaultHeights.transitionAltitudeM, unit: 'm' },
    groundSpreadM: { value: defaultHeights.groundSpreadM, unit: 'm' },
    groundHighestM: { value: defaultHeights.groundHighestM, unit: 'm' },
  },
  steadiness: {
    m: { value: defaultSteadinessFigures.m, unit: '' },
    n: { value: defaultSteadinessFigures.n, unit: '' },
    hysteresisS: { value: defaultSteadinessFigures.hysteresisS, unit: 's' },
    persistenceS: { value: defaultSteadinessFigures.persistenceS, unit: 's' },
  },
};

/**
 * Figures that an airspace, or the class of an airspace, may state for what flies in it, as `net.figure`, and which of two
 * is the stricter: where several airspaces lie over each other, that one holds.
 */
export const airspaceFigures = {
  'pairs.tauS': 'higher',
  'pairs.warningS': 'higher',
  'pairs.cautionS': 'higher',
  'pairs.advisoryS': 'higher',
  'pairs.advisoryDistanceM': 'higher',
  'pairs.advisoryVerticalM': 'higher',
  'areas.lookAheadS': 'higher',
  'areas.bufferM': 'higher',
  'terrain.clearanceM': 'higher',
  'terrain.warningS': 'higher',
  'conformance.lateralM': 'lower',
  'conformance.verticalM': 'lower',
  'conformance.earlyMin': 'lower',
  'conformance.lateMin': 'lower',
  'lostSignal.afterS': 'lower',
  'steadiness.m': 'lower',
  'steadiness.n': 'higher',
  'steadiness.hysteresisS': 'higher',
  'steadiness.persistenceS': 'higher',
} as const;

export type AirspaceFigure = keyof typeof airspaceFigures;

export function isAirspaceFigure(name: unknown): name is AirspaceFigure {
  return typeof name === 'string' && Object.hasOwn(airspaceFigures, name);
}

export const airspaceFigureNames: readonly AirspaceFigure[] =
  Object.keys(airspaceFigures).filter(isAirspaceFigure);

/** What an airspace states, by figure. */
export type StatedFigures = Readonly<Partial<Record<AirspaceFigure, number>>>;

/** The stricter of two values of a figure. */
export function stricter(name: AirspaceFigure, one: number, two: number): number {
  return airspaceFigures[name] === 'higher' ? Math.max(one, two) : Math.min(one, two);
}
