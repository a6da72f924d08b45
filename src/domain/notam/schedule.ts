import type { NotamProblem } from './notam.ts';

/** A moment of a day: minutes after 0000 UTC, or so many minutes after the sun rises or sets. */
export type DayTime = { minutes: number } | { sun: 'rise' | 'set'; offsetMin: number };

export interface TimeRange {
  from: DayTime;
  /** Before or at its start: on the next day. */
  to: DayTime;
}

/**
 * The days on which a range begins: all, some of the week (1 is Monday) and public holidays, those that are worked, or dates.
 * Month null: that of the validity.
 */
export type Days =
  | { kind: 'daily' }
  | { kind: 'week'; days: number[]; holidays?: true }
  | { kind: 'workdays' }
  | { kind: 'dates'; dates: DateSpan[] };

export interface DateSpan {
  from: { month: number | null; day: number };
  to: { month: number | null; day: number };
}

/** One clause of D). */
export type ScheduleItem =
  | { kind: 'ranges'; days: Days; ranges: TimeRange[]; except: Exception[] }
  /** From one moment to another without a break: `NOV 23 0600-24 1800`, `MON 0900-FRI 1700`. */
  | { kind: 'through'; from: Moment; to: Moment; except: Exception[] };

type RangesItem = Extract<ScheduleItem, { kind: 'ranges' }>;

/** A clause of ranges: does it name its days, and its times, itself? */
interface RangesClause {
  item: RangesItem;
  isNamed: boolean;
  isTimed: boolean;
}

export interface Exception {
  days: Days;
  /** Empty: those days as a whole. */
  ranges: TimeRange[];
}

export type Moment =
  | { weekday: number; time: DayTime }
  | { month: number | null; day: number; time: DayTime };

export interface Schedule {
  /** Empty: it was not understood, and counts at all times. */
  items: ScheduleItem[];
  problems: NotamProblem[];
}

/** Longer than any D): 200 characters by Doc 8126. */
const longest = 1_000;
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

type Token =
  | { is: 'month'; month: number }
  | { is: 'weekday'; day: number }
  | { is: 'day'; day: number }
  | { is: 'time'; time: DayTime }
  | { is: 'range'; range: TimeRange }
  | { is: '-' | ',' | 'daily' | 'except' | 'holiday' | 'workday' };

/**
 * Reads D): `DAILY 0100-0900`, `MON-FRI 0700/1500`, `WKDAYS`, `NOV 23 25-28 0000-0600`, `23-25 0000-0600`, `H24`, `SR-SS`,
 * `SR MINUS30-1900`, `SR-30`, `EXC SAT SUN`, `EXC HOL`, `WORKDAYS`, `NOV 23 0600-24 1800`. Times are UTC. What is not understood
 * makes no item and a remark: whoever asks then takes the NOTAM to hold at all times. Holidays have a remark too: who counts by
 * the schedule must know them.
 */
export function readSchedule(text: string): Schedule {
  const tokens = text.length > longest ? { unknown: text } : tokensOf(text);
  const failed = (detail: string): Schedule => ({
    items: [],
    problems: [{ code: 'schedule', detail: detail.slice(0, 120) }],
  });
  if (!Array.isArray(tokens)) return failed(tokens.unknown);
  const holidays = tokens.some(({ is }) => is === 'holiday' || is === 'workday');
  const reader = new Clauses(tokens);
  const items = reader.read();
  if (!items || items.length === 0) return failed(text);
  return { items, problems: holidays ? [{ code: 'holidays', detail: text.slice(0, 120) }] : [] };
}

