import { describe, expect, test } from 'vitest';
import { mostStrokes, readStrokes } from '#domain/weather/lightning.ts';

describe('strokes of lightning are read', () => {
  test('in UALF: UTC, with nanoseconds, cloud or ground', () => {
    const fields = '2026 6 1 4 5 6 250000000 30.5123 104.2345 -23.7 1 6 9 45 0.4 0.2 1.1 5.0 12.0 -8.0';
    const { strokes, unreadCount } = readStrokes(`0 ${fields} 0 1 1 1\r\n0\t${fields} 1 1 1 1\n`);
    expect(unreadCount).toBe(0);
    const stroke = {
      at: Date.UTC(2026, 5, 1, 4, 5, 6, 250),
      longitude: 104.2345,
      latitude: 30.5123,
      peakKa: -23.7,
    };
    expect(strokes).toEqual([
      { ...stroke, kind: 'ground' },
      { ...stroke, kind: 'cloud' },
    ]);
  });

  test('as ADTD networks write them, in Beijing time', () => {
    const line =
      '10146   2018-06-03   15:47:00.3759333   纬度=26.15946   经度=101.4626   强度=-23.65115   陡度=-6.306973   误差=0   定位方式:5   省:云南省';
    expect(readStrokes(line).strokes).toEqual([
      {
        at: Date.UTC(2018, 5, 3, 7, 47) + 375.9333,
        longitude: 101.4626,
        latitude: 26.15946,
        kind: 'ground',
        peakKa: -23.65115,
      },
    ]);
  });

  test('in GeoJSON, where the time says its zone', () => {
    const feature = (properties: object, coordinates: unknown = [104.1, 30.6]) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties,
    });
    const { strokes, unreadCount } = readStrokes(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature({ time: '2026-06-01T12:05:06+08:00', peakCurrentKa: 31, cloud: true }),
          feature({ time: Date.UTC(2026, 5, 1) }),
          feature({ time: '2026-06-01T12:05:06' }),
          feature({ time: 0 }, [0, 0]),
          feature({ time: 0 }, [200, 0]),
          null,
        ],
      }),
    );
    expect(strokes.map(({ at, kind, peakKa }) => [at, kind, peakKa])).toEqual([
      [Date.UTC(2026, 5, 1, 4, 5, 6), 'cloud', 31],
      [Date.UTC(2026, 5, 1), null, null],
    ]);
    expect(unreadCount).toBe(4);
  });

  test('what is none is counted and kept, and no text throws or is read without end', () => {
    const { strokes, unread, unreadCount } = readStrokes(
      `${'hello\n'.repeat(1_000)}1 2026-13-41 25:00:00 纬度=30 经度=104\n0 2026 2 30 0 0 0 0 30 104${' 0'.repeat(15)}\n`,
    );
    expect(strokes).toEqual([]);
    expect([unread.length, unreadCount]).toEqual([20, 1_002]);
    expect(readStrokes('{"type":"FeatureCollection"').unreadCount).toBe(1);
    expect(readStrokes('').unreadCount).toBe(0);
    const many = readStrokes('1 2026-06-01 00:00:00 纬度=30 经度=104\n'.repeat(mostStrokes + 2));
    expect([many.strokes.length, many.unreadCount]).toEqual([mostStrokes, 2]);
  });
});
