import { describe, expect, test } from 'vitest';
import { direct } from '#domain/geo/geodesy.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import { areaIn } from '#domain/notam/area.ts';
import type { NotamProblem } from '#domain/notam/notam.ts';

/** Sectors in E): on which bearings from the centre the area lies, 4 NM from it. */

const centre = { latitude: 30 + 40 / 60, longitude: 104 };
const nm = 1852;

function lies(text: string, bearings: readonly number[], distanceNm = 4): boolean[] {
  const area = areaIn(text);
  if (area?.type !== 'Polygon') throw new Error(JSON.stringify(area));
  return bearings.map((bearing) => isWithinRings(area.coordinates, direct(centre, bearing, distanceNm * nm)));
}
const remarks = (text: string): string[] => {
  const problems: NotamProblem[] = [];
  areaIn(text, problems);
  return problems.map(({ code }) => code);
};

describe('true bearings make the sector as it is said', () => {
  test.each([
    ['SECTOR FROM 045 TO 120 DEG TRUE RADIUS 10NM OF N3040E10400', [46, 90, 119], [40, 125, 200, 359]],
    ['SECTOR BTN 045DEG AND 120DEG (TRUE) WI 10NM OF N3040E10400', [46, 90, 119], [40, 125, 270]],
    // Clockwise across north.
    ['SECTOR FROM 330 TO 040 DEG TRUE RADIUS 5NM CENTRED ON 304000N1040000E', [331, 0, 39], [325, 45, 180]],
    ['AREA BTN TRUE BEARINGS 300 AND 030 OF 3040N10400E WI 5NM', [301, 0, 29], [295, 35, 180]],
    [
      'SECTOR TRUE BEARING 045 CLOCKWISE TO 300, RADIUS 10NM CENTERED ON N3040E10400',
      [46, 180, 299],
      [305, 0, 40],
    ],
    ['SECTOR 120T ANTICLOCKWISE TO 045T RADIUS 10NM OF N3040E10400', [46, 90, 119], [40, 125, 270]],
    ['以N3040E10400为圆心、半径20公里，真方位045度至120度扇形区域', [46, 90, 119], [40, 125, 270]],
  ])('%s', (text, inside, outside) => {
    expect(lies(text, inside)).toEqual(inside.map(() => true));
    expect(lies(text, outside)).toEqual(outside.map(() => false));
    expect(remarks(text)).toEqual([]);
  });
});

describe('magnetic bearings, and those that do not say, are widened, and a remark says so', () => {
  test.each([
    ['SECTOR FROM 045 TO 120 DEG RADIUS 10NM OF N3040E10400', [31, 90, 134], [25, 140, 270]],
    ['BTN RADIAL 045 AND 120 OF CTU VOR (N3040E10400) WI 10NM', [31, 90, 134], [25, 140, 270]],
    ['ACT BTN RADIALS R330 AND R030 CTU VOR 304000N1040000E WI 10NM', [316, 0, 44], [310, 50, 180]],
    ['RDL 330 CLOCKWISE TO RDL 030 OF N3040E10400 RADIUS 8KM', [316, 0, 44], [310, 50, 180]],
    ['SECTOR 045°-120° MAG, RADIUS 10NM CENTERED AT N3040E10400', [31, 134], [25, 140]],
    ['以N3040E10400为中心、半径20公里，磁方位330度至030度扇形范围内', [316, 0, 44], [310, 50, 180]],
  ])('%s', (text, inside, outside) => {
    expect(lies(text, inside)).toEqual(inside.map(() => true));
    expect(lies(text, outside)).toEqual(outside.map(() => false));
    expect(remarks(text)).toEqual(['sector']);
  });

  test('it reaches as far as it is said to', () => {
    const text = 'BTN RADIAL 045 AND 120 OF N3040E10400 WI 10NM';
    expect([lies(text, [90], 9.9), lies(text, [90], 10.1)]).toEqual([[true], [false]]);
  });
});

describe('what is not certain keeps the whole circle', () => {
  test.each([
    // Which way round?
    'SECTOR FROM 120 TO 045 DEG RADIUS 10NM OF N3040E10400',
    'BTN RADIALS 200 AND 020 RADIUS 10NM OF N3040E10400',
    // What is left out is the sector, not what is named.
    'RADIUS 10NM OF N3040E10400 EXC SECTOR FROM 045 TO 120 DEG',
    'RADIUS 10NM EXC SECTOR FROM 045 TO 120 DEG OF N3040E10400',
    // Two sectors, a sector of the control, bearings towards the station, one line.
    'SECTORS FROM 045 TO 120 DEG AND FROM 200 TO 240 DEG RADIUS 10NM OF N3040E10400',
    'ACC SECTOR 03 AND 05 AFFECTED, RADIUS 10NM OF N3040E10400',
    'INBOUND RADIALS 045 TO 120 RADIUS 10NM OF N3040E10400',
    'RADIALS 045 AND 120 UNUSABLE RADIUS 10NM OF N3040E10400',
    'FLT LVL 045 TO 120 RADIUS 10NM OF N3040E10400',
    'CRANE BRG 045 DEG RADIUS 10NM OF N3040E10400',
    'SECTOR FROM 045 TO 400 DEG RADIUS 10NM OF N3040E10400',
    'SECTOR FROM 090 TO 090 DEG RADIUS 10NM OF N3040E10400',
  ])('%s', (text) => {
    expect(lies(text, [0, 45, 90, 135, 180, 225, 270, 315])).toEqual(Array.from({ length: 8 }, () => true));
  });

  test('another centre or radius in the sentence', () => {
    const text = 'RADIUS 5NM OF N3040E10400, SECTOR FROM 045 TO 120 DEG RADIUS 3NM OF N3140E10400';
    const area = areaIn(text);
    if (area?.type !== 'MultiPolygon') throw new Error(JSON.stringify(area));
    expect(area.coordinates.map(([ring]) => ring?.length)).toEqual([73, 73]);
  });

  test('far from China magnetic north may lie anywhere', () => {
    const area = areaIn('SECTOR FROM 045 TO 120 DEG RADIUS 10NM OF N6040W14400');
    expect(area?.type === 'Polygon' && area.coordinates[0]?.length).toBe(73);
  });

  test('an exception that is a sector takes no whole circle out of the area', () => {
    const square = 'AREA BOUNDED BY N3000E10300 N3000E10500 N3130E10500 N3130E10300';
    const area = areaIn(`${square} EXC SECTOR FROM 045 TO 120 DEG RADIUS 10NM OF N3040E10400`);
    expect(area?.type === 'Polygon' && area.coordinates.length).toBe(1);
  });
});

test('sentences beside it are of their own', () => {
  const text =
    '1) SECTOR FROM 045 TO 120 DEG TRUE RADIUS 10NM OF N3040E10400.\n2) RADIUS 3KM OF N3140E10400.';
  const area = areaIn(text);
  if (area?.type !== 'MultiPolygon') throw new Error(JSON.stringify(area));
  const [sector = 0, circle] = area.coordinates.map(([ring]) => ring?.length);
  expect(sector).toBeLessThan(30);
  expect(circle).toBe(73);
});
