import { describe, expect, test } from 'vitest';
import { parsePositions } from '#domain/geo/coordinate-list.ts';

const corners = [
  [39.5, 116.25],
  [39.75, 116.5],
  [39.5, 116.75],
];

describe('a list of positions', () => {
  test.each([
    ['decimal', '39.5, 116.25\n39.75, 116.5\n39.5, 116.75'],
    ['degrees and minutes', "39°30'N 116°15'E\n39°45'N 116°30'E\n39°30'N 116°45'E"],
    ['degrees, minutes, seconds', 'N393000 E1161500\nN394500 E1163000\nN393000 E1164500'],
    ['a mixture with tabs and commas', '39.5\t116.25,\nN394500 E1163000;\n北纬39度30分 东经116度45分'],
    ['numbered', "1. 39.5, 116.25\n2) 39.75, 116.5\n③ 39°30'N 116°45'E"],
    ['numbered by figures alone', '1 39.5,116.25\n2 39.75, 116.5\n3 39.5 116.75'],
    ['numbered, in degrees and minutes', '1 39 30, 116 15\n2 39 45, 116 30\n3 39 30, 116 45'],
    ['numbered by a mark without a blank', '1、39.5,116.25\n2、39.75,116.5\n3、39.5,116.75'],
    ['with remarks and empty lines', '# range\n\n39.5 116.25\n39.75 116.5\n* end\n39.5 116.75\n'],
    ['in one line as in an AIP', 'N393000E1161500-N394500E1163000-N393000E1164500'],
    ['the letters last', '393000N1161500E,394500N1163000E, 393000N1164500E'],
    ['in one line as on paper', '北纬39°30′东经116°15′、北纬39°45′，东经116°30′、N39-30-00 E116-45-00'],
    ['longitude first', 'E116°15′, N39°30′; E116°30′, N39°45′; 116.75E, 39.5N'],
    ['in one line', '39.5 116.25; 39.75 116.5；39.5 116.75'],
  ])('%s', (_name, text) => {
    const { positions, errors } = parsePositions(text);
    expect(errors).toEqual([]);
    expect(positions).toHaveLength(3);
    positions.forEach(({ latitude, longitude }, i) => {
      expect(latitude).toBeCloseTo(corners[i]?.[0] ?? 0, 9);
      expect(longitude).toBeCloseTo(corners[i]?.[1] ?? 0, 9);
    });
  });

  test('what is no position is named by its line, and the rest is kept', () => {
    const { positions, errors } = parsePositions('39.5, 116.25\nN396100 E1163000\n\n91, 20\n39.5, 116.75');
    expect(positions).toHaveLength(2);
    expect(errors).toEqual([
      { line: 2, text: 'N396100 E1163000' },
      { line: 4, text: '91, 20' },
    ]);
  });
});
