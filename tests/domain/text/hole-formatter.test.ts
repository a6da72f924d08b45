import i18next from 'i18next';
import { expect, test } from 'vitest';
import { holeFormatter } from '#domain/text/hole-formatter.ts';

test('in English the English name fills the hole of the name, and numbers are grouped', () => {
  const translation = { dead: '{{source}} {{seconds}}', total: '{{count, number}}' };
  const instance = i18next.createInstance();
  void instance.use(holeFormatter).init({
    lng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    resources: { 'zh-Hans': { translation }, en: { translation } },
  });
  const [zh, en] = [instance.getFixedT('zh-Hans'), instance.getFixedT('en')];
  const values = { source: '演示站', sourceEn: 'Demo station', seconds: 0 };
  expect([zh('dead', values), en('dead', values)]).toEqual(['演示站 0', 'Demo station 0']);
  expect(en('dead', { source: '演示站', seconds: 1 })).toBe('演示站 1');
  expect([zh('total', { count: 12_345 }), en('total', { count: 12_345 })]).toEqual(['12,345', '12,345']);
});
