import { describe, expect, test } from 'vitest';
import { abilityOf } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import type { HistoryEntry } from '#web/client/record-history.ts';
import { initialValues } from '#web/engine/form/initial-values.ts';
import {
  compareVersions,
  filtered,
  newestFirst,
  peopleOf,
  recordAt,
  versionsOf,
} from '#web/engine/show/history-model.ts';
import { createAddress, listAddress, relatedLists, smallColumns } from '#web/engine/show/related-model.ts';
import {
  conversionsOf,
  hrefOf,
  isWeekly,
  pointText,
  vertexCount,
  weeklyText,
} from '#web/engine/show/value-text.ts';
import { isLongText, wordDiff } from '#web/engine/show/word-diff.ts';
import { forbiddenPath, readForbidden } from '#web/shell/error/forbidden-path.ts';

const named = (name: string): Resource => {
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`no resource ${name}`);
  return found;
};

const entry = (version: number, changes: HistoryEntry['changes'], rest: Partial<HistoryEntry> = {}) => ({
  id: version,
  version,
  action: 'update' as const,
  at: '2026-01-01T00:00:00Z',
  by: 7,
  byName: 'Seven',
  source: 'screen',
  changes,
  ...rest,
});
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('a history', () => {
  const now = { id: 1, version: 4, name: 'd', size: 2, place: 'x' };
  const entries: HistoryEntry[] = [
    entry(1, [change('name', null, 'a'), change('size', null, 1)], {
      action: 'create',
      by: null,
      byName: null,
    }),
    entry(2, [change('name', 'a', 'b')]),
    entry(3, [change('size', 1, 2), change('place', null, 'x')], { by: 8, byName: 'Eight' }),
    entry(4, [change('name', 'b', 'd')]),
  ];

  test.each([
    [4, { name: 'd', size: 2, place: 'x' }],
    [3, { name: 'b', size: 2, place: 'x' }],
    [2, { name: 'b', size: 1, place: null }],
    [1, { name: 'a', size: 1, place: null }],
  ])('knows the record as it was at version %i', (version, expected) => {
    expect(recordAt(now, entries, version)).toEqual({ ...expected, id: 1, version });
  });

  test('lays any two versions side by side, in the order of the fields', () => {
    expect(compareVersions(now, entries, ['size', 'name', 'place'], [1, 3])).toEqual([
      { field: 'size', before: 1, after: 2 },
      { field: 'name', before: 'a', after: 'b' },
      { field: 'place', before: null, after: 'x' },
    ]);
    expect(compareVersions(now, entries, ['size'], [3, 4])).toEqual([]);
  });

  test('is narrowed to a field or to a person, the system being one', () => {
    expect(
      filtered(entries, { field: 'name' }).map(({ version, changes }) => [version, changes.length]),
    ).toEqual([
      [1, 1],
      [2, 1],
      [4, 1],
    ]);
    expect(filtered(entries, { by: 8 }).map(({ version }) => version)).toEqual([3]);
    expect(filtered(entries, { by: 0 }).map(({ version }) => version)).toEqual([1]);
    expect(filtered(entries, {})).toEqual(entries);
    expect(peopleOf(entries).map(({ by }) => by)).toEqual([7, 8, 0]);
  });

  test('has the newest first, and of two entries of one version the later', () => {
    const twice = [...entries, entry(4, [], { id: 9 })];
    expect(newestFirst(twice).map(({ id }) => id)).toEqual([9, 4, 3, 2, 1]);
    expect(versionsOf(twice).map(({ id }) => id)).toEqual([9, 3, 2, 1]);
  });
});

describe('a difference by words', () => {
  const written = (before: string, after: string) =>
    wordDiff(before, after)
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `{+${text}+}`))
      .join('');

  test.each([
    ['the old field is closed', 'the new field is closed', 'the [-old-]{+new+} field is closed'],
    ['须提前三十分钟联系', '须提前六十分钟联系', '须提前[-三-]{+六+}十分钟联系'],
    ['same', 'same', 'same'],
    ['', 'made', '{+made+}'],
    ['gone', '', '[-gone-]'],
  ])('%s → %s', (before, after, expected) => {
    expect(written(before, after)).toBe(expected);
  });

  test('gives back both texts whole, whatever they are', () => {
    for (const [before, after] of [
      ['a b c d', 'd c b a'],
      ['空域 A 开放', '空域 B 关闭，A 开放'],
      ['x '.repeat(900), 'y '.repeat(900)],
    ] as const) {
      const parts = wordDiff(before, after);
      const side = (without: string) =>
        parts
          .filter(({ kind }) => kind !== without)
          .map(({ text }) => text)
          .join('');
      expect(side('new')).toBe(before);
      expect(side('gone')).toBe(after);
    }
  });

  test('is worth it for long texts alone', () => {
    expect(isLongText('a', 'b')).toBe(false);
    expect(isLongText('a'.repeat(25), 'b')).toBe(true);
    expect(isLongText(null, 'b'.repeat(25))).toBe(false);
  });
});

