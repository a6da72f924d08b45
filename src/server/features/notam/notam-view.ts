import type { NotamView } from '#contract/notam.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { aerodromeEffect, airEffect } from '#domain/notam/effect.ts';
import { missingParts } from '#domain/notam/notam.ts';
import { noticeKindOf, qCodeWords } from '#domain/notam/q-codes.ts';
import type { WorkCalendar } from '#domain/plans/working-days.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import { effectWithin } from '#server/features/conflicts/notam-source.ts';
import { timesOf } from './notams-along.ts';

/** A record as the screens show it, at a moment. */
export function viewOf(
  record: NotamRecord,
  now: number,
  acknowledgedAt: string | null,
  calendar: WorkCalendar,
): NotamView {
  const phase = phaseOf(record, now);
  return {
    id: record.id,
    number: record.number,
    type: record.type,
    refers: record.refers,
    kind: record.kind,
    fir: record.fir,
    locations: record.locations ?? [],
    qCode: record.qCode,
    words: wordsOf(record),
    group: noticeKindOf(record.qCode),
    validFrom: record.validFrom,
    validTo: record.validTo,
    isEstimated: record.isEstimated === true,
    isPermanent: record.isPermanent === true,
    schedule: record.schedule,
    phase,
    isActiveNow: phase === 'active' && timesOf(record, { from: now, to: now + 1_000 }, calendar).length > 0,
    text: record.text,
    textZh: record.textZh,
    lower: record.lower,
    upper: record.upper,
    area: storedGeometry(record.area),
    areaFrom: record.areaFrom ?? 'none',
    effect: effectOf(record),
    isChecklist: record.isChecklist === true,
    isIncomplete: missingParts(record.problems) !== null,
    state: record.state,
    issuedAt: record.issuedAt,
    receivedAt: record.receivedAt,
    isDemo: record.isDemo === true,
    acknowledgedAt,
  };
}

/** Where it stands between its beginning and its end; an estimated end does not end it. */
export function phaseOf(
  {
    state,
    type,
    validFrom,
    validTo,
    isEstimated,
  }: Pick<NotamRecord, 'state' | 'type' | 'validFrom' | 'validTo' | 'isEstimated'>,
  now: number,
): NotamView['phase'] {
  if (state !== 'current' || type === 'C') return 'over';
  if (Date.parse(validFrom) > now) return 'coming';
  return validTo !== null && !isEstimated && Date.parse(validTo) <= now ? 'over' : 'active';
}

const tables = {
  snowtam: { 'zh-Hans': '雪情通告', en: 'SNOWTAM' },
  ashtam: { 'zh-Hans': '火山通告', en: 'ASHTAM' },
};

/** What the code says; of a table its name. */
export function wordsOf({ kind, qCode }: Pick<NotamRecord, 'kind' | 'qCode'>) {
  if (kind !== 'notam') return tables[kind];
  return qCode ? qCodeWords(qCode) : { 'zh-Hans': '航行通告', en: 'NOTAM' };
}

/** As the check of a plan takes it. */
export function effectOf({
  qCode,
  areaFrom,
}: Pick<NotamRecord, 'qCode' | 'areaFrom'>): 'hold' | 'warn' | 'none' {
  const field = aerodromeEffect(qCode);
  if (field) return field.effect;
  return effectWithin(airEffect(qCode), areaFrom);
}
