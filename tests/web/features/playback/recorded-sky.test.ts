import { expect, test } from 'vitest';
import { packPositions, type RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { createRecordedSky, minuteMs } from '#web/features/playback/recorded-sky.ts';

const start = Date.parse('2026-11-22T02:00:00Z');
const later = start + 10 * minuteMs;

const position = (at: number, latitude: number): RecordedPosition => ({
  ...{ at, latitude, longitude: 104, pressureAltitudeM: 600, geometricAltitudeM: null, amslAltitudeM: null },
  ...{ groundSpeedMps: 50, trackDeg: 90, verticalRateMps: 0, onGround: false, isCoasting: false },
});
const packed = (minute: number, positions: RecordedPosition[]) => ({
  at: new Date(minute).toISOString(),
  data: btoa(String.fromCharCode(...packPositions(positions))),
});
const track = (id: string, minutes: ReturnType<typeof packed>[]) => ({
  ...{ track: id, icao24: id, callsign: 'B7001', sourceId: 3, planId: 7, minutes },
  addressType: 'icao' as const,
});

test('at a moment there is what was heard within the time after which a target is dropped', () => {
  const sky = createRecordedSky();
  const steady = [0, 10, 20, 30].map((s) => position(start + 1000 * s, 30 + s / 1000));
  sky.add(start, start + 2 * minuteMs, [track('780e01', [packed(start, steady)])], later);
  expect(sky.at(start + 15_000, 60_000)).toMatchObject([
    { id: '780e01', latitude: 30.01, callsign: 'B7001', planId: 7, at: start + 10_000 },
  ]);
  expect(sky.at(start - 1, 60_000)).toEqual([]);
  expect(sky.at(start + 89_000, 60_000)).toHaveLength(1);
  expect(sky.at(start + 90_000, 60_000)).toEqual([]);
});

test('the newest position counts, whichever minute it is in', () => {
  const sky = createRecordedSky();
  const minutes = [
    packed(start, [position(start + 59_000, 30)]),
    packed(start + minuteMs, [position(start + 61_000, 31)]),
  ];
  sky.add(start, start + 2 * minuteMs, [track('780e02', minutes)], later);
  expect(sky.at(start + 60_500, 60_000)[0]?.latitude).toBe(30);
  expect(sky.at(start + 62_000, 60_000)[0]?.latitude).toBe(31);
  expect(sky.track('780e02')?.positions).toHaveLength(2);
});

test('a minute that was not over when it was read is asked for again after some seconds', () => {
  const sky = createRecordedSky();
  sky.add(start, start + minuteMs, [], start + 30_000);
  expect([sky.has(start), sky.isFresh(start, start + 33_000)]).toEqual([true, true]);
  expect([sky.has(start), sky.isFresh(start, start + 36_000)]).toEqual([true, false]);
  sky.add(start, start + minuteMs, [], later);
  expect(sky.isFresh(start, later + 1e9)).toBe(true);
});

test('the oldest that was read goes first', () => {
  const sky = createRecordedSky();
  for (let k = 0; k < 40; k++) sky.add(start + k * minuteMs, start + (k + 1) * minuteMs, [], start + 1e9);
  expect([sky.has(start), sky.has(start + 39 * minuteMs)]).toEqual([false, true]);
});

test('an anonymous address is shown as one, as it was live', () => {
  const sky = createRecordedSky();
  const anonymous = {
    ...track('t:3::~3c4a12', [packed(start, [position(start, 30)])]),
    ...{ icao24: null, addressType: 'anonymous' as const, callsign: null },
  };
  sky.add(start, start + minuteMs, [anonymous], later);
  expect(sky.at(start + 1_000, 60_000)).toMatchObject([{ icao24: null, addressType: 'anonymous' }]);
});
