import type { NotamInput, NotamPreview } from '#contract/notam.ts';
import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import { groundUnder } from '#domain/conflicts/unmeasured.ts';
import { altitudeM, isAltitude } from '#domain/geo/altitude.ts';
import { geometryError, isGeometry } from '#domain/geo/geojson.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import {
  composed,
  type DraftAerodrome,
  type DraftError,
  type DraftPlaces,
  draftErrors,
  isAboveGround,
  type NotamDraft,
  type PlacedDraft,
  placedDraft,
  readingErrors,
  replacementErrors,
} from '#domain/notam/compose.ts';
import { levelsOf } from '#domain/notam/levels.ts';
import type { Notam } from '#domain/notam/notam.ts';
import { officeOf } from '#domain/notam/office.ts';
import { qCodeWords } from '#domain/notam/q-codes.ts';
import { readNotams } from '#domain/notam/read.ts';
import { readSchedule } from '#domain/notam/schedule.ts';
import { scheduleTimes } from '#domain/notam/schedule-times.ts';
import { messageLength, type NotamFields, writeMessages } from '#domain/notam/write.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import { groundPoints } from '#domain/terrain/ground-points.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { firAreas } from '#server/features/conflicts/fir-areas.ts';
import { calendarFor, holidaysOf } from '#server/features/conflicts/notam-calendar.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { lockOffice, type NotamStore } from './notam-store.ts';
import { placeOf } from './notam-values.ts';

const weekMs = 7 * 86_400_000;
/** Apart by this the ground below an area is looked up. */
const terrainStepM = 250;

/** The ground, as the levels of a Q-line need it. */
export type NotamTerrain = Pick<Terrain, 'installed' | 'elevationsAt'>;

