import { expect, test } from 'vitest';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { loadTexts } from '#web/client/texts/load-texts.ts';
import { lastingReason, reasonAt, reasonOf, recordReason } from '#web/features/alerts/alert-reason.ts';

const raisedAt = '2026-11-29T13:55:30.000Z';
const time = (text: string) => Date.parse(`2026-11-29T${text}Z`);

const lost: RecordedAlert = {
  id: 27,
  kind: 'lostSignal',
  level: 'advisory',
  reason: { key: 'alert.lostSignal.reason', values: { one: 'LKB5', seconds: 31 } },
  tracks: ['a'],
  countedAt: raisedAt,
  raisedAt,
  acknowledgedAt: null,
  clearedAt: '2026-11-29T14:00:02.000Z',
};

await loadTexts('en');
// The part of i18next that is used here.
const t = ((key: string, values: Record<string, string | number> = {}) =>
  textIn({ key, values }, 'en')) as never;

test('an ended alert gives start and end, an open one its start', () => {
  expect(lastingReason(t, reasonOf(lost))).toBe('LKB5 not heard 13:54:59Z–14:00:02Z');
  expect(lastingReason(t, reasonOf({ ...lost, clearedAt: null }))).toBe('LKB5 not heard since 13:54:59Z');
});

test('during playback the age is that of the moment shown', () => {
  expect(reasonAt(t, reasonOf(lost), time('13:58:19'))).toBe('LKB5 not heard for 200 s');
});

test('an age counted at a later level is subtracted from that time', () => {
  const reason = { ...lost.reason, values: { one: 'LKB5', seconds: 180 } };
  const later = { ...lost, reason, countedAt: '2026-11-29T13:57:59.000Z' };
  expect(lastingReason(t, reasonOf(later))).toBe('LKB5 not heard 13:54:59Z–14:00:02Z');
});

test('an older record, which does not say when its age was counted, lasted at least since it was raised', () => {
  const { countedAt, ...older } = {
    ...lost,
    reason: { ...lost.reason, values: { one: 'LKB5', seconds: 180 } },
  };
  expect(countedAt).toBe(raisedAt);
  expect(lastingReason(t, reasonOf(older))).toBe('LKB5 not heard 13:55:30Z–14:00:02Z');
});

test('known positions give the times at which it was heard', () => {
  const heard = [time('13:54:50'), time('13:54:57'), time('13:59:40')];
  expect(lastingReason(t, reasonOf(lost, heard))).toBe('LKB5 not heard 13:54:57Z–13:59:40Z');
});

test('a record gives the same times: by its track, by when its age was counted, or since it was raised', () => {
  const details = (values: object) => JSON.stringify({ reason: lost.reason, ...values });
  const counted = details({ countedAt: time('13:57:00') });
  const record = { id: 27, kind: 'lostSignal', details: counted, raisedAt, clearedAt: lost.clearedAt };
  const tracks = JSON.stringify({ a: [[time('13:54:58'), 103.9, 30.2, null]] });
  expect(recordReason(t, { ...record, tracks })).toBe('LKB5 not heard 13:54:58Z–14:00:02Z');
  expect(recordReason(t, record)).toBe('LKB5 not heard 13:56:29Z–14:00:02Z');
  expect(recordReason(t, { ...record, details: details({}) })).toBe('LKB5 not heard 13:55:30Z–14:00:02Z');
});

test('the stored text of a record is used where its reason counts nothing, or cannot be read', () => {
  const record = { id: 27, kind: 'pairs', raisedAt, clearedAt: lost.clearedAt };
  const reason = { key: 'alert.pairs.reason', values: { one: 'A', two: 'B' } };
  expect(recordReason(t, { ...record, details: JSON.stringify({ reason }) })).toBeNull();
  expect(recordReason(t, { ...record, details: 'x' })).toBeNull();
});

test('every reason that counts has a text with times', () => {
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
