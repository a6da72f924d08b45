import { describe, expect, it } from 'vitest';
import { countedKey } from '#domain/surveillance/formats/counted-reasons.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

/** The monitor shows how often each reason came, without the values of one case: its texts have no holes. */

const counted =
  /^(asterix\.(truncated|badLength|badFspec|undefinedItem|emptyRecord|unknownEdition)|track\.(range|read|shed|other|line|push|feed|terminal|said)\..+|track\.recording\.records)$/;

describe.each(['en', 'zh-Hans'] as const)('in %s', (locale) => {
  const keys = Object.keys(sharedTexts[locale]).filter((key) => counted.test(key));

  it('a reason is said in full', () => {
    expect(keys.length).toBeGreaterThan(60);
    const holed = keys.filter((key) => /\{\{|\$t\(/.test(textIn({ key: countedKey(key) }, locale)));
    expect(holed).toEqual([]);
  });

  it('and is not its own key', () => {
    expect(keys.filter((key) => textIn({ key: countedKey(key) }, locale).startsWith('track.'))).toEqual([]);
  });
});