/** NOTAMs made by hand: written as text, and stored as what is read of that text. */
export function createNotamMaking(deps: {
  records: Records;
  sql: Sql;
  store: NotamStore;
  clock: () => Date;
  terrain: NotamTerrain;
}) {
  const { records, sql, store, clock, terrain } = deps;

  /** The ground below the area of a draft with limits above it; null: it is of no matter, or there are no terrain data. */
  async function terrainBelow({ draft, area }: PlacedDraft): Promise<DraftPlaces['terrainM']> {
    if (!terrain.installed || !area) return null;
    if (!isAboveGround(draft.lower) && !isAboveGround(draft.upper)) return null;
    const { points, stepM } = groundPoints(area, 0, terrainStepM);
    const heights = await terrain.elevationsAt(points);
    if (heights.some((height) => height === undefined)) return null;
    const places = heights.map((height) => ({ measuredM: height ?? null, aerodromes: null }));
    return groundUnder(places, stepM, defaultHeights);
  }

  /** What is recorded that a draft is checked by. */
  async function recordedOf(placed: PlacedDraft, db: Sql) {
    const { draft } = placed;
    const rows = await db
      .selectFrom('airport')
      .select(['icao', 'position', 'elevation'])
      // SQL has no empty list.
      .where('icao', 'in', ['', ...draft.locations])
      .where('deletedAt', 'is', null)
      .execute();
    const aerodromes = rows.flatMap(({ icao, position, elevation }): [string, DraftAerodrome][] => {
      const place = positionIn(position);
      const isKnown = isAltitude(elevation) && elevation.reference === 'AMSL';
      return icao && place
        ? [[icao, { position: place, elevationM: isKnown ? altitudeM(elevation) : null }]]
        : [];
    });
    return {
      now: clock().getTime(),
      aerodromes: new Map(aerodromes),
      region: (await firAreas(db, [draft.fir])).get(draft.fir) ?? null,
      terrainM: await terrainBelow(placed),
      holidays: holidaysOf(draft.fir, await calendarFor(db, [draft])),
    };
  }

  /** The NOTAM that a draft makes, and what forbids to issue it. */
  async function made(
    input: NotamInput,
    draft: NotamDraft,
    of: { number: string; before: Replaced | null },
    db: Sql,
  ) {
    const { number, before } = of;
    const placed = placedDraft(draft);
    const recorded = await recordedOf(placed, db);
    const fields: NotamFields = {
      ...composed(placed, recorded),
      number,
      type: before ? 'R' : 'N',
      refers: before?.number ?? null,
    };
    const messages = writeMessages(fields);
    const notam = read(messages);
    // With little English beside it both languages are read as one text; here each is known.
    const words = notam.text === notam.textZh ? { text: fields.text, textZh: fields.textZh } : {};
    const errors = [
      ...areaErrors(input),
      ...draftErrors(placed, recorded),
      ...(before ? replacementErrors(draft, input.series, before, recorded.now) : []),
    ];
    return {
      messages,
      notam: { ...notam, ...words },
      errors: errors.length > 0 ? errors : readingErrors(fields),
      holidays: recorded.holidays,
      hasOwnArea: placed.ownArea !== null,
    };
  }

  function read(messages: readonly string[]): Notam {
    const [notam] = readNotams(messages.join('\n\n'), clock().getTime());
    if (!notam) throw new Error('a NOTAM without text');
    return notam;
  }

  async function current({ sql: within }: Transaction, id: number): Promise<NotamRecord> {
    const record = await within
      .selectFrom('notam')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!record) throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Notam', id } });
    const notam = record as unknown as NotamRecord;
    const why = unchangeable(notam, clock().getTime());
    if (why) throw refused(`notam.refused.${why}`, { number: notam.number ?? `#${id}` });
    return notam;
  }

  async function issue(transaction: Transaction, caller: Caller, notam: Notam): Promise<number> {
    const origin = { sourceId: null, receivedAt: clock().getTime(), isDemo: false };
    const taken = await store.store({ ...notam, issuedAt: clock().getTime() }, origin, {
      transaction,
      caller,
    });
    // Its number is new, and the draft was judged: neither a duplicate nor unreadable.
    if (taken.state === 'unreadable') throw new AppError('refused', taken.reason);
    return taken.recordId;
  }

  return {
    async preview(input: NotamInput, caller: Caller): Promise<NotamPreview> {
      const draft = draftOf(input);
      const before = input.replaces ? await replacedOf(sql, input.replaces) : null;
      const year = String(clock().getUTCFullYear()).slice(2);
      const of = { number: `${input.series}0000/${year}`, before };
      const { messages, notam, errors, holidays, hasOwnArea } = await made(input, draft, of, sql);
      const { area, problems } = placeOf(notam);
      const levels = levelsOf(notam);
      const from = draft.validFrom;
      const window = { from, to: Math.min(draft.validTo ?? from + weekMs, from + weekMs) };
      return {
        // The number follows when it is issued.
        messages: messages.map((text) => ({
          text: text.replace(of.number, `${input.series}----/${year}`),
          length: messageLength(text),
        })),
        hasOwnArea,
        words: qCodeWords(draft.qCode),
        area: area.geometry,
        areaFrom: area.from,
        lower: levels.lower,
        upper: levels.upper,
        times:
          window.from < window.to && !errors.some(({ field }) => field === 'schedule')
            ? scheduleTimes(
                readSchedule(draft.schedule ?? '').items,
                window,
                notam.q?.center ?? null,
                holidays,
              )
            : [],
        problems: [...notam.problems, ...problems]
          .filter(({ code }) => errors.length === 0 || code === 'area')
          .map(({ code, detail }) =>
            textIn({ key: `notam.problem.${code}`, values: { detail } }, caller.locale),
          ),
        errors: errors.map(({ field, text }) => ({ field, message: textIn(text, caller.locale) })),
      };
    },

    save(input: NotamInput, caller: Caller): Promise<{ id: number; number: string }> {
      const draft = draftOf(input);
      return records.transaction(async (transaction) => {
        await lockOffice(transaction, draft.fir);
        const before = input.replaces ? await current(transaction, input.replaces) : null;
        const number = await nextNumber(transaction.sql, input.series, draft.fir, clock());
        const { notam, errors } = await made(input, draft, { number, before }, transaction.sql);
        refuse(errors);
        return { id: await issue(transaction, caller, notam), number };
      });
    },

    cancel(id: number, text: string, caller: Caller): Promise<{ id: number; number: string }> {
      return records.transaction(async (transaction) => {
        const before = await current(transaction, id);
        await lockOffice(transaction, before.fir);
        const now = Math.floor(clock().getTime() / 60_000) * 60_000;
        const draft: NotamDraft = {
          fir: before.fir,
          // What it was about, cancelled.
          qCode: `${(before.qCode ?? 'QXXXX').slice(0, 3)}CN`,
          traffic: before.traffic ?? 'IV',
          purpose: before.purpose ?? 'BO',
          scope: before.scope ?? 'W',
          locations: before.locations ?? [before.fir],
          validFrom: now,
          validTo: null,
          isEstimated: false,
          isPermanent: false,
          schedule: null,
          text,
          textZh: null,
          lower: null,
          upper: null,
          area: null,
        };
        const placed = placedDraft(draft);
        const recorded = await recordedOf(placed, transaction.sql);
        refuse(draftErrors(placed, recorded).filter(({ field }) => field === 'text'));
        const series = (before.number ?? 'L').slice(0, 1);
        const number = await nextNumber(transaction.sql, series, before.fir, clock());
        const fields: NotamFields = {
          ...composed(placed, recorded),
          number,
          type: 'C',
          refers: before.number,
        };
        const center = positionIn(before.center);
        // The place of what is cancelled.
        if (fields.q && center) {
          fields.q = {
            ...fields.q,
            center,
            radiusNm: before.radiusNm === null ? null : Number(before.radiusNm),
          };
        }
        refuse(readingErrors(fields));
        const notam = read(writeMessages(fields));
        return { id: await issue(transaction, caller, notam), number };
      });
    },
  };
}

