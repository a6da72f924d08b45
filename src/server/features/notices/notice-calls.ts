import type { ControlNotice } from '#contract/notices.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Filter, Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';

/** Notices that bind: what a controller announces, and what stops an activity. */
const controlKinds = ['control', 'stopActivity'];

/** Notices of one answer: more than this at once are not read by anyone. */
const most = 200;

/** Control notices that are in force for the caller, and their word that they have taken note. */
export function createNoticeService(deps: { records: Records; sql: Sql; clock: () => Date }): Service {
  const { records, sql, clock } = deps;

  async function inForce(caller: Caller): Promise<StoredRecord[]> {
    const now = clock().toISOString();
    return records.rows(caller, 'notice', {
      most,
      sort: [
        { field: 'level', order: 'asc' },
        { field: 'startTime', order: 'desc' },
      ],
      filter: {
        operator: 'and',
        value: [
          { field: 'kind', operator: 'in', value: controlKinds },
          { field: 'startTime', operator: 'lte', value: now },
          { field: 'endTime', operator: 'gt', value: now },
        ],
      },
    });
  }

  async function acknowledged(userId: number): Promise<Map<number, string>> {
    const rows = await sql
      .selectFrom('noticeAcknowledgement')
      .select(['notice', 'acknowledgedAt'])
      .where('user', '=', userId)
      .where('notice', 'is not', null)
      .where('deletedAt', 'is', null)
      .execute();
    return new Map(
      rows.flatMap(({ notice, acknowledgedAt }): [number, string][] =>
        notice === null ? [] : [[notice, acknowledgedAt]],
      ),
    );
  }

  /** As the calls answer with them. */
  async function views(notices: readonly StoredRecord[], caller: Caller): Promise<ControlNotice[]> {
    const done = await acknowledged(caller.actor.userId);
    const authors = await namesOf(
      sql,
      'user',
      notices.flatMap(({ createdBy }) => numberIn(createdBy)),
      caller.locale,
    );
    return notices.map((notice) => ({
      id: notice.id,
      title: String(nameIn({ name: notice.title, nameEn: notice.titleEn }, caller.locale)),
      content: String(nameIn({ name: notice.content ?? '', nameEn: notice.contentEn }, caller.locale)),
      level: Number(notice.level),
      levelText: textIn({ key: `notice.level.${notice.level}` }, caller.locale),
      kind: String(notice.kind),
      creatorUserName: authors.get(Number(notice.createdBy)) ?? null,
      source: stringOf(nameIn({ name: notice.source, nameEn: notice.sourceEn }, caller.locale)),
      startTime: String(notice.startTime),
      endTime: String(notice.endTime),
      mustAcknowledge: binds(notice),
      acknowledgedAt: done.get(notice.id) ?? null,
    }));
  }

  return implement('Notice', {
    async List({ skipCount = 0, maxResultCount = 10, inForce: now, level, kind, filter }, caller) {
      const at = clock().toISOString();
      const wanted: Filter[] = [
        ...(now === true
          ? [
              { field: 'startTime', operator: 'lte' as const, value: at },
              { field: 'endTime', operator: 'gt' as const, value: at },
            ]
          : []),
        ...(level == null ? [] : [{ field: 'level', operator: 'eq' as const, value: level }]),
        ...(kind ? [{ field: 'kind', operator: 'eq' as const, value: kind }] : []),
      ];
      const { items, total } = await records.list(caller, 'notice', {
        start: skipCount,
        end: skipCount + maxResultCount,
        sort: [{ field: 'startTime', order: 'desc' }],
        search: filter ?? undefined,
        trash: 'without',
        filter: wanted.length > 0 ? { operator: 'and', value: wanted } : undefined,
      });
      const areas = new Map(items.map(({ id, area }) => [id, storedGeometry(area)]));
      const shown = await views(items, caller);
      return { totalCount: total, items: shown.map((one) => ({ ...one, area: areas.get(one.id) ?? null })) };
    },
    GetControlList: async (_, caller) => views(await inForce(caller), caller),
    async AcknowledgeStopActivity({ id }, caller) {
      const notice = (await inForce(caller)).find((one) => one.id === id);
      if (!notice) throw new AppError('notFound', { key: 'notice.notInForce' });
      if (!binds(notice)) throw new AppError('refused', { key: 'notice.notBinding' });
      const { userId, companyId } = caller.actor;
      const before = (await acknowledged(userId)).get(id);
      if (before) return { acknowledgedAt: before };
      const acknowledgedAt = clock().toISOString();
      await records.transaction((transaction) =>
        records.create(
          asService(caller),
          'noticeAcknowledgement',
          { notice: id, user: userId, company: companyId, acknowledgedAt },
          transaction,
        ),
      );
      return { acknowledgedAt };
    },
  });
}

function binds({ kind, mustAcknowledge }: StoredRecord): boolean {
  return kind === 'stopActivity' || mustAcknowledge === true;
}

function numberIn(value: unknown): number[] {
  return typeof value === 'number' ? [value] : [];
}
