import { expect, test } from 'vitest';
import { regionOf } from '#domain/weather/region.ts';

test.each([
  ['ZUCK SIGMET 1 VALID 231950/232350 ZUUU- ZPKM KUNMING FIR SEV TURB FCST ENTIRE FIR', 'ZPKM'],
  ['ZBPE SIGMET 2 VALID 220500/220720 ZBAA-\nZBPE BEIJING FIR SEV ICE OBS', 'ZBPE'],
  ['YUDD SIGMET 2 VALID 101200/101600 YUSO-\nYUDD SHANLON FIR/UIR OBSC TS FCST', 'YUDD'],
  ['ZUCK SIGMET 1 VALID 231950/232350', 'ZUCK'],
])('%s', (text, region) => {
  expect(regionOf(text, text.slice(0, 4))).toBe(region);
});
