import { type Random, seeded } from '#domain/surveillance/scene/random.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';

/** An aircraft of a recording as it was heard last. */
export interface Heard {
  at: number;
  latitude: number;
  longitude: number;
  /** In a row, without a gap of a minute. */
  reports: number;
  isNamed: boolean;
}

const metresPerDegree = 111_320;
const noiseM = 40;

const kindOf = (report: Report): number =>
  Math.imul(Number.parseInt(report.icao24 ?? '0', 16), 0x9e3779b1) >>> 30;

/** Does it name itself by something in this mix? */
export const isNamed = (report: Report): boolean => kindOf(report) !== 3;

/**
 * Makes of recorded ADS-B what a mixed air sounds like: by its address one aircraft in two keeps its ADS-B, half of those
 * are seen by a radar beside; one in four is a glider with the number of a FLARM and a height above the ellipsoid, and one
 * in four has a transponder without an address. The same in every run of a seed.
 */
export function createAllReports(seed: number): (report: Report) => { report: Report; sourceId: number }[] {
  const random = seeded(seed);
  return (report) => {
    const number = Number.parseInt(report.icao24 ?? '0', 16);
    const kind = kindOf(report);
    const exact = { ...report, timeResolutionS: 0.5 };
    if (kind === 0) return [{ report: exact, sourceId: 1 }];
    if (kind === 1) {
      return [
        { report: exact, sourceId: 1 },
        { report: plotOf(report, number, random), sourceId: 3 },
      ];
    }
    if (kind === 2) return [{ report: gliderOf(report), sourceId: 2 }];
    return [{ report: plotOf(report, number, random), sourceId: 3 }];
  };
}

function gliderOf(report: Report): Report {
  return {
    ...report,
    icao24: null,
    callsign: null,
    mode3A: null,
    addressType: 'flarm',
    trackNumber: `flarm:${report.icao24}`,
    pressureAltitudeM: null,
    timeResolutionS: 1,
  };
}

/** As a radar sees it, off by its noise, with a code that few others have. */
function plotOf(report: Report, number: number, random: Random): Report {
  const north = (noiseM * random.normal()) / metresPerDegree;
  const east = (noiseM * random.normal()) / (metresPerDegree * Math.cos((report.latitude * Math.PI) / 180));
  return {
    ...unsaid,
    mode3A: (number % 4096).toString(8).padStart(4, '0'),
    latitude: report.latitude + north,
    longitude: report.longitude + east,
    pressureAltitudeM: report.pressureAltitudeM,
    at: report.at,
    sourceKey: '25/1',
    timeResolutionS: 0.01,
    accuracy: { horizontalM: 2.45 * noiseM, verticalM: null, nacp: null },
  };
}
