import { expect, test } from 'vitest';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { loadTexts } from '#web/client/texts/load-texts.ts';
import { lastingReason, reasonAt, reasonOf, reasonOfRecord } from '#web/features/alerts/alert-reason.ts';

const raisedAt = '2026-11-29T13:55:30.000Z';
const time = (text: string) => Date.parse(`2026-11-29T${text}Z`);

const lost: RecordedAlert = {
  id: 27,
  kind: 'lostSignal',
  level: 'advisory',
  reason: { key: 'alert.lostSignal.reason', values: { one: 'LKB5', seconds: 31 } },
  tracks: ['a'],
  raisedAt,
  acknowledgedAt: null,
  clearedAt: '2026-11-29T14:00:02.000Z',
};

await loadTexts('en');
// What i18next does of it here.
const t = ((key: string, values: Record<string, string | number> = {}) =>
  textIn({ key, values }, 'en')) as never;

test('an ended alert says from when to when, an open one since when', () => {
  expect(lastingReason(t, reasonOf(lost))).toBe('LKB5 not heard 13:54:59Z–14:00:02Z');
  expect(lastingReason(t, reasonOf({ ...lost, clearedAt: null }))).toBe('LKB5 not heard since 13:54:59Z');
});

test('at a moment that is played the age is that of the moment', () => {
  expect(reasonAt(t, reasonOf(lost), time('13:58:19'))).toBe('LKB5 not heard for 200 s');
});

test('counted again at a later level, it is counted from there', () => {
  const reason = { ...lost.reason, values: { one: 'LKB5', seconds: 180 } };
  const later = { ...lost, reason, countedAt: '2026-11-29T13:57:59.000Z' };
  expect(lastingReason(t, reasonOf(later))).toBe('LKB5 not heard 13:54:59Z–14:00:02Z');
});

test('where its positions are known, they say when it was heard', () => {
  const heard = [time('13:54:50'), time('13:54:57'), time('13:59:40')];
  expect(lastingReason(t, reasonOf(lost, heard))).toBe('LKB5 not heard 13:54:57Z–13:59:40Z');
});

test('of a record its own track says when it was heard; without one it lasted at least from when it was raised', () => {
  const record = {
    id: 27,
    kind: 'lostSignal',
    details: JSON.stringify({ reason: lost.reason }),
    raisedAt,
    clearedAt: lost.clearedAt,
  };
  const tracks = JSON.stringify({ a: [[time('13:54:58'), 103.9, 30.2, null]] });
  const words = (one: Record<string, unknown>) => {
    const reason = reasonOfRecord(one);
    return reason && lastingReason(t, reason);
  };
  expect(words({ ...record, tracks })).toBe('LKB5 not heard 13:54:58Z–14:00:02Z');
  expect(words(record)).toBe('LKB5 not heard 13:55:30Z–14:00:02Z');
  const pair = { key: 'alert.pairs.reason', values: { one: 'A', two: 'B' } };
  expect(words({ ...record, details: JSON.stringify({ reason: pair }) })).toBeNull();
  expect(words({ ...record, details: 'x' })).toBeNull();
});

test('every reason that counts has its words with times', () => {
  for (const [key, values] of [
    ['alert.feeds.dead', { source: 'S', seconds: 90 }],
    ['alert.overdue.alert', { plan: 'P', one: 'A', minutes: 40 }],
    ['alert.orders.recall', { plan: 'P', one: 'A', seconds: 70 }],
    ['alert.takeOffReport.reason', { plan: 'P', one: 'A', minutes: 10 }],
    ['alert.conformance.late', { plan: 'P', one: 'A', minutes: 10 }],
  ] as const) {
    const said = lastingReason(t, reasonOf({ ...lost, kind: 'feeds', reason: { key, values } }));
    expect(said).toMatch(/\d\d:\d\d:\d\dZ–14:00:02Z/);
    expect(said).not.toMatch(/playback|[{}]/);
  }
});
