import { areaOf } from '#domain/notam/area.ts';
import { levelsOf } from '#domain/notam/levels.ts';
import { type Notam, type NotamArea, type NotamProblem, problemText } from '#domain/notam/notam.ts';
import type { Notam as NotamFields } from '#domain/record/records.gen.ts';
import { shortened } from '#domain/text/shortened.ts';
import type { Values } from '#server/engine/records/stored-record.ts';

/** Remarks of one record at most. */
const mostProblems = 50;
/** Characters of D) that a record takes. */
const mostSchedule = 400;
/** Characters of E) in one language that a record takes. */
const mostText = 20_000;

/**
 * Where a NOTAM holds: by its English text, else by the Chinese one, else by the Q-line; by that alone where parts are
 * missing, which may have corners of the area.
 */
export function placeOf(notam: Notam): ReturnType<typeof areaOf> {
  if (notam.part) return areaOf('', notam.q);
  const english = areaOf(notam.text, notam.q);
  if (english.area.from === 'text' || !notam.textZh || notam.textZh === notam.text) return english;
  const chinese = areaOf(notam.textZh, notam.q);
  return chinese.area.from === 'text' ? chinese : english;
}

/** What a NOTAM is as a record, without what becomes of it. Null where it lacks what every record has: when, and where. */
export function valuesOf(notam: Notam): (Values<NotamFields> & { fir: string; text: string }) | null {
  const { q, validFrom } = notam;
  const fir = q?.fir ?? notam.locations[0];
  if (validFrom === null || fir === undefined) return null;
  const { area, problems } = placeOf(notam);
  const { lower, upper } = levelsOf(notam.part ? { ...notam, text: '' } : notam);
  const text = notam.text || notam.raw;
  const longest = Math.max(text.length, notam.textZh?.length ?? 0);
  const cut: NotamProblem[] = longest > mostText ? [{ code: 'text', detail: String(longest) }] : [];
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    number: notam.number,
    originator: notam.originator,
    type: notam.type,
    refers: notam.refers,
    fir,
    qCode: q?.code ?? null,
    traffic: q?.traffic || null,
    purpose: q?.purpose || null,
    scope: q?.scope || null,
    locations: notam.locations,
    validFrom: new Date(validFrom).toISOString(),
    validTo: iso(notam.validTo),
    isEstimated: notam.isEstimated,
    isPermanent: notam.isPermanent,
    // Times that do not fit end in a mark by which they are not read: a part of them alone would hold too seldom.
    schedule: notam.schedule && shortened(notam.schedule, mostSchedule),
    text: shortened(text, mostText),
    textZh: notam.textZh && shortened(notam.textZh, mostText),
    lower,
    upper,
    center: q?.center ? { type: 'Point', coordinates: [q.center.longitude, q.center.latitude] } : null,
    radiusNm: q?.radiusNm ?? null,
    ...areaValues(area),
    isChecklist: notam.isChecklist,
    kind: notam.kind,
    raw: notam.raw.slice(0, 40_000),
    problems: [...cut, ...notam.problems, ...problems].slice(0, mostProblems).map(problemText),
    issuedAt: iso(notam.issuedAt),
  };
}

function areaValues({ geometry, from }: NotamArea): Pick<Values<NotamFields>, 'area' | 'areaFrom'> {
  return geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon'
    ? { area: geometry, areaFrom: from }
    : { area: null, areaFrom: 'none' };
}
