import { describe, expect, it, test } from 'vitest';
import { orderErrors } from '#domain/record/order-rules.ts';
import { recordSchema } from '#domain/record/record-schema.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import airspaceJson from '#schemas/airspace.json' with { type: 'json' };

const airspace = recordSchema(airspaceJson);

const amsl = (value: number, unit = 'm') => ({ value, unit, reference: 'AMSL' });
const agl = (value: number) => ({ value, unit: 'm', reference: 'AGL' });

describe('what comes first and what after', () => {
  test.each([
    ['a ceiling above its floor', { lower: amsl(300), upper: amsl(900) }, null],
    ['a flat airspace', { lower: amsl(300), upper: amsl(300) }, null],
    ['a ceiling below its floor', { lower: amsl(900), upper: amsl(300) }, 'altitude'],
    ['units brought together', { lower: amsl(1000), upper: amsl(3000, 'ft') }, 'altitude'],
    ['datums that do not compare', { lower: agl(900), upper: amsl(300) }, null],
    ['one limit only', { lower: amsl(900), upper: null }, null],
    ['an end after its begin', { validFrom: '2026-01-01T00:00:00Z', validTo: '2026-01-02T00:00:00Z' }, null],
    [
      'an end before its begin',
      { validFrom: '2026-01-02T00:00:00Z', validTo: '2026-01-01T00:00:00Z' },
      'time',
    ],
    [
      'other ways to write a time',
      { validFrom: '2026-01-01T08:00:00+08:00', validTo: '2026-01-01T00:00:00.000Z' },
      null,
    ],
    ['a text that is no time', { validFrom: 'soon', validTo: 'later' }, null],
  ])('%s', (_, fields, kind) => {
    const errors = orderErrors(airspace, fields, 'en');
    expect(errors.map(({ text }) => text.key)).toEqual(kind === null ? [] : [`validation.order.${kind}`]);
  });

  it('speaks at the second field, and names both', () => {
    expect(orderErrors(airspace, { lower: amsl(900), upper: amsl(300) }, 'zh-Hans')).toEqual([
      {
        field: 'upper',
        text: { key: 'validation.order.altitude', values: { label: '上限', other: '下限' } },
      },
    ]);
    for (const texts of Object.values(sharedTexts)) {
      for (const kind of ['time', 'number', 'altitude']) {
        expect(texts[`validation.order.${kind}`]).toMatch(/\{\{label\}\}.*\{\{other\}\}/);
      }
    }
  });
});
