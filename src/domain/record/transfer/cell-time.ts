import { instantOf, wallClockAt } from '#domain/time/wall-clock.ts';
import type { Reading, SheetCell } from './cell-reading.ts';

/** `CST` and 北京时间 are Beijing time, wherever the service stands. */
const beijingMinutes = 8 * 60;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Excel counts days from 1899-12-30; 2958465 is the last day of 9999. */
const excelEpochMs = Date.UTC(1899, 11, 30);
const lastExcelDay = 2_958_465;

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** On the wall of `timeZone` (IANA name): `2026-11-21 10:30 +08:00`; seconds and thousandths only where there are any. */
export function writeMoment(iso: string, timeZone: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const offset = Math.round((wallMs(time, timeZone) - Math.floor(time / 1000) * 1000) / minuteMs);
  const local = new Date(time + offset * minuteMs).toISOString();
  const thousandths = local.slice(19, 23);
  const seconds =
    thousandths === '.000' ? (local.slice(17, 19) === '00' ? '' : local.slice(16, 19)) : local.slice(16, 23);
  return `${local.slice(0, 10)} ${local.slice(11, 16)}${seconds} ${offsetText(offset)}`;
}

/** A day: ISO, 2026/1/2, 2026.1.2, 2026年1月2日, 20260102, or a date of Excel. Nothing in which day and month could be swapped. */
export function readDate(cell: Exclude<SheetCell, null>): Reading {
  const parts =
    cell instanceof Date ? wallClockOf(cell) : typeof cell === 'number' ? serial(cell) : momentIn(cell);
  if (!parts || parts.timeMs % dayMs !== 0 || parts.offsetMin !== undefined) {
    return { error: { key: 'transfer.cell.date' } };
  }
  return { value: new Date(parts.timeMs).toISOString().slice(0, 10) };
}

/** A time with its zone (`Z`, `+08:00`, `UTC`), or without: then on the wall of `timeZone`. The value is UTC. */
export function readMoment(cell: Exclude<SheetCell, null>, timeZone: string): Reading {
  const parts =
    cell instanceof Date ? wallClockOf(cell) : typeof cell === 'number' ? serial(cell) : momentIn(cell);
  if (!parts) return { error: { key: 'transfer.cell.moment', values: { zone: timeZone } } };
  const { timeMs, offsetMin } = parts;
  const at = offsetMin === undefined ? instantOfWall(timeMs, timeZone) : timeMs - offsetMin * minuteMs;
  return { value: new Date(at).toISOString() };
}

/** What the wall shows at a moment, as if it were UTC; whole seconds. */
function wallMs(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClockAt(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The reverse: the moment at which the wall shows this; in an hour that summer time leaves out, the moment after it. */
function instantOfWall(wall: number, timeZone: string): number {
  const at = new Date(wall);
  const clock = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
  return instantOf(clock, timeZone) + at.getUTCMilliseconds();
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

interface WallClock {
  /** The clock on the wall as if it were UTC. */
  timeMs: number;
  /** Minutes east of Greenwich; undefined: not said. */
  offsetMin?: number;
}

function wallClockOf(date: Date): WallClock | undefined {
  return Number.isNaN(date.getTime()) ? undefined : { timeMs: Math.round(date.getTime() / 1000) * 1000 };
}

function serial(days: number): WallClock | undefined {
  if (days < 1 || days > lastExcelDay) return undefined;
  return { timeMs: excelEpochMs + Math.round(days * 86_400) * 1000 };
}

const shapes = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.*))?$/i,
  /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:[T ]+(.*))?$/i,
  /^(\d{4})\.(\d{1,2})\.(\d{1,2})(?: +(.*))?$/,
  /^(\d{4}) *年 *(\d{1,2}) *月 *(\d{1,2}) *日? *(.*)$/,
  /^(\d{4})(\d{2})(\d{2})(?:[T ]+(.*))?$/i,
];
const clock =
  /^(\d{1,2})(?:[:时点](\d{1,2})分?)(?:[:]?(\d{1,2})(?:[.,](\d{1,9}))?秒?)? *(Z|UTC|GMT|CST|北京时间|[+-]\d{2}:?\d{2})?$/i;

function momentIn(raw: string | boolean): WallClock | undefined {
  if (typeof raw === 'boolean') return undefined;
  const text = raw.normalize('NFKC').trim();
  for (const shape of shapes) {
    const match = shape.exec(text);
    if (!match) continue;
    const [, year, month, day, rest = ''] = match;
    const date = `${year}-${pad(Number(month))}-${pad(Number(day))}`;
    const dayStart = Date.parse(`${date}T00:00:00Z`);
    // A day that does not exist would roll over into the next month.
    if (Number.isNaN(dayStart) || new Date(dayStart).toISOString().slice(0, 10) !== date) return undefined;
    if (rest.trim() === '') return { timeMs: dayStart };
    return clockIn(dayStart, rest.trim());
  }
  return undefined;
}

function clockIn(dayStartMs: number, text: string): WallClock | undefined {
  const match = clock.exec(text);
  if (!match) return undefined;
  const [, hour = '', minute = '', second = '0', fraction = '', zone] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const thousandths = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const timeMs =
    dayStartMs +
    Number(hour) * 60 * minuteMs +
    Number(minute) * minuteMs +
    Number(second) * 1000 +
    thousandths;
  if (zone === undefined) return { timeMs };
  const named = zone.toUpperCase();
  if (named === 'Z' || named === 'UTC' || named === 'GMT') return { timeMs, offsetMin: 0 };
  if (named === 'CST' || zone === '北京时间') return { timeMs, offsetMin: beijingMinutes };
  const sign = zone.startsWith('-') ? -1 : 1;
  return { timeMs, offsetMin: sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) };
}
