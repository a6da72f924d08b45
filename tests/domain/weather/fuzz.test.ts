import { expect, test } from 'vitest';
import { cutBulletin } from '#domain/information/cut-bulletin.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { readWeather } from '#domain/weather/read-weather.ts';
import { simulatedMetar, simulatedSigmet, simulatedTaf } from '#domain/weather/simulated.ts';
import { breadth } from '#tests/support/breadth.ts';

const at = Date.UTC(2026, 10, 22, 3, 5);
const place = { icao: 'ZUGH', latitude: 30.95, longitude: 104.33, elevationM: 467 };
const area = { fir: 'ZPKM', name: 'KUNMING', office: 'ZUUU', latitude: 30.75, longitude: 104.2 };

/** What mutations begin with: each kind as it is written. */
const seeds = [
  `SACI31 ZBBB 220300 RRA\nMETAR ${simulatedMetar(place, at).slice(6)}=\nZSSS 220300Z 35003G12MPS 310V040 0800 R02L/0600V1200U +TSRA BKN003 M01/M02 Q1009 RETSRA WS R02L BECMG FM0330 TL0415 9999=`,
  `FTCI31 ZBBB 220410\n${simulatedTaf(place, at).text}=\nTAF AMD ZUUU 220430Z 2206/2306 CNL=`,
  `WSCI31 ZBBB 220310\n${simulatedSigmet(area, at).text}=\nZBPE SIGMET 3 VALID 220500/220720 ZBAA- ZBPE BEIJING FIR SEV TURB FCST N OF LINE N3600 E10500 - N4000 E12230 AND S OF N42 FL180/340 STNR NC FCST AT 0700Z WI 50KM OF N40 E110=`,
  'ZBPE GAMET VALID 220600/221200 ZBAA-\nZBPE BEIJING FIR BLW FL100\nSECN I\nSFC WSPD: 10/12 15MPS\nTURB: MOD BLW FL090\nSECN II\nPSYS: L=',
  'FVFE01 RJTD 220000\nVA ADVISORY\nDTG: 20261122/0000Z\nVAAC: TOKYO\nVOLCANO: SUWANOSEJIMA 282030\nPSN: N2938 E12943\nOBS VA CLD: SFC/FL080 N2930 E12940 - N2930 E13100 - N3030 E13100 MOV NE 10KT\nNXT ADVISORY: 20261122/0900Z=',
  '(A1234/26 NOTAMN\nQ)ZBPE/QMRLC/IV/NBO/A/000/999/4004N11636E005\nA)ZBAA B)2611220300 C)2611221200\nE)RWY 18L/36R CLSD (WIP)\n1) MAINT)\n(SNOWTAM 0015\nZBAA\n11220250 18L 5/5/5)',
  '<?xml version="1.0"?><iwxxm:METAR automatedStation="true"><iwxxm:aerodrome><aixm:AirportHeliportTimeSlice><aixm:designator>ZUGH</aixm:designator></aixm:AirportHeliportTimeSlice></iwxxm:aerodrome><iwxxm:observationTime><gml:timePosition>2026-11-22T03:00:00Z</gml:timePosition></iwxxm:observationTime><iwxxm:observation><iwxxm:MeteorologicalAerodromeObservation cloudAndVisibilityOK="true"><iwxxm:qnh uom="hPa">1008</iwxxm:qnh></iwxxm:MeteorologicalAerodromeObservation></iwxxm:observation></iwxxm:METAR>',
];
const pieces = [
  '=',
  '/',
  '////',
  '\n',
  '(',
  ')',
  'N9999',
  ' FIR ',
  'OBS ',
  'WI ',
  'TEMPO ',
  '9999',
  'Z',
  '<',
  '&',
  '中',
  '\u0000',
  'PROB30 ',
  ' - ',
  '0'.repeat(40),
];

test('no mutation of a report throws, hangs, or loses its text', { timeout: 300_000 }, () => {
  const random = seeded(20_261_122);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)] as T;
  const mutate = (text: string): string => {
    const [from, to] = [Math.floor(random.uniform() * text.length), Math.floor(random.uniform() * 12)];
    switch (Math.floor(random.uniform() * 5)) {
      case 0:
        return text.slice(0, from) + text.slice(from + to);
      case 1:
        return text.slice(0, from) + pick(pieces) + text.slice(from);
      case 2:
        return (
          text.slice(0, from) +
          String.fromCharCode(32 + Math.floor(random.uniform() * 95)) +
          text.slice(from + 1)
        );
      case 3:
        return text.slice(0, from) + text.slice(Math.floor(random.uniform() * text.length));
      default:
        return text.slice(0, from) + pick(seeds) + text.slice(from);
    }
  };
  let longestMs = 0;
  let readable = 0;
  let text = '';
  for (let run = 0; run < breadth(1_000, 100_000); run++) {
    // Mutations pile up on one text for a while.
    if (run % 8 === 0 || text.length > 20_000) text = pick(seeds);
    text = mutate(text);
    const began = performance.now();
    const reports = cutBulletin(text, at);
    for (const report of reports) {
      const read = readWeather(report, at);
      if (read.ok) readable += 1;
      expect(() => JSON.stringify(read)).not.toThrow();
    }
    longestMs = Math.max(longestMs, performance.now() - began);
    if (text.trim() !== '' && /[a-z0-9]{3}/.test(text)) expect(reports.length).toBeGreaterThan(0);
  }
  expect(readable).toBeGreaterThan(1_000);
  // On a loaded machine too: a report takes well below a millisecond.
  expect(longestMs).toBeLessThan(2_000);
});

/** Texts that make patterns of a parser look again and again. */
test.each([
  ['FIR', 'ZBPE SIGMET 1 VALID 220320/220720 ZBAA- ZBPE X FIR '.concat('FIR '.repeat(4_500))],
  [
    'points',
    `ZBPE SIGMET 1 VALID 220320/220720 ZBAA- ZBPE X FIR SEV TURB OBS WI ${'N4000 E11000 - '.repeat(1_200)}`,
  ],
  ['parentheses', `(A1234/26 NOTAMN ${'('.repeat(60_000)}`],
  ['closed ones', `(A1234/26 NOTAMN ${'1) '.repeat(40_000)}`],
  ['equals', '='.repeat(190_000)],
  ['blanks', `METAR ZBAA 220300Z ${' '.repeat(190_000)}X`],
  ['lines', '\n'.repeat(190_000)],
  ['words', `METAR ZBAA 220300Z ${'BECMG '.repeat(3_000)}`],
  ['sides', `ZBPE SIGMET 1 VALID 220320/220720 ZBAA- ZBPE X FIR TS OBS ${'N OF N40 AND '.repeat(1_400)}`],
  ['elements', `<METAR>${'<a>'.repeat(6_000)}`],
  ['tags', '<METAR '.repeat(20_000)],
  ['labels', `VA ADVISORY\n${'A: '.repeat(6_000)}\nDTG: 20261122/0000Z`],
])('a text of nothing but %s is done with at once', (_, text) => {
  const began = performance.now();
  for (const report of cutBulletin(text, at)) readWeather(report, at);
  expect(performance.now() - began).toBeLessThan(3_000);
});
