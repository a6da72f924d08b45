import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { createLineSplitter } from '#domain/surveillance/track/lines.ts';
import { decoderOf, type Reading, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import { addressOf, callsignOf, reportErrorOf } from '#domain/surveillance/track/report.ts';
import { createAircraftMemory, type Said } from './aircraft-memory.ts';

/** Columns of a line of SBS-1 (BaseStation, port 30003). */
const column = {
  message: 0,
  address: 4,
  callsign: 10,
  altitudeFt: 11,
  groundSpeedKt: 12,
  trackDeg: 13,
  latitude: 14,
  longitude: 15,
  verticalRateFtMin: 16,
  squawk: 17,
  emergency: 19,
  onGround: 21,
} as const;
/** Lines about the receiver's own lists (SEL, ID, AIR, STA, CLK) say nothing of where an aircraft is. */
const others = /^(SEL|ID|AIR|STA|CLK)$/;

/**
 * SBS-1: comma-separated lines, each with the part that one Mode S message said. Their times are local to the receiver
 * in a zone that they do not say: a line is of when it came in. Altitude is pressure altitude.
 */
export function createSbsDecoder(isStream: boolean): SourceDecoder {
  const memory = createAircraftMemory();
  const splitter = createLineSplitter('\n', isStream);

  function take(line: string, atMs: number, into: Reading): void {
    const cells = line.split(',').map((cell) => cell.trim());
    const cell = (name: keyof typeof column): string => cells[column[name]] ?? '';
    if (others.test(cell('message'))) return;
    const address = addressOf(cell('address'));
    if (cell('message') !== 'MSG' || cells.length < 22 || address === null) {
      into.errors.push('track.read.syntax');
      return;
    }
    into.records++;
    const said: Said = {};
    const callsign = callsignOf(cell('callsign'));
    if (callsign !== null) said.callsign = callsign;
    if (/^[0-7]{4}$/.test(cell('squawk'))) said.mode3A = cell('squawk');
    const number = (name: keyof typeof column, scale: number): number | null =>
      cell(name) === '' ? null : Number(cell(name)) * scale;
    const pressureAltitudeM = number('altitudeFt', metresPerFoot);
    if (pressureAltitudeM !== null) said.pressureAltitudeM = pressureAltitudeM;
    const groundSpeedMps = number('groundSpeedKt', mpsPerKnot);
    if (groundSpeedMps !== null) said.groundSpeedMps = groundSpeedMps;
    const trackDeg = number('trackDeg', 1);
    if (trackDeg !== null) said.trackDeg = trackDeg;
    const verticalRateMps = number('verticalRateFtMin', mpsPerFootPerMinute);
    if (verticalRateMps !== null) said.verticalRateMps = verticalRateMps;
    if (cell('onGround') !== '') said.onGround = isSet(cell('onGround'));
    if (cell('emergency') !== '') said.emergency = isSet(cell('emergency')) ? 'general' : null;
    memory.hear(address, said, atMs);
    const latitude = number('latitude', 1);
    const longitude = number('longitude', 1);
    if (latitude === null || longitude === null) return;
    const report = memory.report(address, { latitude, longitude }, {}, atMs);
    const error = reportErrorOf(report);
    if (error === null) into.reports.push(report);
    else into.errors.push(error);
  }

  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const line of splitter.take(bytes, into)) {
        yield 1;
        if (line !== '') take(line, receivedAtMs, into);
      }
    },
    { isStream },
  );
}

/** −1 in what the standard's maker writes, 1 in others. */
const isSet = (text: string): boolean => text === '-1' || text === '1';
