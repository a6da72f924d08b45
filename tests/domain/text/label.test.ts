import { expect, test } from 'vitest';
import { withinSentence } from '#domain/text/label.ts';

test.each([
  ['Sorties', 'sorties'],
  ['Alert values', 'alert values'],
  ['ICAO code', 'ICAO code'],
  ['A) Locations', 'A) Locations'],
  ['飞行任务', '飞行任务'],
])('%s inside a sentence is %s', (label, within) => {
  expect(withinSentence(label)).toBe(within);
});
