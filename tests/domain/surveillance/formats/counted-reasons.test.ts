import { expect, test } from 'vitest';
import english from '#domain/text/locales/track.en.json' with { type: 'json' };
import chinese from '#domain/text/locales/track.zh-Hans.json' with { type: 'json' };

/** Reasons and kinds that are counted by their key alone: a hole in their text would stay one. */
const counted =
  /^track\.(read|range|shed|feed|other|address|field)\.|^track\.terminal\.(unknown|code|notSignedIn)$/;

test.each([
  ['English', english],
  ['Chinese', chinese],
])('what is counted without values has no hole in %s', (_, texts) => {
  const holes = Object.entries(texts).filter(([key, text]) => counted.test(key) && text.includes('{{'));
  expect(holes).toEqual([]);
});