const zhWords: [RegExp, string][] = [
  [/每日|每天/g, ' DAILY '],
  [/每(?=周|星期)/g, ''],
  [/除/g, ' EXC '],
  [/(?:法定)?工作日/g, ' WORKDAYS '],
  [/(?:法定)?节?假日/g, ' HOL '],
  [/至|到|—|–|~|～/g, '-'],
  [/[、；，]/g, ','],
  [/日出/g, ' SR '],
  [/日落/g, ' SS '],
  [/(?:周|星期)一/g, ' MON '],
  [/(?:周|星期)二/g, ' TUE '],
  [/(?:周|星期)三/g, ' WED '],
  [/(?:周|星期)四/g, ' THU '],
  [/(?:周|星期)五/g, ' FRI '],
  [/(?:周|星期)六/g, ' SAT '],
  [/(?:周|星期)[日天]/g, ' SUN '],
];
/** As some write what the others are written as. */
const otherWords: [RegExp, string][] = [
  [/\b(?:WKDAYS?|WKDYS?|WEEKDAYS?)\b/g, ' MON-FRI '],
  [/\b(?:WKENDS?|WEEKENDS?)\b/g, ' SAT SUN '],
  [/\b(\d{4})\/(?=\d{4}\b)/g, '$1-'],
  // Of the sun so many minutes are less, four figures a time of day: `SR-30`, `SR-1900`.
  [/\b(SR|SS) ?- ?(?=\d{1,3}\b)/g, '$1 MINUS'],
];

/**
 * `MON/FRI`, `23/25`: some mean both days, some all between. Those between hold as well, and are not left out where it stands
 * behind EXC.
 */
const slashed = new RegExp(
  String.raw`(?<![/\d])\b(${weekdays.join('|')}|\d{1,2})/(${weekdays.join('|')}|\d{1,2})\b(?![/\d])`,
  'g',
);

function tokensOf(text: string): Token[] | { unknown: string } {
  let tidy = text
    .toUpperCase()
    .replace(/(?<!\d)(1[0-2]|0?[1-9])月/g, (_, month: string) => ` ${months[Number(month) - 1]} `)
    .replace(/(\d)[日号]/g, '$1 ');
  const upTo = tidy.search(/\bEXC|除/);
  tidy = tidy.replace(slashed, (said: string, from: string, to: string, at: number) =>
    upTo >= 0 && at > upTo ? said : `${from}-${to}`,
  );
  for (const [pattern, word] of [...zhWords, ...otherWords]) tidy = tidy.replace(pattern, word);
  tidy = tidy
    .replace(/(\d{2}):(\d{2})/g, '$1$2')
    .replace(/\b(\d{4})Z\b|\bUTC\b/g, '$1')
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/g, ' ');
  const tokens: Token[] = [];
  const pattern =
    /\s*(?:(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)|(MON|TUE|WED|THU|FRI|SAT|SUN)|(DAILY|DLY|EVERY DAY)|(EXC|EXCEPT)|(?:LEGAL |PUBLIC )?(HOLIDAYS?|HOLS?)|(WORK(?:ING )?DAYS?)|(H24)|(HJ)|(HN)|(SR|SS)( ?(?:MINUS|PLUS|[+]) ?(\d{1,3}))?|(\d{4})|(\d{1,2})|(AND|FM|FROM|TO|THRU|THROUGH|TIL|TILL|UNTIL|ACT|ACTIVE|EVERY|BTN|BETWEEN))(?![A-Z])|\s*([-,;:/.&])/y;
  while (pattern.lastIndex < tidy.length) {
    const at = pattern.lastIndex;
    if (tidy.slice(at).trim() === '') break;
    const match = pattern.exec(tidy);
    if (!match) return { unknown: tidy.slice(at).trim() };
    const [
      ,
      month,
      weekday,
      daily,
      except,
      holiday,
      workday,
      h24,
      hj,
      hn,
      sun,
      sunShift,
      sunMinutes,
      time,
      day,
      word,
      mark,
    ] = match;
    if (month) tokens.push({ is: 'month', month: months.indexOf(month) + 1 });
    else if (weekday) tokens.push({ is: 'weekday', day: weekdays.indexOf(weekday) + 1 });
    else if (daily) tokens.push({ is: 'daily' });
    else if (except) tokens.push({ is: 'except' });
    else if (holiday) tokens.push({ is: 'holiday' });
    else if (workday) tokens.push({ is: 'workday' });
    else if (h24) tokens.push({ is: 'range', range: wholeDay });
    else if (hj) tokens.push({ is: 'range', range: sunRange('rise', 'set') });
    else if (hn) tokens.push({ is: 'range', range: sunRange('set', 'rise') });
    else if (sun) {
      const shift = sunShift ? Number(sunMinutes) * (sunShift.includes('MINUS') ? -1 : 1) : 0;
      tokens.push({ is: 'time', time: { sun: sun === 'SR' ? 'rise' : 'set', offsetMin: shift } });
    } else if (time) {
      const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
      if (Number(time.slice(2)) > 59 || minutes > 1440) return { unknown: time };
      tokens.push({ is: 'time', time: { minutes } });
    } else if (day) {
      if (Number(day) < 1 || Number(day) > 31) return { unknown: day };
      tokens.push({ is: 'day', day: Number(day) });
    } else if (mark) tokens.push({ is: mark === '-' ? '-' : ',' });
    else if (word) tokens.push(...wordToken(word));
  }
  return tokens;
}

