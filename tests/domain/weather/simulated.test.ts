import { describe, expect, test } from 'vitest';
import { cutBulletin } from '#domain/information/cut-bulletin.ts';
import { readWeather } from '#domain/weather/read-weather.ts';
import { simulatedMetar, simulatedSigmet, simulatedTaf } from '#domain/weather/simulated.ts';
import type { DecodedWeather } from '#domain/weather/weather.ts';

const places = [
  { icao: 'ZUGH', latitude: 30.95, longitude: 104.33, elevationM: 467 },
  { icao: 'ZUJZ', latitude: 32.85, longitude: 103.68, elevationM: 3452 },
  { icao: 'ZYTX', latitude: 41.6, longitude: 123.5, elevationM: 60 },
];
const hourMs = 3_600_000;
const year = Date.UTC(2026, 0, 1);

function read(text: string, receivedAt: number): DecodedWeather {
  const [report] = cutBulletin(`${text}=`, receivedAt);
  if (!report) throw new Error(`${text}: no report`);
  const found = readWeather(report, receivedAt);
  if (!found.ok) throw new Error(`${text}: ${found.reason.key}`);
  if ('unread' in found.value) throw new Error(`${text}: ${found.value.unread?.join(' ')}`);
  return found.value;
}

describe('simulated weather', () => {
  test('reads whole at any hour of a year, within what is plausible, and has fair days and foul', () => {
    const seen = new Set<string>();
    for (let at = year; at < year + 365 * 24 * hourMs; at += 7 * hourMs) {
      for (const place of places) {
        const value = read(simulatedMetar(place, at), at);
        if (value.kind !== 'METAR') throw new Error(value.kind);
        expect(value.observedAt).toBe(at);
        expect(value.dewPointC).toBeLessThanOrEqual(value.temperatureC ?? -100);
        expect(value.qnhHpa).toBeGreaterThan(990);
        expect(value.qnhHpa).toBeLessThan(1045);
        if (value.cavok) seen.add('cavok');
        for (const { code } of value.weather) seen.add(code);
      }
    }
    for (const code of ['cavok', '-RA', 'BR', '-SN', '-TSRA']) expect([...seen]).toContain(code);
  });

  test('is the same at the same place and moment', () => {
    const [place] = places;
    if (!place) throw new Error('no place');
    expect(simulatedMetar(place, year)).toBe(simulatedMetar(place, year + 1_799_999));
    expect(simulatedMetar(place, year)).not.toBe(simulatedMetar(place, year + 1_800_000));
  });

  test('is forecast for the 24 hours that begin', () => {
    for (let at = year; at < year + 40 * 24 * hourMs; at += 5 * hourMs) {
      for (const place of places) {
        const { text, issuedAt } = simulatedTaf(place, at);
        const value = read(text, at);
        if (value.kind !== 'TAF') throw new Error(value.kind);
        expect(value.issuedAt).toBe(issuedAt);
        expect(issuedAt).toBeLessThanOrEqual(at);
        expect(value.validTo - value.validFrom).toBe(24 * hourMs);
        expect(value.validTo).toBeGreaterThan(at);
        expect(value.maximumC?.value).toBeGreaterThanOrEqual(value.minimumC?.value ?? 100);
      }
    }
  });

  test('is warned of by one area that moves east and is renewed as it ends', () => {
    const area = { fir: 'ZPKM', name: 'KUNMING', office: 'ZUUU', latitude: 30.75, longitude: 104.2 };
    const west = (at: number) => {
      const value = read(simulatedSigmet(area, at).text, at);
      if (value.kind !== 'SIGMET' || value.area?.type !== 'Polygon') throw new Error(value.kind);
      expect(value).toMatchObject({
        phenomenon: 'EMBD TS',
        movement: { directionDeg: 90 },
        isObserved: true,
      });
      expect(value.validFrom).toBeLessThanOrEqual(at);
      expect(value.validTo).toBeGreaterThan(at);
      return Math.min(...(value.area.coordinates[0] ?? []).map(([longitude = 0]) => longitude));
    };
    expect(west(year + 4 * hourMs)).toBeGreaterThan(west(year));
    expect(west(year + 8 * hourMs)).toBeGreaterThan(west(year + 5 * hourMs));
    expect(west(year + 13 * hourMs)).toBe(west(year));
  });
});
