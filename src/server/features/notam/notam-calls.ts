import { storedGeometry } from '#domain/geo/geojson.ts';
import { holds } from '#domain/identity/access.ts';
import { notamMakers } from '#domain/notam/makers.ts';
import { problemOf } from '#domain/notam/notam.ts';
import { chineseFirs } from '#domain/notam/office.ts';
import { noticeKindOf } from '#domain/notam/q-codes.ts';
import { conditions } from '#domain/notam/q-conditions.ts';
import { subjects } from '#domain/notam/q-subjects.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Label, Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { calendarFor } from '#server/features/conflicts/notam-calendar.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { createNotamMaking, type NotamTerrain, unchangeable } from './notam-making.ts';
import { acknowledgedBy, findNotams, notamsById, recordOf } from './notam-queries.ts';
import type { NotamStore } from './notam-store.ts';
import { effectOf, viewOf, wordsOf } from './notam-view.ts';
import { currentNotams, timesOf } from './notams-along.ts';

const dayMs = 86_400_000;
/** Of a map; what is longer is asked for in pieces. */
const longestMs = 8 * dayMs;

/** Aeronautical notices: list, map, acknowledgement, and those made by hand. */
export function createNotamService(deps: {
  records: Records;
  sql: Sql;
  store: NotamStore;
  clock: () => Date;
  terrain: NotamTerrain;
}): Service {
  const { records, sql, clock } = deps;
  const making = createNotamMaking(deps);

  async function one(id: number): Promise<NotamRecord> {
    const [record] = await notamsById(sql, [id]);
    if (!record || record.deletedAt !== null) {
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Notam', id } });
    }
    return record;
  }

  async function who(id: number, locale: Locale) {
    const rows = await sql
      .selectFrom('noticeAcknowledgement')
      .innerJoin('user', 'user.id', 'noticeAcknowledgement.user')
      .leftJoin('company', 'company.id', 'noticeAcknowledgement.company')
      .select([
        'user.name',
        'user.nameEn',
        'company.name as company',
        'company.nameEn as companyEn',
        'noticeAcknowledgement.acknowledgedAt as at',
      ])
      .where('noticeAcknowledgement.notam', '=', id)
      .where('noticeAcknowledgement.deletedAt', 'is', null)
      .orderBy('noticeAcknowledgement.acknowledgedAt')
      .execute();
    return rows.map(({ company, companyEn, at, ...user }) => ({
      name: nameIn(user, locale) ?? '',
      company: nameIn({ name: company, nameEn: companyEn }, locale),
      at,
    }));
  }

  /** Who else took note is for those who issue notices; everybody else sees themselves. */
  async function acknowledgedFor(id: number, caller: Caller) {
    if (holds(caller.actor, notamMakers)) return who(id, caller.locale);
    const mine = (await acknowledgedBy(sql, caller.actor.userId, [id])).get(id);
    return mine ? [{ name: nameIn(caller.actor, caller.locale), company: null, at: mine }] : [];
  }

  return implement('Notam', {
    async GetList({ skipCount = 0, maxResultCount = 50, unread, ...filter }, caller) {
      const now = clock();
      const unreadBy = unread === true ? caller.actor.userId : undefined;
      const ids = await findNotams(sql, { ...filter, unreadBy }, now);
      const shown = ids.slice(skipCount, skipCount + maxResultCount);
      const done = await acknowledgedBy(sql, caller.actor.userId, shown);
      const found = await notamsById(sql, shown);
      const calendar = await calendarFor(sql, found);
      const items = found.map((record) =>
        viewOf(record, now.getTime(), done.get(record.id) ?? null, calendar),
      );
      return { totalCount: ids.length, items };
    },
    async Get({ id }, caller) {
      const record = await one(id);
      const now = clock().getTime();
      const calendar = await calendarFor(sql, [record]);
      const done = await acknowledgedBy(sql, caller.actor.userId, [id]);
      const before = await sql
        .selectFrom('notam')
        .select(['id', 'number', 'type'])
        .where('replacedBy', '=', id)
        .where('deletedAt', 'is', null)
        .execute();
      const [after] = record.replacedBy ? await notamsById(sql, [record.replacedBy]) : [];
      return {
        ...viewOf(record, now, done.get(id) ?? null, calendar),
        originator: record.originator,
        raw: record.raw ?? record.text,
        problems: (record.problems ?? []).map((stored) => {
          const problem = problemOf(stored);
          return problem
            ? textIn(
                { key: `notam.problem.${problem.code}`, values: { detail: problem.detail } },
                caller.locale,
              )
            : stored;
        }),
        before,
        after: after ? { id: after.id, number: after.number, type: after.type } : null,
        times:
          record.state === 'current' && record.type !== 'C'
            ? timesOf(record, { from: now, to: now + 7 * dayMs }, calendar)
            : [],
        acknowledged: await acknowledgedFor(id, caller),
        mayChange: unchangeable(record, now) === null && holds(caller.actor, notamMakers),
      };
    },
    async GetAreas({ from, to }) {
      const begins = from ? Date.parse(from) : clock().getTime();
      const window = { from: begins, to: Math.min(to ? Date.parse(to) : begins + dayMs, begins + longestMs) };
      const rows = await currentNotams(sql, window)
        .selectAll()
        .where('area', 'is not', null)
        .orderBy('id')
        .execute();
      const records = rows.flatMap(recordOf);
      const calendar = await calendarFor(sql, records);
      return {
        items: records.flatMap((record) => {
          const area = storedGeometry(record.area);
          const times = timesOf(record, window, calendar);
          if (!area || times.length === 0) return [];
          return [
            {
              id: record.id,
              number: record.number,
              words: wordsOf(record),
              group: noticeKindOf(record.qCode),
              effect: effectOf(record),
              area,
              areaFrom: record.areaFrom ?? 'none',
              lower: record.lower,
              upper: record.upper,
              times,
              text: record.text,
              textZh: record.textZh,
              validFrom: record.validFrom,
              validTo: record.validTo,
              isEstimated: record.isEstimated === true,
            },
          ];
        }),
      };
    },
    async Acknowledge({ id }, caller) {
      await one(id);
      const { userId, companyId } = caller.actor;
      const before = (await acknowledgedBy(sql, userId, [id])).get(id);
      if (before) return { acknowledgedAt: before };
      const acknowledgedAt = clock().toISOString();
      await records.transaction((transaction) =>
        records.create(
          asService(caller),
          'noticeAcknowledgement',
          { notam: id, user: userId, company: companyId, acknowledgedAt },
          transaction,
        ),
      );
      return { acknowledgedAt };
    },
    async GetQCodes() {
      const known = await sql
        .selectFrom('notam')
        .select('fir')
        .distinct()
        .where('deletedAt', 'is', null)
        .where('kind', '=', 'notam')
        .execute();
      return {
        subjects: codesOf(subjects),
        conditions: codesOf(conditions),
        firs: [...new Set([...chineseFirs, ...known.map(({ fir }) => fir)])].sort(),
      };
    },
    Preview: (input, caller) => making.preview(input, caller),
    Save: (input, caller) => making.save(input, caller),
    Cancel: ({ id, text }, caller) => making.cancel(id, text.trim().toUpperCase(), caller),
  });
}

function codesOf(table: Record<string, Label>) {
  return Object.entries(table).map(([code, words]) => ({ code, words }));
}
