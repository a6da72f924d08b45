import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryTables } from '#domain/surveillance/asterix/categories/index.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { Field, Item } from '#domain/surveillance/asterix/table.ts';
import { asterixRecords } from '#domain/surveillance/formats/message-view.ts';
import { worded } from '#domain/surveillance/formats/message-words.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { arbitraryRecord } from '#tests/domain/surveillance/asterix/arbitrary-record.ts';
import { breadth } from '#tests/support/breadth.ts';

/** Every item of every category table has a title in both languages, and every field in it a name. */

const items = new Set<string>();
const fields = new Set<string>();

const isNumber = ({ kind }: Field) => kind === 'unsigned' || kind === 'signed';

function addField(field: Field, to = fields): void {
  if (field.kind === 'spare') return;
  if (field.kind === 'choice') for (const one of [field.zero, field.one]) addField(one, to);
  else to.add(isNumber(field) ? worded(field.name).word : field.name);
}

function addItem({ name, form }: Item, to: Set<string>): void {
  if (form.form === 'scalar' && isNumber(form.field)) to.add(worded(name).word);
  else to.add(name);
  switch (form.form) {
    case 'scalar':
      // What has two readings is a field within its item.
      if (form.field.kind === 'choice') addField(form.field);
      break;
    case 'extended':
      for (const field of form.parts.flat()) addField(field);
      break;
    case 'compound':
    case 'expansion':
      for (const inner of form.subitems) if (inner) addItem(inner, fields);
      break;
    case 'explicit':
      break;
    default:
      for (const field of form.fields) addField(field);
  }
}

for (const { uap, alternative } of categoryTables) {
  for (const item of [...uap, ...(alternative?.uap ?? [])]) if (item) addItem(item, items);
}

describe.each(['zh-Hans', 'en'] as const)('titles in %s', (locale) => {
  const texts = sharedTexts[locale];
  const named = (start: string) =>
    Object.keys(texts).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));

  it('are there for every item of every category, and for no other', () => {
    expect(items.size).toBeGreaterThan(150);
    expect(named('asterix.item.').sort()).toEqual([...items].sort());
  });

  it('are there for every field, and for no other', () => {
    expect(fields.size).toBeGreaterThan(500);
    expect(named('asterix.field.').sort()).toEqual([...fields].sort());
  });

  it.each(categoryTables.map((table) => [table.category, table.edition, table] as const))(
    'stand in any record of category %i, edition %s',
    (category, edition, table) => {
      fc.assert(
        fc.property(arbitraryRecord(table), (record) => {
          const encoded = encodeBlock(category, edition, [record]);
          fc.pre(encoded.ok);
          const shown = asterixRecords(encoded.bytes, { [category]: edition }, locale);
          for (const { name } of shown.flatMap(({ rows }) => rows)) {
            expect(name).not.toMatch(/asterix\./);
            if (locale === 'zh-Hans') expect(name).toMatch(/^[^›]*[\u3400-\u9fff]/);
          }
        }),
        { numRuns: breadth(20, 200) },
      );
    },
  );
});

it('says units of numbers alone, and a title that its field repeats once', () => {
  const encoded = encodeBlock(48, '1.x', [
    {
      source: { sac: 37, sic: 4 },
      timeOfDayS: 3_600,
      polar: { rangeNm: 12.5, azimuthDeg: 90 },
      track: { trackNumber: 812 },
    },
  ]);
  const rows = encoded.ok
    ? asterixRecords(encoded.bytes, {}, 'zh-Hans').flatMap((record) => record.rows)
    : [];
  expect(rows).toEqual([
    { item: 'I048/010', name: '数据源标识 › 系统区域码（SAC）', value: '37', unit: '' },
    { item: 'I048/010', name: '数据源标识 › 系统识别码（SIC）', value: '4', unit: '' },
    { item: 'I048/140', name: '日时间', value: '3600', unit: 's' },
    { item: 'I048/040', name: '测量位置（极坐标） › 距离', value: '12.5', unit: 'NM' },
    { item: 'I048/040', name: '测量位置（极坐标） › 方位', value: '90', unit: '°' },
    { item: 'I048/161', name: '航迹号', value: '812', unit: '' },
  ]);
});