function wordToken(word: string): Token[] {
  if (word.startsWith('T') || word === 'UNTIL') return [{ is: '-' }];
  return word === 'AND' ? [{ is: ',' }] : [];
}

const wholeDay: TimeRange = { from: { minutes: 0 }, to: { minutes: 1440 } };
const sunRange = (from: 'rise' | 'set', to: 'rise' | 'set'): TimeRange => ({
  from: { sun: from, offsetMin: 0 },
  to: { sun: to, offsetMin: 0 },
});

/** In any year. */
const isDate = ({ month, day }: DateSpan['from']): boolean =>
  month === null || day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();

/** Reads the clauses of D) from its tokens, one after the other. */
class Clauses {
  #at = 0;
  /** The month that was said last: it holds for the days after it. */
  #month: number | null = null;
  /** Do the days of this schedule stand behind their times? */
  #isTimesFirst = false;
  /** In an exception? A comma or a dash may then begin a new clause: `EXC 24, 24 0703-1500`. */
  #isExcept = false;
  readonly #tokens: Token[];

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  /** Null where a clause is not whole. */
  read(): ScheduleItem[] | null {
    const items: ScheduleItem[] = [];
    // Days that are named without times: those that follow are theirs, as in `MON-FRI EXC HOL 0800-1600`.
    let untimed: RangesItem | null = null;
    while (this.#skipMarks()) {
      const through = this.#through();
      const clause = through ? null : this.#ranges(items.at(-1));
      const item = through ?? clause?.item;
      if (!item) return null;
      const except = this.#exceptions();
      if (!except) return null;
      if (untimed && clause && !clause.isNamed) {
        untimed.ranges = clause.item.ranges;
        untimed.except.push(...except);
        untimed = null;
        continue;
      }
      items.push(item);
      item.except.push(...except);
      untimed = clause && !clause.isTimed ? clause.item : null;
      // `DAILY EXC SUN 0100-0900`: the times are those of the days that remain.
      const last = item.except.at(-1);
      if (untimed && last && last.ranges.length > 0) {
        untimed.ranges = last.ranges;
        last.ranges = [];
        untimed = null;
      }
    }
    return items;
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  /** False at the end. */
  #skipMarks(): boolean {
    while (this.#peek()?.is === ',') this.#at += 1;
    return this.#peek() !== undefined;
  }

  #moment(): Moment | null {
    const before = this.#at;
    const month = this.#monthHere();
    const token = this.#peek();
    const time = this.#peek(1);
    if (time?.is === 'time' && (token?.is === 'day' || (token?.is === 'weekday' && month === null))) {
      this.#at += 2;
      if (month !== null) this.#month = month;
      return token.is === 'day'
        ? { month: this.#month, day: token.day, time: time.time }
        : { weekday: token.day, time: time.time };
    }
    this.#at = before;
    return null;
  }

  #monthHere(): number | null {
    const token = this.#peek();
    if (token?.is !== 'month') return null;
    this.#at += 1;
    return token.month;
  }

