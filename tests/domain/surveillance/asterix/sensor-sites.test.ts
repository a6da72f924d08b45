import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { RadarSite } from '#domain/surveillance/asterix/reports/values.ts';
import { noSites, type SensorSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createAsterixDecoder } from '#domain/surveillance/asterix/source.ts';
import { measure } from '#domain/surveillance/track/measure.ts';
import { planeAt } from '#domain/surveillance/track/plane.ts';

const atMs = Date.UTC(2026, 10, 21, 3);
const chengdu: RadarSite = { latitude: 30.58, longitude: 103.95, heightM: 500 };
const mianyang: RadarSite = {
  latitude: 31.43,
  longitude: 104.74,
  heightM: 520,
  rangeDeviationM: 120,
  azimuthDeviationDeg: 0.2,
};
const table = new Map([
  ['25/7', chengdu],
  ['25/8', mianyang],
]);

/** A plot of a radar, 20 NM east of it. */
function plot(sac: number, sic: number): Uint8Array {
  const encoded = encodeBlock(48, '1.x', [
    { source: { sac, sic }, timeOfDayS: 10_800, polar: { rangeNm: 20, azimuthDeg: 90 } },
  ]);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.bytes;
}

const sourceOf = (sensors: Partial<SensorSites>) =>
  createAsterixDecoder({ category: 48, editions: {}, ...noSites, ...sensors });

describe('plots of several radars in one feed', () => {
  it('are each placed from the radar that its SAC/SIC names', () => {
    const decoder = sourceOf({ sites: table, site: chengdu });
    for (const [sic, site] of [[7, chengdu] as const, [8, mianyang] as const]) {
      const { reports, errors } = decoder.read(plot(25, sic), atMs);
      expect(errors).toEqual([]);
      const [report] = reports;
      if (!report) throw new Error('no report');
      const { distanceM, initialBearingDeg } = inverse(site, report);
      expect(distanceM).toBeCloseTo(20 * 1_852, -2);
      expect(initialBearingDeg).toBeCloseTo(90, 3);
      expect(report.radar).toMatchObject({ latitude: site.latitude, longitude: site.longitude });
    }
    expect(decoder.doubt()).toBeNull();
  });

  it('of a radar that is not in the table are counted and not placed, though the source has a site of its own', () => {
    const decoder = sourceOf({ sites: table, site: chengdu });
    expect(decoder.read(plot(25, 9), atMs)).toEqual({ reports: [], records: 1, errors: ['track.read.site'] });
    expect(decoder.doubt()).toEqual({ key: 'track.site.unknown', values: { sensors: '25/9' } });
    expect(decoder.read(plot(25, 7), atMs).reports).toHaveLength(1);
  });

  it('are not placed from one site that may be the wrong one', () => {
    const decoder = sourceOf({ site: chengdu });
    expect(decoder.read(plot(25, 7), atMs).reports).toHaveLength(1);
    expect(decoder.read(plot(25, 8), atMs).errors).toEqual(['track.read.site']);
    expect(decoder.read(plot(25, 7), atMs).errors).toEqual(['track.read.site']);
    expect(decoder.doubt()).toMatchObject({
      key: 'track.site.several',
      values: { sensors: '25/7, 25/8' },
    });
  });

  it('of a sensor that the source does not take are no errors', () => {
    const decoder = sourceOf({ site: chengdu, sac: 25, sic: 7 });
    expect(decoder.read(plot(25, 8), atMs)).toMatchObject({ reports: [], errors: [] });
    expect(decoder.read(plot(26, 7), atMs)).toMatchObject({ reports: [], errors: [] });
    expect(decoder.read(plot(25, 7), atMs).reports).toHaveLength(1);
    expect(decoder.doubt()).toBeNull();
  });

  it('never make an edition look wrong', () => {
    const decoder = sourceOf({ sites: table });
    for (let i = 0; i < 60; i++) decoder.read(plot(1, 1), atMs);
    expect(decoder.doubt()).toMatchObject({ key: 'track.site.unknown' });
  });
});

describe('the accuracy of a radar', () => {
  it('is that of its record: across more than along, and wider for the worse radar', () => {
    const decoder = sourceOf({ sites: table });
    const deviations = [7, 8].map((sic) => {
      const [report] = decoder.read(plot(25, sic), atMs).reports;
      if (!report) throw new Error('no report');
      const measured = measure({ ...report }, planeAt(report), null, {
        at: 0,
        x: 0,
        y: 0,
        xx: 0,
        xy: 0,
        yy: 0,
        vx: 0,
        vy: 0,
        vv: 0,
        isStated: false,
      });
      return { alongM: Math.sqrt(measured.xx), acrossM: Math.sqrt(measured.yy) };
    });
    // East of the radar: range is along x, azimuth across it. 0.08° and 0.2° of 37 km are 52 and 129 m.
    expect(deviations[0]?.alongM).toBeCloseTo(50, 0);
    expect(deviations[0]?.acrossM).toBeCloseTo(51.7, 0);
    expect(deviations[1]?.alongM).toBeCloseTo(120, 0);
    expect(deviations[1]?.acrossM).toBeCloseTo(129, 0);
  });

  it('of a surface sensor is that of its positions', () => {
    const site = { ...chengdu, accuracyM: 7.5 };
    const decoder = sourceOf({ sites: new Map([['25/7', site]]) });
    const encoded = encodeBlock(10, '1.x', [
      { source: { sac: 25, sic: 7 }, timeOfDayS: 10_800, cartesian: { xM: 300, yM: -400 } },
      { source: { sac: 25, sic: 9 }, timeOfDayS: 10_800, cartesian: { xM: 300, yM: -400 } },
    ]);
    if (!encoded.ok) throw new Error(encoded.reason);
    const { reports, errors } = decoder.read(encoded.bytes, atMs);
    expect(errors).toEqual(['track.read.site']);
    expect(reports[0]?.accuracy).toEqual({ horizontalM: 7.5, verticalM: null, nacp: null });
    expect(reports[0] && inverse(site, reports[0]).distanceM).toBeCloseTo(500, 0);
  });
});