describe('values in words', () => {
  const schedule = named('airspace').schema.properties.schedule ?? {};

  test('a point in degrees, minutes and seconds', () => {
    expect(pointText({ type: 'Point', coordinates: [104.1, 31.13] })).toBe('31°07′48.0″N 104°06′00.0″E');
    expect(pointText({ type: 'LineString', coordinates: [] })).toBeUndefined();
  });

  test("the corners of a shape, a ring's end not counted twice", () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    expect(vertexCount({ type: 'Polygon', coordinates: [ring] })).toBe(3);
    expect(vertexCount({ type: 'MultiPolygon', coordinates: [[ring], [ring]] })).toBe(6);
    expect(vertexCount({ type: 'LineString', coordinates: ring })).toBe(4);
    expect(vertexCount(null)).toBe(0);
  });

  test('an altitude in the other units, of the same datum', () => {
    expect(conversionsOf({ value: 300, unit: 'm', reference: 'AGL' })).toBe('984 ft AGL');
    expect(conversionsOf({ value: 95, unit: 'FL', reference: 'STD' })).toBe('2,896 m STD · 9,500 ft STD');
    expect(conversionsOf({ value: 0, unit: 'm', reference: 'AGL' })).toBe('0 ft AGL');
  });

  test.each([
    [[1, 2, 3, 4, 5], '周一至周五 08:00–18:00', 'Mon–Fri 08:00–18:00'],
    [[6, 7], '周六、周日 08:00–18:00', 'Sat, Sun 08:00–18:00'],
    [[1, 3, 5], '周一、周三、周五 08:00–18:00', 'Mon, Wed, Fri 08:00–18:00'],
    [[7, 1, 2, 3, 4, 5, 6], '每天 08:00–18:00', 'every day 08:00–18:00'],
  ])('days of the week %j', (days, zh, en) => {
    const item = { days, startTime: '0800', endTime: '1800' };
    expect(isWeekly(schedule)).toBe(true);
    expect([weeklyText(item, schedule, 'zh-Hans'), weeklyText(item, schedule, 'en')]).toEqual([zh, en]);
  });

  test.each([
    ['email', 'a@b.cn', 'mailto:a@b.cn'],
    ['phone', '028-8530 0001', 'tel:02885300001'],
    ['uri', 'https://caac.gov.cn/x', 'https://caac.gov.cn/x'],
    ['uri', 'javascript:alert(1)', undefined],
    [undefined, 'a@b.cn', undefined],
  ])('an address of form %s', (format, value, expected) => {
    expect(hrefOf(format === undefined ? {} : { format }, value)).toBe(expected);
  });
});

describe('related lists', () => {
  const everything = abilityOf([{ action: 'manage', subject: 'all' }]);
  const company = named('company');

  test('are all that name the record, its details first', () => {
    const lists = relatedLists(company, resources, everything);
    const details = (company.details ?? []).map(({ resource, field }) => `${resource}.${field}`);
    const names = lists.map(({ resource, field }) => `${resource.name}.${field}`);
    expect(names.slice(0, details.length)).toEqual(details);
    expect(names).toEqual(
      expect.arrayContaining(['aircraft.company', 'pilot.company', 'user.servedCompanies']),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('are only what the user may read, by record type and by field', () => {
    const ability = abilityOf([
      { action: 'read', subject: 'aircraft' },
      { action: 'read', subject: 'pilot' },
      { action: 'read', subject: 'pilot', fields: ['company'], inverted: true },
    ]);
    expect(relatedLists(company, resources, ability).map(({ resource }) => resource.name)).toEqual([
      'aircraft',
    ]);
  });

  test('lead to the whole list, and to the form of a new one that names the record', () => {
    const aircraft = { resource: named('aircraft'), field: 'company' };
    expect(listAddress(aircraft, 7)).toBe('/baseManage/aircraftManage?f.company.in=7');
    expect(createAddress(aircraft, 7, everything)).toBe('/baseManage/aircraftManage/create?company=7');
    expect(createAddress(aircraft, 7, abilityOf([{ action: 'read', subject: 'all' }]))).toBeUndefined();
    expect(createAddress({ resource: named('plan'), field: 'company' }, 7, everything)).toBeUndefined();
  });

  test('begin a new one with what the address names: relations that a person sets, and nothing else', () => {
    const begin = (query: string) => initialValues(named('aircraft'), new URLSearchParams(query));
    expect(begin('company=7&type=3')).toEqual({ company: 7, type: 3 });
    expect(begin('company=x&registration=B-1&auditState=1&nosuch=2&from=4')).toBeUndefined();
  });

  test('show the name first and not the field that is the same in all', () => {
    expect(smallColumns(named('aircraft'), 'company', { ability: everything, locale: 'en' }, 3)).toEqual([
      'registration',
      'type',
      'icao24',
    ]);
    const ability = abilityOf([
      { action: 'read', subject: 'aircraft' },
      { action: 'read', subject: 'aircraft', fields: ['icao24'], inverted: true },
    ]);
    expect(smallColumns(named('aircraft'), 'company', { ability, locale: 'en' })).not.toContain('icao24');
  });
});

test('the page that may not be opened knows what was asked', () => {
  const path = forbiddenPath({ resource: 'aircraft', action: 'update' });
  expect(readForbidden(new URLSearchParams(path.split('?')[1]))).toEqual({
    resource: 'aircraft',
    action: 'update',
  });
  const page = forbiddenPath({ permissions: ['Pages.Roles', 'Pages.Users'] });
  expect(readForbidden(new URLSearchParams(page.split('?')[1]))).toEqual({
    permissions: ['Pages.Roles', 'Pages.Users'],
  });
  expect(readForbidden(new URLSearchParams('resource=x&action=burn'))).toBeUndefined();
});
