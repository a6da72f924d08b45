import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaOf } from '#domain/notam/area.ts';
import { aerodromeEffect, airEffect } from '#domain/notam/effect.ts';
import { levelsOf } from '#domain/notam/levels.ts';
import { noticeKindOf, qCodeWords } from '#domain/notam/q-codes.ts';
import { conditions } from '#domain/notam/q-conditions.ts';
import { subjects } from '#domain/notam/q-subjects.ts';
import { readNotams } from '#domain/notam/read.ts';
import { readSchedule } from '#domain/notam/schedule.ts';
import { scheduleTimes } from '#domain/notam/schedule-times.ts';
import { type NotamFields, writeNotam } from '#domain/notam/write.ts';
import { breadth } from '#tests/support/breadth.ts';
import { all } from './examples.ts';

const now = Date.parse('2026-11-23T02:20:00Z');
const letters = (count: number) => fc.stringMatching(new RegExp(`^[A-Z]{${count}}$`));
const number = fc.stringMatching(/^[A-Z]\d{4}\/\d{2}$/);
const minute = fc
  .integer({ min: Date.UTC(2024, 0), max: Date.UTC(2060, 0) })
  .map((at) => Math.floor(at / 60_000) * 60_000);
const minutesOf = (most: number) =>
  fc.integer({ min: -most * 60, max: most * 60 }).map((minutes) => minutes / 60);
