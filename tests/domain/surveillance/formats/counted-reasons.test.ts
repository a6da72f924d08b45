import { describe, expect, it } from 'vitest';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

/** Reasons, kinds and fields that are counted by their key alone: a hole in their text would stay one. */

const counted =
  /^(asterix\.(truncated|badLength|badFspec|undefinedItem|emptyRecord|unknownEdition)|track\.(range|read|shed|other|feed|field|value)\..+|track\.terminal\.(unknown|code|notSignedIn)|track\.recording\.records)$/;

describe.each(['en', 'zh-Hans'] as const)('in %s', (locale) => {
  const keys = Object.keys(sharedTexts[locale]).filter((key) => counted.test(key));

  it('a reason is said in full', () => {
    expect(keys.length).toBeGreaterThan(60);
    const holed = keys.filter((key) => /\{\{|\$t\(/.test(textIn({ key }, locale)));
    expect(holed).toEqual([]);
  });

  it('and is not its own key', () => {
    expect(keys.filter((key) => textIn({ key }, locale).startsWith('track.'))).toEqual([]);
  });
});