  #through(): ScheduleItem | null {
    const [before, month] = [this.#at, this.#month];
    const from = this.#moment();
    if (from && this.#peek()?.is === '-') {
      this.#at += 1;
      const to = this.#moment();
      if (to && 'weekday' in from === 'weekday' in to) return { kind: 'through', from, to, except: [] };
    }
    [this.#at, this.#month] = [before, month];
    return null;
  }

  #ranges(previous: ScheduleItem | undefined): RangesClause | null {
    const days = this.#days();
    if (days === undefined) return null;
    const ranges = this.#times();
    if (!ranges) return null;
    if (!days && ranges.length === 0) return null;
    if (!days && (previous === undefined || this.#isTimesFirst)) {
      const after = this.#daysAfter();
      if (after) {
        this.#isTimesFirst = true;
        return { item: { kind: 'ranges', days: after, ranges, except: [] }, isNamed: true, isTimed: true };
      }
    }
    // Further times after a mark are of the days before them: `DAILY 0100-0300, 0500-0700`.
    const same = previous?.kind === 'ranges' ? previous.days : { kind: 'daily' as const };
    return {
      item: {
        kind: 'ranges',
        days: days ?? same,
        ranges: ranges.length > 0 ? ranges : [wholeDay],
        except: [],
      },
      isNamed: days !== null,
      isTimed: ranges.length > 0,
    };
  }

  /** The days behind times, `0100-0900 DAILY`; null: none follow, or they have times of their own. */
  #daysAfter(): Days | null {
    const [before, month] = [this.#at, this.#month];
    const days = this.#days();
    const own = days ? this.#times() : null;
    if (days && own?.length === 0) return days;
    [this.#at, this.#month] = [before, month];
    return null;
  }

  /** The days of a clause; null: it names none; undefined: they cannot be read. */
  #days(): Days | null | undefined {
    if (this.#peek()?.is === 'daily') {
      this.#at += 1;
      // `DAILY MON-FRI` names them all the same; holidays are among all days.
      const named = this.#week() ?? this.#dates();
      return named && !(named.kind === 'week' && named.days.length === 0) ? named : { kind: 'daily' };
    }
    if (this.#peek()?.is === 'workday') {
      this.#at += 1;
      return { kind: 'workdays' };
    }
    const named = this.#week() ?? this.#dates();
    if (named) {
      // `NOV 23-25 DAILY 0100-0900`.
      if (this.#peek()?.is === 'daily') this.#at += 1;
      return named;
    }
    return this.#peek()?.is === 'month' ? undefined : null;
  }

  #week(): Days | null {
    const days: number[] = [];
    let holidays = false;
    for (let token = this.#peek(); ; token = this.#peek()) {
      const next = this.#peek(1)?.is;
      // A mark between days, and none before a time.
      if (
        token?.is === ',' &&
        !this.#isExcept &&
        (days.length > 0 || holidays) &&
        (next === 'holiday' || (next === 'weekday' && !this.#isThroughAt(1)))
      ) {
        this.#at += 1;
        continue;
      }
      if (token?.is === 'holiday') {
        this.#at += 1;
        holidays = true;
        continue;
      }
      if (token?.is !== 'weekday') break;
      this.#at += 1;
      const last = this.#peek(1);
      if (this.#peek()?.is === '-' && last?.is === 'weekday') {
        this.#at += 2;
        for (let day = token.day; ; day = (day % 7) + 1) {
          days.push(day);
          if (day === last.day) break;
        }
      } else days.push(token.day);
    }
    if (days.length === 0 && !holidays) return null;
    return { kind: 'week', days: [...new Set(days)], ...(holidays ? { holidays } : {}) };
  }

  #dates(): Days | null {
    const dates: DateSpan[] = [];
    for (;;) {
      const before = this.#at;
      if (dates.length > 0 && this.#peek()?.is === ',' && !this.#isExcept) this.#at += 1;
      const month = this.#monthHere();
      const token = this.#peek();
      if (token?.is !== 'day' || (dates.length > 0 && this.#isThrough())) {
        // A month alone is all of its days: `NOV 0100-0300`.
        if (month !== null && token?.is !== 'day' && dates.length === 0) {
          this.#month = month;
          const all = { month, day: 1 };
          return { kind: 'dates', dates: [{ from: all, to: { month, day: 31 } }] };
        }
        this.#at = before;
        break;
      }
      if (month !== null) this.#month = month;
      this.#at += 1;
      const from = { month: this.#month, day: token.day };
      const to = this.#dateAfterDash() ?? from;
      if (![from, to].every(isDate)) {
        this.#at = before;
        return null;
      }
      dates.push({ from, to });
    }
    return dates.length > 0 ? { kind: 'dates', dates } : null;
  }

  #dateAfterDash(): DateSpan['to'] | null {
    if (this.#peek()?.is !== '-') return null;
    const before = this.#at;
    this.#at += 1;
    const month = this.#monthHere();
    const token = this.#peek();
    if (token?.is !== 'day') {
      this.#at = before;
      return null;
    }
    this.#at += 1;
    if (month !== null) this.#month = month;
    return { month: this.#month, day: token.day };
  }

  /** Does a clause of its own begin here, from a moment of one day to one of another? */
  #isThrough(): boolean {
    const [before, month] = [this.#at, this.#month];
    const found = this.#through() !== null;
    [this.#at, this.#month] = [before, month];
    return found;
  }

  #isThroughAt(ahead: number): boolean {
    this.#at += ahead;
    const found = this.#isThrough();
    this.#at -= ahead;
    return found;
  }

  /** Null where a range has no end. */
  #times(): TimeRange[] | null {
    const ranges: TimeRange[] = [];
    for (;;) {
      const before = this.#at;
      while (ranges.length > 0 && this.#peek()?.is === ',') this.#at += 1;
      const token = this.#peek();
      if (token?.is === 'range') {
        this.#at += 1;
        ranges.push(token.range);
        continue;
      }
      if (token?.is !== 'time') {
        this.#at = before;
        return ranges;
      }
      const to = this.#peek(2);
      if (this.#peek(1)?.is !== '-' || to?.is !== 'time') return null;
      this.#at += 3;
      ranges.push({ from: token.time, to: to.time });
    }
  }

  /** Null where something follows EXC that cannot be read. */
  #exceptions(): Exception[] | null {
    const found: Exception[] = [];
    const before = this.#at;
    while (this.#peek()?.is === ',') this.#at += 1;
    if (this.#peek()?.is !== 'except') {
      this.#at = before;
      return found;
    }
    this.#at += 1;
    for (;;) {
      const [start, month] = [this.#at, this.#month];
      if (found.length > 0) {
        if (this.#peek()?.is !== ',') break;
        this.#at += 1;
      }
      this.#isExcept = true;
      const days = this.#days();
      this.#isExcept = false;
      const ranges = days ? this.#times() : [];
      if (!days || !ranges) {
        [this.#at, this.#month] = [start, month];
        // EXC alone names no day.
        return days === undefined ? null : found;
      }
      if (found.length > 0 && ranges.length > 0) {
        // A clause of its own after a mark: `EXC 22, SAT 0800-1200`.
        [this.#at, this.#month] = [start, month];
        break;
      }
      found.push({ days, ranges });
    }
    return found;
  }
}
