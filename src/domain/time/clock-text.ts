import { mostWrittenCharacters, plainFigures } from '#domain/plain-figures.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface ReadClock {
  /** After the midnight that begins the day, ms; hour 24 is the next day's first. */
  ms: number;
  /** Days later, where it is said (`0030+1`). */
  days: number | null;
}

const halfDays: Record<string, 'morning' | 'noon' | 'afternoon' | 'evening'> = {
  AM: 'morning',
  上午: 'morning',
  早上: 'morning',
  凌晨: 'morning',
  PM: 'afternoon',
  下午: 'afternoon',
  晚上: 'evening',
  中午: 'noon',
};

/** Before or after the figures; a full stop after each letter is as good: `a.m.` */
const half = '(AM|PM|上午|下午|早上|凌晨|晚上|中午)?';
const withColons = new RegExp(`^${half} *(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)? *${half}$`);
const withWords = new RegExp(
  `^${half} *(\\d{1,2}) *[时時点點](?: *(\\d{1,2}) *分?(?: *(\\d{1,2})(?:[.,](\\d{1,9}))? *秒)?)? *${half}$`,
);
const figures = new RegExp(`^${half} *(\\d{1,2})(\\d{2}) *${half}$`);
const hoursOnly = new RegExp(`^${half} *(\\d{1,2}) *${half}$`);

/**
 * A time of day as people write it, in half or full width: `08:30`, `8:30:15`, `0830` and `830` (hours to 24 and minutes
 * to 59), `8时30分`, `8点半`, `下午3:30`, `3:30 PM`, with `+1` for the next day and `+2` for the one after. Null: it is none.
 */
export function readClock(text: string): ReadClock | null {
  if (text.trim().length > mostWrittenCharacters) return null;
  const plain = plainFigures(text)
    .trim()
    .toUpperCase()
    .replace(/([AP])\.M\.?/, '$1M')
    .replace(/([点點])半/, '$130');
  const [, clock = '', days] = /^(.*?)(?:\s*\+([12]))?$/.exec(plain) ?? [];
  const ms = clockMs(clock);
  return ms === null ? null : { ms, days: days === undefined ? null : Number(days) };
}

function clockMs(text: string): number | null {
  const signs = withColons.exec(text) ?? withWords.exec(text);
  if (signs) {
    const [, before, hour, minute = '0', second = '0', fraction = '', after] = signs;
    const thousandths = Number(fraction.slice(0, 3).padEnd(3, '0'));
    return made(before ?? after, Number(hour), Number(minute), Number(second), thousandths);
  }
  const joined = figures.exec(text);
  if (joined) return made(joined[1] ?? joined[4], Number(joined[2]), Number(joined[3]));
  const [, before, hour, after] = hoursOnly.exec(text) ?? [];
  const said = before ?? after;
  // A figure alone is no time.
  return said === undefined ? null : made(said, Number(hour), 0);
}

function made(
  said: string | undefined,
  hour: number,
  minute: number,
  second = 0,
  thousandth = 0,
): number | null {
  const hours = said === undefined ? hour : hoursOf(halfDays[said], hour);
  if (hours === null || hours > 24 || minute > 59 || second > 59) return null;
  return hours * hourMs + minute * minuteMs + second * 1000 + thousandth;
}

/**
 * Of twelve hours: 12 in the morning is midnight. An hour that has no other meaning, 下午15:30, stays. 晚上 is from five on;
 * which midnight 晚上12点 is, and whether 晚上1点 is of this night or the next, it does not say.
 */
function hoursOf(part: (typeof halfDays)[string] | undefined, hour: number): number | null {
  if (part === 'morning') return hour > 12 ? null : hour % 12;
  if (part === 'noon') return hour >= 11 && hour <= 14 ? hour : hour >= 1 && hour <= 2 ? hour + 12 : null;
  if (part === 'evening') {
    const late = hour > 12 ? hour : hour + 12;
    return late >= 17 && late < 24 ? late : null;
  }
  return hour > 12 ? (hour < 24 ? hour : null) : (hour % 12) + 12;
}

/** The same in four figures, `0830`; undefined: it is no time of whole minutes within a day. */
export function hhmmOf(text: string): string | undefined {
  const clock = readClock(text);
  if (!clock || clock.days !== null || clock.ms % minuteMs !== 0) return undefined;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(clock.ms / hourMs))}${pad((clock.ms % hourMs) / minuteMs)}`;
}
