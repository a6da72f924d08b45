import { Type } from '@sinclair/typebox';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';

/** Notices that bind: what a controller announces, and what stops an activity. */
const controlKinds = ['control', 'stopActivity'];

/** Notices of one answer: more than this at once are not read by anyone. */
const most = 200;

const controlNotice = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  /** 1 to 4, and in words. */
  level: Type.Integer(),
  levelText: Type.String(),
  kind: Type.String(),
  creatorUserName: nullable(Type.String()),
  source: nullable(Type.String()),
  /** UTC, ISO 8601. */
  startTime: Type.String(),
  endTime: Type.String(),
  mustAcknowledge: Type.Boolean(),
  /** When the caller did so. */
  acknowledgedAt: nullable(Type.String()),
});

/** Control notices that are in force for the caller, and his word that he has taken note. */
export function createNoticeService(deps: { records: Records; sql: Sql; clock: () => Date }): Service {
  const { records, sql, clock } = deps;

  async function inForce(caller: Caller): Promise<StoredRecord[]> {
    const now = clock().toISOString();
    const { items } = await records.list(caller, 'notice', {
      start: 0,
      end: most,
      sort: [
        { field: 'level', order: 'asc' },
        { field: 'startTime', order: 'desc' },
      ],
      search: undefined,
      trash: 'without',
      count: 'none',
      filter: {
        operator: 'and',
        value: [
          { field: 'kind', operator: 'in', value: controlKinds },
          { field: 'startTime', operator: 'lte', value: now },
          { field: 'endTime', operator: 'gt', value: now },
        ],
      },
    });
    return items;
  }

  async function acknowledged(userId: number): Promise<Map<number, string>> {
    const rows = await sql
      .selectFrom('noticeAcknowledgement')
      .select(['notice', 'acknowledgedAt'])
      .where('user', '=', userId)
      .where('deletedAt', 'is', null)
      .execute();
    return new Map(rows.map(({ notice, acknowledgedAt }) => [Number(notice), String(acknowledgedAt)]));
  }

  async function namesOf(ids: number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await sql.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, name }) => [Number(id), String(name)]));
  }

  return {
    name: 'Notice',
    methods: [
      method({
        verb: 'GET',
        name: 'GetControlList',
        permission: 'signedIn',
        summary: 'Control notices in force that are addressed to the caller, the gravest first',
        input: Type.Object({}),
        output: Type.Array(controlNotice),
        async handle(_, caller) {
          const notices = await inForce(caller);
          const done = await acknowledged(caller.actor.userId);
          const authors = await namesOf(notices.flatMap(({ createdBy }) => numberIn(createdBy)));
          return notices.map((notice) => ({
            id: notice.id,
            title: String(notice.title),
            content: String(notice.content ?? ''),
            level: Number(notice.level),
            levelText: textIn({ key: `notice.level.${notice.level}` }, caller.locale),
            kind: String(notice.kind),
            creatorUserName: authors.get(Number(notice.createdBy)) ?? null,
            source: textOf(notice.source),
            startTime: String(notice.startTime),
            endTime: String(notice.endTime),
            mustAcknowledge: binds(notice),
            acknowledgedAt: done.get(notice.id) ?? null,
          }));
        },
      }),
      method({
        verb: 'POST',
        name: 'AcknowledgeStopActivity',
        permission: 'signedIn',
        summary: 'The caller has taken note of a notice that asks for it; a second time changes nothing',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({ acknowledgedAt: Type.String() }),
        async handle({ id }, caller) {
          const notice = (await inForce(caller)).find((one) => one.id === id);
          if (!notice) throw new AppError('notFound', { key: 'notice.notInForce' });
          if (!binds(notice)) throw new AppError('refused', { key: 'notice.notBinding' });
          const { userId, companyId } = caller.actor;
          const before = (await acknowledged(userId)).get(id);
          if (before) return { acknowledgedAt: before };
          const acknowledgedAt = clock().toISOString();
          await records.transaction((unit) =>
            records.create(
              asService(caller),
              'noticeAcknowledgement',
              { notice: id, user: userId, company: companyId, acknowledgedAt },
              unit,
            ),
          );
          return { acknowledgedAt };
        },
      }),
    ],
  };
}

function binds({ kind, mustAcknowledge }: StoredRecord): boolean {
  return kind === 'stopActivity' || mustAcknowledge === true;
}

function numberIn(value: unknown): number[] {
  return typeof value === 'number' ? [value] : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
