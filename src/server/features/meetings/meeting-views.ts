import { Readable } from 'node:stream';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Filter } from '#server/engine/records/records.ts';
import { FileAnswer, type Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type MeetingDeps, notThere, timeZoneOf } from './held-meeting.ts';
import {
  agendaOf,
  headsOf,
  invitable,
  minutesNamesIn,
  minutesOf,
  peopleOf,
  personViews,
  taskViews,
  versionView,
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
): Pick<Handlers<'Meeting'>, 'GetList' | 'Get' | 'GetPeople' | 'Export' | 'ExportWord'> {
  const { records, sql } = deps;
  const nameOf = ({ id, number }: Exported) => `meeting-${id}-minutes-${number}`;

  /** Of a meeting that the caller may read. */
  async function paperOf({ id, number }: Exported, caller: Caller): Promise<MinutesPaper> {
    const meeting = await records.get(caller, 'meeting', id);
    const minutes = (await minutesOf(sql, id)).find((one) => one.number === number);
    if (!minutes) throw notThere(number);
    const people = await peopleOf(sql, id);
    const nameOf = await storedNamesIn(
      sql,
      caller.locale,
      people.map(({ userName }) => userName),
    );
    return minutesPaper({
      meeting,
      version: versionView(minutes, await minutesNamesIn(sql, caller.locale, [minutes])),
      people: people.map((one) => ({ ...one, userName: nameOf(one.userName) })),
      locale: caller.locale,
      timeZone: await timeZoneOf(deps),
    });
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
      if (!head) throw notThere(id);
      const versions = await minutesOf(sql, id);
      const nameOf = await minutesNamesIn(sql, caller.locale, versions);
      return {
        ...head,
        reason: record.reason ?? null,
        startedAt: record.startedAt ?? null,
        agenda: agendaOf(record),
        people: await personViews(sql, record, caller.locale),
        tasks: await taskViews(sql, { meetings: [id] }, caller),
        versions: versions.map((one) => versionView(one, nameOf)),
      };
    },

    GetPeople: async (_, { actor, locale }) => ({ items: await invitable(sql, actor, locale) }),

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
