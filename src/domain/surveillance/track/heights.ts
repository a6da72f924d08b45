/** Heights of one aircraft as they are known, metres; null: not known. */
export interface Heights {
  /** Above 1013.25 hPa. */
  pressureM: number | null;
  /** Above the WGS-84 ellipsoid. */
  geometricM: number | null;
  /** Above mean sea level. */
  amslM: number | null;
}

/** Sea-level pressure of 950 hPa makes a pressure height so much too high, one of 1050 hPa so much too low. */
const lowPressureM = 530;
const highPressureM = 320;
/** What temperature changes: this share of the height. */
const temperatureShare = 0.1;
/** The ellipsoid lies so far from mean sea level at most. */
const geoidM = 110;

/**
 * Can two aircraft be at one height? Heights of one datum differ by `slackM` at most; a pressure height and a geometric one
 * by what weather allows beside. A height that is not known says nothing.
 */
export function mayBeOneHeight(one: Heights, other: Heights, slackM: number): boolean {
  return (
    isWithin(one.pressureM, other.pressureM, slackM, slackM) &&
    isWithin(one.geometricM, other.geometricM, slackM, slackM) &&
    isWithin(one.amslM, other.amslM, slackM, slackM) &&
    isWithin(one.geometricM, other.amslM, geoidM + slackM, geoidM + slackM) &&
    isWithin(one.amslM, other.geometricM, geoidM + slackM, geoidM + slackM) &&
    fitsPressure(one.pressureM, other, slackM) &&
    fitsPressure(other.pressureM, one, slackM)
  );
}

function fitsPressure(pressureM: number | null, { geometricM, amslM }: Heights, slackM: number): boolean {
  const temperatureM = temperatureShare * Math.max(0, pressureM ?? 0, geometricM ?? 0, amslM ?? 0);
  const above = lowPressureM + temperatureM + slackM;
  const below = highPressureM + temperatureM + slackM;
  return (
    isWithin(pressureM, amslM, above, below) &&
    isWithin(pressureM, geometricM, above + geoidM, below + geoidM)
  );
}

/** Is the first above the other by no more than `aboveM`, and below it by no more than `belowM`? */
function isWithin(first: number | null, other: number | null, aboveM: number, belowM: number): boolean {
  if (first === null || other === null) return true;
  return first - other <= aboveM && other - first <= belowM;
}
