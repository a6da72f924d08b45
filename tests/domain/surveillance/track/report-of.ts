import { type Report, unsaid } from '#domain/surveillance/track/report.ts';

/** A report of an aircraft on its way north at 50 m/s, changed where the test says so. */
export function reportOf(change: Partial<Report> = {}): Report {
  return {
    ...unsaid,
    icao24: '780001',
    callsign: 'B7001',
    latitude: 30,
    longitude: 104,
    pressureAltitudeM: 900,
    geometricAltitudeM: 950,
    groundSpeedMps: 50,
    trackDeg: 0,
    verticalRateMps: 0,
    onGround: false,
    at: 1_000_000,
    ...change,
  };
}
