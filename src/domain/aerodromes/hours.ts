import { isActiveAt, type WeeklyTimes } from '#domain/time/activation.ts';
import { wallClockAt } from '#domain/time/wall-clock.ts';

/** When an aerodrome is open, as its record says it. */
export interface AerodromeHours {
  /** Free text, `0700-2100`, `H24`; null: none. */
  hours: string | null;
  /** By the days of the week; they come before the text. */
  openTimes: readonly WeeklyTimes[] | null;
  /** IANA; null: that of the service. */
  timeZone: string | null;
}

/** Is it open at a moment (UTC ms)? Null: its hours are not known, or are words that a person must read. */
export function isOpenAt(
  { hours, openTimes, timeZone }: AerodromeHours,
  at: number,
  zone: string,
): boolean | null {
  const own = timeZone ?? zone;
  if (openTimes && openTimes.length > 0) return isActiveAt({ schedule: openTimes }, at, at + 1, own);
  const spans = hours === null ? null : openingHours(hours);
  if (spans === null) return null;
  const { hour, minute } = wallClockAt(at, own);
  const now = hour * 60 + minute;
  return spans.some(({ from, to }) => (from < to ? now >= from && now <= to : now >= from || now <= to));
}

/** Whether its hours are times of the wall clock, which need the name of their zone; free text may name another. */
export function areWallTimes({ hours, openTimes }: Pick<AerodromeHours, 'hours' | 'openTimes'>): boolean {
  if (openTimes && openTimes.length > 0) return true;
  const spans = hours === null ? null : openingHours(hours);
  return spans?.some(({ from, to }) => from !== 0 || to !== 1440) ?? false;
}

const written = (time: string) => `${time.slice(0, 2)}:${time.slice(2)}`;

/** Its hours in a line, `1-5 08:00–18:00`; days 1 (Monday) to 7, left out where it is every day. Empty: none are known. */
export function hoursText({ hours, openTimes }: Pick<AerodromeHours, 'hours' | 'openTimes'>): string {
  if (!openTimes || openTimes.length === 0) return hours?.trim() ?? '';
  return openTimes
    .map(({ days, startTime, endTime }) => {
      const span = `${written(startTime)}–${written(endTime)}`;
      return days.length === 7 ? span : `${daysText(days)} ${span}`;
    })
    .join(', ');
}

/** `1-5`, `6,7`. */
function daysText(days: readonly number[]): string {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0] ?? 1, sorted.at(-1) ?? 7];
  return sorted.length > 2 && last - first === sorted.length - 1 ? `${first}-${last}` : sorted.join(',');
}

/** `0700-2100`, `07:00–12:00, 14:00–18:00`, `H24`: minutes of the local day; null where the text says something else. */
export function openingHours(text: string): { from: number; to: number }[] | null {
  const plain = text.trim();
  if (/^(H24|24\s*H|24小时)$/i.test(plain)) return [{ from: 0, to: 1440 }];
  const spans = plain
    .split(/[,;，；、/]/)
    .map((part) => /^\s*(\d\d):?(\d\d)\s*[-–—~至]\s*(\d\d):?(\d\d)\s*$/.exec(part));
  const hours = spans.flatMap((span) => {
    if (!span) return [];
    const [, h1, m1, h2, m2] = span;
    return [{ from: Number(h1) * 60 + Number(m1), to: Number(h2) * 60 + Number(m2) }];
  });
  return hours.length === spans.length ? hours : null;
}
