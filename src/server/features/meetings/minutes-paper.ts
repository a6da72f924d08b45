import type { MinutesVersion } from '#contract/meetings.ts';
import type { Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';

/** A table with its heads; every row has as many cells. */
export interface PaperTable {
  heads: string[];
  rows: string[][];
}

/** The minutes as a document says them, in the language of its reader; all of it is plain text. */
export interface MinutesPaper {
  locale: Locale;
  title: string;
  author: string;
  /** Which version, and how it stands. */
  state: string;
  facts: [name: string, value: string][];
  items: {
    heading: string;
    notes: string[];
    decisions: { title: string; items: string[] } | null;
    tasks: { title: string; table: PaperTable } | null;
  }[];
  approvals: { title: string; table: PaperTable };
}

/** What stands in a document of the minutes, whatever its format. */
export function minutesPaper(of: {
  version: MinutesVersion;
  locale: Locale;
  timeZone: string;
}): MinutesPaper {
  const { version, locale, timeZone } = of;
  const { title: subject, startTime, endTime, place, convenorName, people } = version.head;
  const t = (key: string, values: Record<string, string | number> = {}) =>
    textIn({ key: `meeting.paper.${key}`, values }, locale);
  const time = (at: string) => formatWall(Date.parse(at), timeZone);
  const nameOf = (user: number | null) => people.find((one) => one.user === user)?.name ?? `#${user}`;
  const listed = (names: readonly string[]) => listText(names, locale) || '—';
  const signed = new Set(version.approvals.map(({ user }) => user));
  const absent = people.filter(({ user }) => !signed.has(user));
  return {
    locale,
    title: subject,
    author: version.submittedName,
    state: t(`state.${version.state}`, { number: version.number }),
    facts: [
      [t('time'), `${time(startTime)} – ${time(endTime)}`],
      [t('place'), place ?? '—'],
      [t('convenor'), convenorName],
      [t('present'), listed(version.approvals.map(({ name }) => name))],
      [t('absent'), listed(absent.map(({ name }) => name))],
      ...(version.reason ? ([[t('correction'), version.reason]] as [string, string][]) : []),
    ],
    items: version.items.map(({ title, speaker, notes, decisions, tasks }, index) => ({
      heading: `${index + 1}. ${title}${speaker ? ` (${speaker})` : ''}`,
      notes: notes ? notes.split('\n') : [],
      decisions:
        decisions.length > 0 ? { title: t('decisions'), items: decisions.map(({ text }) => text) } : null,
      tasks:
        tasks.length > 0
          ? {
              title: t('tasks'),
              table: {
                heads: [t('task'), t('owner'), t('due')],
                rows: tasks.map(({ text, who, due }) => [text, nameOf(who), due ?? '']),
              },
            }
          : null,
    })),
    approvals: {
      title: t('approvals'),
      table: {
        heads: [t('name'), t('decision'), t('at'), t('remark')],
        rows: version.approvals.map(({ name, decision, reason, at }) => [
          name,
          t(`decision.${decision}`),
          at ? time(at) : '',
          reason ?? '',
        ]),
      },
    },
  };
}
