import { expect, test } from 'vitest';
import { createTranslate } from '#server/kernel/texts.ts';

test('in English the English name fills the hole of the name', () => {
  const translate = createTranslate();
  const text = {
    key: 'alert.feeds.dead',
    values: { source: '演示站', sourceEn: 'Demo station', seconds: 20 },
  };
  expect(translate(text, 'zh-Hans')).toContain('演示站');
  expect(translate(text, 'en')).toContain('Demo station');
  expect(translate(text, 'en')).toContain('20');
  expect(translate({ ...text, values: { source: '演示站', seconds: 0 } }, 'en')).toMatch(/演示站.* 0 s/);
});