const words = fc
  .array(
    fc.constantFrom(
      'RWY',
      '18L/36R',
      'CLSD',
      'DUE',
      'TO',
      'MAINT.',
      'CRANE',
      'ERECTED,',
      'HEIGHT',
      '45M',
      'AD',
      '(WIP)',
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((list) => list.join(' '));
const limit = fc.oneof(
  fc
    .integer({ min: 10, max: 500 })
    .map((value) => ({ value, unit: 'FL' as const, reference: 'STD' as const })),
  fc.record({
    value: fc.integer({ min: 100, max: 9000 }),
    unit: fc.constantFrom('m' as const, 'ft' as const),
    reference: fc.constantFrom('AGL' as const, 'AMSL' as const),
  }),
);
const ground = { value: 0, unit: 'm', reference: 'AGL' } as const;

const fields: fc.Arbitrary<NotamFields> = fc
  .record({
    number,
    type: fc.constantFrom('N' as const, 'R' as const, 'C' as const),
    refers: number,
    q: fc.record({
      fir: letters(4),
      code: fc
        .tuple(fc.constantFrom(...Object.keys(subjects)), fc.constantFrom(...Object.keys(conditions)))
        .map(([subject, condition]) => `Q${subject}${condition}`),
      traffic: fc.constantFrom('I', 'V', 'IV'),
      purpose: fc.constantFrom('NBO', 'BO', 'B', 'M'),
      scope: fc.constantFrom('A', 'E', 'W', 'AE', 'AW'),
      lowerFl: fc.integer({ min: 0, max: 100 }),
      upperFl: fc.integer({ min: 100, max: 999 }),
      center: fc.record({ latitude: minutesOf(90), longitude: minutesOf(180) }),
      radiusNm: fc.integer({ min: 1, max: 999 }),
    }),
    locations: fc.uniqueArray(letters(4), { minLength: 1, maxLength: 7 }),
    validFrom: minute,
    lasts: fc.integer({ min: 1, max: 500_000 }),
    end: fc.constantFrom('sure', 'estimated', 'permanent'),
    schedule: fc.option(fc.constantFrom('DAILY 0100-0900', 'MON-FRI 0700-1500 EXC NOV 24', 'H24', 'SR-SS'), {
      nil: null,
    }),
    text: words,
    textZh: fc.option(fc.constantFrom('跑道关闭。', '在下列范围内进行演习，\n请绕飞。'), { nil: null }),
    limits: fc.option(fc.tuple(fc.constant(ground), limit), { nil: null }),
  })
  .map(({ lasts, end, limits, ...rest }) => ({
    ...rest,
    refers: rest.type === 'N' ? null : rest.refers,
    validTo: end === 'permanent' ? null : rest.validFrom + lasts * 60_000,
    isEstimated: end === 'estimated',
    isPermanent: end === 'permanent',
    // A text beside another is told from it by having words of its own.
    text: rest.textZh ? `THE RUNWAY WILL ${rest.text}` : rest.text,
    lower: limits?.[0] ?? null,
    upper: limits?.[1] ?? null,
  }));

test('what is written is read again as it was', () => {
  fc.assert(
    fc.property(fields, (of) => {
      const [read, ...more] = readNotams(writeNotam(of), now);
      expect(more).toEqual([]);
      expect(read?.q?.center?.latitude).toBeCloseTo(of.q?.center?.latitude ?? 0, 9);
      expect(read?.q?.center?.longitude).toBeCloseTo(of.q?.center?.longitude ?? 0, 9);
      const q = of.q && read?.q ? { ...of.q, center: read.q.center } : of.q;
      expect(read).toMatchObject({ ...of, q, problems: [] });
    }),
    { numRuns: breadth(150, 5_000) },
  );
});

const mutation = fc.record({
  of: fc.constantFrom(...all),
  cuts: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(40),
      by: fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom(
          'E) ',
          'PART 2 OF 2',
          '\n',
          '-',
          ' '.repeat(300),
          '0'.repeat(300),
          'POINT'.repeat(60),
          '(((((',
          'N3010E11020-'.repeat(40),
          'EXC ',
          'RADIUS 5KM ',
        ),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

test('a damaged message is read without a throw, and without a wait', () => {
  let worst = 0;
  fc.assert(
    fc.property(mutation, ({ of, cuts }) => {
      let text: string = of;
      for (const { at, length, by } of cuts) {
        const start = Math.floor(at * text.length);
        text = text.slice(0, start) + by + text.slice(start + length);
      }
      const began = performance.now();
      for (const notam of readNotams(text, now)) {
        areaOf(notam.text, notam.q);
        levelsOf(notam);
        const { items } = readSchedule(notam.schedule ?? '');
        scheduleTimes(items, { from: now, to: now + 86_400_000 }, notam.q?.center ?? null);
      }
      worst = Math.max(worst, performance.now() - began);
    }),
    { numRuns: breadth(1_000, 100_000) },
  );
  expect(worst).toBeLessThan(2_000);
}, 600_000);

test('forty thousand characters of the same are read in no more time than they deserve', () => {
  const began = performance.now();
  for (const piece of [
    'N3010E11020-',
    'POINT',
    ' ',
    '\n',
    '(',
    ')',
    'E) ',
    'RADIUS 5KM ',
    'A1234/26 NOTAMN\n',
    '0',
    'F) SFC G) ',
    '公里',
    'SFC-',
    'MON 0100-',
  ]) {
    const filling = piece.repeat(Math.ceil(40_000 / piece.length));
    for (const text of [
      filling,
      `(A1234/26 NOTAMN\nQ) ZBPE/QRTCA/IV/BO/W/000/033/4018N11609E007\nA) ZBPE B) 2611230100 C) 2611300900\nD) ${filling}\nE) AREA BOUNDED BY ${filling}`,
    ]) {
      for (const notam of readNotams(text, now)) {
        areaOf(notam.text, notam.q);
        levelsOf(notam);
      }
    }
  }
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('every code has words in both languages, and an effect', () => {
  for (const [subject, label] of Object.entries({ ...subjects, ...conditions })) {
    expect([subject, label['zh-Hans'].length > 0, label.en.length > 0]).toEqual([subject, true, true]);
  }
  expect(qCodeWords('QMRLC')).toEqual({ 'zh-Hans': '跑道：关闭', en: 'Runway: Closed' });
  expect(qCodeWords('QKKKK').en).toBe('Checklist');
  expect(qCodeWords('QRTCA').en).toBe('Temporary restricted area: Activated');
  expect(['QRTCA', 'QRTCD', 'QRDXX', 'QWULW', 'QWMLW', 'QOBCE', 'QKKKK', 'QMRLC'].map(airEffect)).toEqual([
    'hold',
    'none',
    'warn',
    'warn',
    'hold',
    'warn',
    'none',
    'none',
  ]);
  // Plain language, or no Q-line at all: a person reads what it is.
  expect(['QXXXX', 'QXXLC', 'QXXCN', null].map(airEffect)).toEqual(['warn', 'warn', 'none', 'warn']);
  expect(['QXXXX', 'QXXAK', null].map((code) => aerodromeEffect(code)?.effect ?? null)).toEqual([
    'warn',
    null,
    'warn',
  ]);
  expect(aerodromeEffect('QFALC')).toEqual({ effect: 'hold', about: 'aerodrome' });
  expect(aerodromeEffect('QMRLC')).toEqual({ effect: 'hold', about: 'runway' });
  expect(aerodromeEffect('QFAAU')).toEqual({ effect: 'hold', about: 'aerodrome' });
  expect(aerodromeEffect('QMRAU')).toEqual({ effect: 'hold', about: 'runway' });
  expect(['QFALB', 'QFALH', 'QFAAD', 'QFAAR', 'QFALX'].map((code) => aerodromeEffect(code)?.effect)).toEqual([
    'warn',
    'warn',
    'warn',
    'warn',
    'warn',
  ]);
  expect(['QFUAU', 'QFAAO', 'QFAAK', 'QMRAK'].map(aerodromeEffect)).toEqual([null, null, null, null]);
  expect(['QMRLC', 'QWULW', 'QOBCE', 'QLAAS', 'QRTCA', null].map(noticeKindOf)).toEqual([
    'aerodrome',
    'warning',
    'obstacle',
    'lighting',
    'airspace',
    'other',
  ]);
});
