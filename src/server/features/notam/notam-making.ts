import type { NotamInput, NotamPreview } from '#contract/notam.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { composed, draftErrors, type NotamDraft } from '#domain/notam/compose.ts';
import { levelsOf } from '#domain/notam/levels.ts';
import type { Notam } from '#domain/notam/notam.ts';
import { officeOf } from '#domain/notam/office.ts';
import { qCodeWords } from '#domain/notam/q-codes.ts';
import { readNotam } from '#domain/notam/read.ts';
import { readSchedule } from '#domain/notam/schedule.ts';
import { scheduleTimes } from '#domain/notam/schedule-times.ts';
import { writeNotam } from '#domain/notam/write.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { calendarFor, holidaysOf } from '#server/features/conflicts/notam-calendar.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { lockOffice, type NotamStore } from './notam-store.ts';
import { placeOf } from './notam-values.ts';

const weekMs = 7 * 86_400_000;

/** NOTAMs made by hand: written as text, and stored as what is read of that text. */
export function createNotamMaking(deps: {
  records: Records;
  sql: Sql;
  store: NotamStore;
  clock: () => Date;
}) {
  const { records, sql, store, clock } = deps;

  /** Where the first aerodrome of A) is. */
  async function fieldOf(locations: readonly string[], db: Sql): Promise<Position | null> {
    const [first] = locations;
    if (!first) return null;
    const row = await db
      .selectFrom('airport')
      .select('position')
      .where('icao', '=', first)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return positionIn(row?.position);
  }

  async function written(
    draft: NotamDraft,
    of: { number: string | null; type: Notam['type']; refers: string | null },
    db: Sql = sql,
  ): Promise<Notam> {
    const fields = composed(draft, await fieldOf(draft.locations, db));
    return readNotam(writeNotam({ ...fields, ...of }), clock().getTime());
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
    if (record.state !== 'current' || record.type === 'C' || !record.number) {
      throw refused('notam.refused.notCurrent', { number: record.number ?? `#${id}` });
    }
    return record as unknown as NotamRecord;
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
      const errors = draftErrors(draft, clock().getTime());
      const before = input.replaces ? await numberOfNotam(sql, input.replaces) : null;
      const year = String(clock().getUTCFullYear()).slice(2);
      const notam = await written(draft, {
        number: `${input.series}0000/${year}`,
        type: input.replaces ? 'R' : 'N',
        refers: before,
      });
      const { area, problems } = placeOf(notam);
      const levels = levelsOf(notam);
      const from = draft.validFrom;
      const window = { from, to: Math.min(draft.validTo ?? from + weekMs, from + weekMs) };
      return {
        // The number follows when it is issued.
        text: notam.raw.replace(`${input.series}0000/${year}`, `${input.series}----/${year}`),
        words: qCodeWords(draft.qCode),
        area: area.geometry,
        areaFrom: area.from,
        lower: levels.lower,
        upper: levels.upper,
        times:
          window.from < window.to
            ? scheduleTimes(
                readSchedule(draft.schedule ?? '').items,
                window,
                notam.q?.center ?? null,
                holidaysOf(draft.fir, await calendarFor(sql, [draft])),
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
      const fields = draftErrors(draft, clock().getTime());
      if (fields.length > 0) throw new AppError('validation', { key: 'common.invalid' }, { fields });
      return records.transaction(async (transaction) => {
        await lockOffice(transaction, draft.fir);
        const before = input.replaces ? await current(transaction, input.replaces) : null;
        const number = await nextNumber(transaction.sql, input.series, draft.fir, clock());
        const of = { number, type: before ? ('R' as const) : ('N' as const), refers: before?.number ?? null };
        const notam = await written(draft, of, transaction.sql);
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
        const fields = draftErrors(draft, now).filter(({ field }) => field === 'text');
        if (fields.length > 0) throw new AppError('validation', { key: 'common.invalid' }, { fields });
        const number = await nextNumber(
          transaction.sql,
          (before.number ?? 'L').slice(0, 1),
          before.fir,
          clock(),
        );
        const of = { number, type: 'C' as const, refers: before.number };
        const notam = await written(draft, of, transaction.sql);
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
    schedule: input.schedule?.trim().toUpperCase() || null,
    text: input.text.trim().toUpperCase(),
    textZh: input.textZh?.trim() || null,
    lower: input.lower ?? null,
    upper: input.upper ?? null,
    area: isGeometry(area, ['Polygon', 'MultiPolygon']) ? area : null,
  };
}

const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / 60_000) * 60_000;

async function numberOfNotam(sql: Sql, id: number): Promise<string | null> {
  const row = await sql.selectFrom('notam').select('number').where('id', '=', id).executeTakeFirst();
  return row?.number ?? null;
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
