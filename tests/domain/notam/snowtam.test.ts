import { describe, expect, test } from 'vitest';
import { readNotams } from '#domain/notam/read.ts';
import { readSnowtam, type Snowtam } from '#domain/notam/snowtam.ts';
import { snowtamWords } from '#domain/notam/snowtam-words.ts';

/** Values by runway of SNOWTAMs of the format of 2021. */

const about = Date.UTC(2027, 1, 17, 3);
const report = `(SNOWTAM 0124
EADD
02170055 09L 5/5/5 100/100/100 NR/NR/NR WET/WET/WET
02170135 09R 5/4/3 100/50/75 NR/06/06 WET/SLUSH/SLUSH
02170225 09C 2/3/3 75/100/100 06/12/12 SLUSH/WET SNOW/WET
SNOW 40

RWY 09L SNOWBANK R20 FM CL. RWY 09R ADJ SNOWBANKS. TWY B POOR. APRON
NORTH POOR. BRAKING ACTION BY PILOT REPORT.)`;
const read = (text: string): Snowtam => {
  const found = readSnowtam(text, about);
  if (!found) throw new Error('nothing was read');
  return found;
};

test('each runway has its code, coverage, depth and condition by thirds, and its width', () => {
  const { runways, remarks } = read(report);
  expect(runways.map(({ runway }) => runway)).toEqual(['09L', '09R', '09C']);
  expect(runways[1]).toEqual({
    runway: '09R',
    assessedAt: Date.UTC(2027, 1, 17, 1, 35),
    thirds: [
      { code: 5, coveragePercent: 100, depthMm: null, condition: 'wet' },
      { code: 4, coveragePercent: 50, depthMm: 6, condition: 'slush' },
      { code: 3, coveragePercent: 75, depthMm: 6, condition: 'slush' },
    ],
    widthM: null,
  });
  // A condition may be torn by the end of a line.
  expect(runways[2]).toMatchObject({ widthM: 40, thirds: [{}, {}, { condition: 'wetSnow', depthMm: 12 }] });
  expect(remarks).toEqual([
    'RWY 09L SNOWBANK R20 FM CL',
    'RWY 09R ADJ SNOWBANKS',
    'TWY B POOR',
    'APRON NORTH POOR',
    'BRAKING ACTION BY PILOT REPORT',
  ]);
});

test('coverage and depth may be left out, and items may have their letters', () => {
  expect(read('SNOWTAM 0002\nZBAA\n02170055 01 6/6/6 DRY/DRY/DRY').runways).toMatchObject([
    { runway: '01', thirds: [{ code: 6, coveragePercent: null, depthMm: null, condition: 'dry' }, {}, {}] },
  ]);
  const lettered =
    'SNOWTAM 0003 A) ZBAA B) 02170055 C) 18L D) 3/3/3 E) 100/100/100 F) NR/NR/NR G) COMPACTED SNOW/COMPACTED SNOW/DRY SNOW ON TOP OF ICE H) 30 I) RWY 18L REDUCED TO 2500. T) DEICING FROM 0600.';
  expect(read(lettered)).toMatchObject({
    runways: [
      {
        runway: '18L',
        widthM: 30,
        thirds: [{ condition: 'compactedSnow' }, {}, { condition: 'drySnowOnIce' }],
      },
    ],
    remarks: ['RWY 18L REDUCED TO 2500', 'DEICING FROM 0600'],
  });
});

describe('what is not certain stays as it came', () => {
  test.each([
    // The format before November 2021.
    'SNOWTAM 0149\nA) EFHK B) 11070620 C) 04R D) 3000 E) 40 F) 4/5/4 G) 20/10/20 H) 30/35/32 N) BLU/2',
    'SNOWTAM 0150\nZBAA\nNO CONTAMINATION',
    'SNOWTAM 0151\nZBAA\n02170055 01 7/7/7 100/100/100 NR/NR/NR WET/WET/WET',
    // One group alone: coverage or depth?
    'SNOWTAM 0152\nZBAA\n02170055 01 5/5/5 25/25/25 WET/WET/WET',
    'SNOWTAM 0153\nZBAA\n02170055 01 5/5/5 25/25/25 NR/NR/NR WET/WET/GRAVEL',
    '',
  ])('%s', (text) => {
    expect(readSnowtam(text, about)).toBeNull();
  });

  test('one runway of several that is not understood says so', () => {
    const { runways } = read(`02170055 01 5/5/5 WET/WET/WET\n02170055 18 5/5/5 WET/WET/MUD`);
    expect(runways).toMatchObject([{ runway: '01' }, { runway: '18', thirds: null }]);
    expect(snowtamWords({ runways, remarks: [] }, { locale: 'en', timeZone: 'UTC' })[1]).toMatch(
      /^Runway 18, assessed .*: could not be read, see the text$/,
    );
  });

  test('a figure that cannot be is not reported', () => {
    expect(read('02170055 01 5/5/5 120/100/100 NR/NR/NR WET/WET/NR').runways[0]?.thirds).toMatchObject([
      { coveragePercent: null },
      { coveragePercent: 100 },
      { condition: null },
    ]);
    expect(read('13170055 01 5/5/5 WET/WET/WET').runways[0]?.assessedAt).toBeNull();
  });
});

test('in words of both languages, a line for each runway', () => {
  const english = snowtamWords(read(report), { locale: 'en', timeZone: 'UTC' });
  expect(english[0]).toMatch(
    /^Runway 09L, assessed 02-17 00:55.*: whole length RWYCC 5 \(good\), wet, 100% covered$/,
  );
  expect(english[1]).toMatch(
    /first third RWYCC 5 \(good\), wet, 100% covered; middle third RWYCC 4 \(good to medium\), slush, 6 mm deep, 50% covered; last third RWYCC 3/,
  );
  expect(english[2]).toMatch(/RWYCC applies to a width of 40 m$/);
  expect(english[3]).toBe(
    'Also: runway 09L: snowbank 20 m from the centre line, on the right; snowbanks beside runway 09R; taxiway B poor; apron NORTH poor; BRAKING ACTION BY PILOT REPORT',
  );
  const chinese = snowtamWords(read(report), { locale: 'zh-Hans', timeZone: 'Asia/Shanghai' });
  expect(chinese[0]).toMatch(/^跑道 09L，02-17 08:55.* 评估：全长 跑道状况代码 5（好）、湿、覆盖 100%$/);
  expect(chinese[3]).toContain('跑道 09L：右侧距中线 20 米有雪堆');
});

test('it is read from what the product keeps of the message', () => {
  const [notam] = readNotams(`GG ZBAAYNYX\n170055 EADDYNYX\nSWEA0124 EADD 02170225\n${report}`, about);
  expect(notam?.kind).toBe('snowtam');
  expect(read(notam?.text ?? '').runways).toHaveLength(3);
});
