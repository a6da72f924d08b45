import { Readable } from 'node:stream';
import type { Filter } from '#server/engine/records/records.ts';
import { FileAnswer, type Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type MeetingDeps, mayTakeOver, notThere, timeZoneOf } from './held-meeting.ts';
import {
  agendaOf,
  headsOf,
  invitable,
  minutesOf,
  overlapsOf,
  personViews,
  taskViews,
  versionViews,
} from './meeting-rows.ts';
import { minutesHtml } from './minutes-html.ts';
import { type MinutesPaper, minutesPaper } from './minutes-paper.ts';
import { minutesWord, wordType } from './minutes-word.ts';

/** Meetings of one answer. */
const mostListed = 200;

/** A version of the minutes of a meeting. */
interface Exported {
  id: number;
  number: number;
}

/** What is read of meetings: lists, one with everything, who can be invited, and the minutes as a document. */
export function meetingViews(
  deps: MeetingDeps,
): Pick<Handlers<'Meeting'>, 'GetList' | 'Get' | 'GetPeople' | 'FindOverlaps' | 'Export' | 'ExportWord'> {
  const { records, sql } = deps;
  const nameOf = ({ id, number }: Exported) => `meeting-${id}-minutes-${number}`;

  /** Of a meeting that the caller may read. */
  async function paperOf({ id, number }: Exported, caller: Caller): Promise<MinutesPaper> {
    const meeting = await records.get(caller, 'meeting', id);
    const minutes = (await minutesOf(sql, id)).find((one) => one.number === number);
    if (!minutes) throw notThere('MeetingMinutes', number);
    const [version] = await versionViews(sql, caller.locale, meeting, [minutes]);
    if (!version) throw notThere('MeetingMinutes', number);
    return minutesPaper({ version, locale: caller.locale, timeZone: await timeZoneOf(deps) });
  }

  return {
    async GetList({ state, mine, words }, caller) {
      const { userId } = caller.actor;
      const filters: Filter[] = [
        ...(mine ? [{ field: 'convenor', operator: 'eq' as const, value: userId }] : []),
        ...(words?.trim()
          ? [
              {
                operator: 'or' as const,
                value: ['title', 'place', 'convenorName'].map((field) => ({
                  field,
                  operator: 'contains' as const,
                  value: words.trim(),
                })),
              },
            ]
          : []),
      ];
      const all = filters.length > 0 ? { operator: 'and' as const, value: filters } : undefined;
      const chosen = state
        ? [...filters, { field: 'state', operator: 'eq' as const, value: state }]
        : filters;
      const order = state === 'called' ? ('asc' as const) : ('desc' as const);
      const found = await records.rows(
        caller,
        'meeting',
        {
          filter: chosen.length > 0 ? { operator: 'and', value: chosen } : undefined,
          sort: [{ field: 'startTime', order }],
          most: mostListed + 1,
        },
        sql,
      );
      const counts = await records.countBy(caller, 'meeting', 'state', {
        filter: all,
        search: undefined,
        trash: 'without',
      });
      return {
        items: await headsOf(sql, caller, found.slice(0, mostListed)),
        more: found.length > mostListed,
        counts: Object.fromEntries(counts.map(({ value, count }) => [String(value), count])),
        tasks: await taskViews(sql, { owner: userId }, caller),
      };
    },

    async Get({ id }, caller) {
      const record = await records.get(caller, 'meeting', id);
      const [head] = await headsOf(sql, caller, [record]);
      if (!head) throw notThere('Meeting', id);
      return {
        ...head,
        reason: record.reason ?? null,
        startedAt: record.startedAt ?? null,
        mayTakeOver: await mayTakeOver(sql, record, caller),
        agenda: agendaOf(record),
        people: await personViews(sql, record, caller.locale),
        tasks: await taskViews(sql, { meetings: [id] }, caller),
        versions: await versionViews(sql, caller.locale, record, await minutesOf(sql, id)),
      };
    },

    GetPeople: async (_, { actor, locale }) => ({ items: await invitable(sql, actor, locale) }),

    async FindOverlaps({ startTime, endTime, people, except }, caller) {
      const { actor, locale } = caller;
      const known = await invitable(sql, actor, locale, [...people, actor.userId]);
      const found = await overlapsOf(sql, {
        startTime,
        endTime,
        except,
        people: known.map(({ id }) => id),
      });
      if (found.length === 0) return { items: [] };
      const ids = [...new Set(found.map(({ meeting }) => meeting))];
      const readable = await records.rows(caller, 'meeting', {
        filter: { field: 'id', operator: 'in', value: ids },
        most: ids.length,
      });
      return {
        items: found.map(({ user, meeting }) => ({
          user,
          name: known.find(({ id }) => id === user)?.name ?? '',
          title: readable.find(({ id }) => id === meeting)?.title ?? null,
        })),
      };
    },

    async Export(input, caller) {
      return new FileAnswer({
        name: `${nameOf(input)}.html`,
        mediaType: 'text/html',
        stream: Readable.from([minutesHtml(await paperOf(input, caller))]),
      });
    },

    async ExportWord(input, caller) {
      return new FileAnswer({
        name: `${nameOf(input)}.docx`,
        mediaType: wordType,
        stream: Readable.from([await minutesWord(await paperOf(input, caller))]),
      });
    },
  };
}