function draftOf(input: NotamInput): NotamDraft {
  const area = input.area ?? null;
  return {
    fir: input.fir.trim().toUpperCase(),
    qCode: input.qCode.trim().toUpperCase(),
    traffic: input.traffic,
    purpose: input.purpose,
    scope: input.scope,
    locations: [...new Set(input.locations.map((one) => one.trim().toUpperCase()))],
    validFrom: minuteOf(input.validFrom),
    validTo: input.validTo ? minuteOf(input.validTo) : null,
    isEstimated: input.isEstimated && !input.isPermanent,
    isPermanent: input.isPermanent,
    schedule: input.schedule?.replace(/\s+/g, ' ').trim().toUpperCase() || null,
    // Blanks of any kind, but for ends of lines, as AFTN has them.
    text: input.text
      .trim()
      .toUpperCase()
      .replace(/[^\S\n]+/g, ' '),
    textZh: input.textZh?.trim() || null,
    lower: input.lower ?? null,
    upper: input.upper ?? null,
    area: isGeometry(area, areaKinds) ? area : null,
  };
}

const areaKinds = ['Polygon', 'MultiPolygon'] as const;

/** Left out, a drawing whose sides cross would make a NOTAM of the whole FIR. */
function areaErrors({ area }: NotamInput): DraftError[] {
  const text = area ? geometryError(area, areaKinds) : null;
  return text ? [{ field: 'area', text }] : [];
}

const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / 60_000) * 60_000;

type Replaced = Pick<NotamRecord, 'number' | 'fir' | 'locations' | 'qCode' | 'validFrom'>;

async function replacedOf(sql: Sql, id: number): Promise<Replaced | null> {
  const row = await sql
    .selectFrom('notam')
    .select(['number', 'fir', 'locations', 'qCode', 'validFrom'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Why one can be neither replaced nor cancelled here at a moment (UTC ms); null: it can. */
export function unchangeable(
  notam: Pick<NotamRecord, 'state' | 'type' | 'number' | 'source' | 'isReceived' | 'validTo' | 'isEstimated'>,
  now: number,
): 'notCurrent' | 'notOurs' | 'ended' | null {
  const { state, type, number, source, isReceived, validTo, isEstimated } = notam;
  if (state !== 'current' || type === 'C' || !number) return 'notCurrent';
  // One that came from a source or was handed in is of the office that issued it.
  if (source !== null || isReceived) return 'notOurs';
  // An estimated end is none.
  return validTo && !isEstimated && Date.parse(validTo) <= now ? 'ended' : null;
}

function refuse(fields: DraftError[]): void {
  if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
}

/** The next of a series in this year, of the office that has the FIR. */
async function nextNumber(sql: Sql, series: string, fir: string, now: Date): Promise<string> {
  const year = String(now.getUTCFullYear()).slice(2);
  const rows = await sql
    .selectFrom('notam')
    .select(['number', 'fir'])
    .where('number', 'like', `${series}____/${year}`)
    .execute();
  const taken = rows
    .filter((row) => officeOf(row.fir) === officeOf(fir))
    .map(({ number }) => Number(number?.slice(1, 5)));
  const next = Math.max(0, ...taken) + 1;
  if (next > 9_999) throw refused('notam.refused.series', { series });
  return `${series}${String(next).padStart(4, '0')}/${year}`;
}
