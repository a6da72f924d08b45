import { wallOfSerial } from '#domain/sheet/shown-time.ts';
import { readClock } from '#domain/time/clock-text.ts';
import { type WallMoment, wallMomentIn } from '#domain/time/moment-text.ts';
import { instantOf, wallClockAt } from '#domain/time/wall-clock.ts';
import { type Reading, type ShownCell, shownText } from './cell-reading.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

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

/** A day: ISO, 2026/1/2, 2026.1.2, 2026年1月2日, 20260102, or a day of a workbook. Nothing in which day and month could be swapped. */
export function readDate(cell: string | number | ShownCell): Reading {
  const parts = typeof cell === 'string' ? wallMomentIn(cell) : wallOf(cell);
  if (!parts) return { error: { key: isClock(cell) ? 'transfer.cell.dayMissing' : 'transfer.cell.date' } };
  const { timeMs, offsetMin } = parts;
  if (timeMs % dayMs !== 0 || offsetMin !== undefined) return { error: { key: 'transfer.cell.date' } };
  return withinYears(timeMs) ?? { value: new Date(timeMs).toISOString().slice(0, 10) };
}

/** A time with its zone (`Z`, `+08:00`, `UTC`), or without: then on the wall of `timeZone`. The value is UTC. */
export function readMoment(cell: string | number | ShownCell, timeZone: string): Reading {
  const parts = typeof cell === 'string' ? wallMomentIn(cell) : wallOf(cell);
  if (!parts) {
    if (isClock(cell)) return { error: { key: 'transfer.cell.dayMissing' } };
    return { error: { key: 'transfer.cell.moment', values: { zone: timeZone } } };
  }
  const { timeMs, offsetMin } = parts;
  const at = offsetMin === undefined ? instantOfWall(timeMs, timeZone) : timeMs - offsetMin * minuteMs;
  return withinYears(timeMs) ?? { value: new Date(at).toISOString() };
}

/** Years in which a day of a record lies: what a spreadsheet makes of a time without a day, or of a plain number, does not. */
const firstYear = 1920;
const lastYear = 2199;
/** Days that say that there is none: 0001-01-01, and what other programs write for it (text/times.ts). */
const noDays = new Set(['0001-01-01', '1900-01-01', '9999-12-31']);

function withinYears(timeMs: number): Reading | undefined {
  const at = new Date(timeMs);
  const year = at.getUTCFullYear();
  if ((year >= firstYear && year <= lastYear) || noDays.has(at.toISOString().slice(0, 10))) return undefined;
  return { error: { key: 'transfer.cell.year', values: { from: String(firstYear), to: String(lastYear) } } };
}

/** Whether it is a time of day without its day. */
function isClock(cell: string | number | ShownCell): boolean {
  if (typeof cell === 'number') return cell > 0 && cell < 1;
  return typeof cell === 'string' ? /\D/.test(cell.trim()) && readClock(cell) !== null : cell.kind === 'time';
}

/** The wall clock of a cell of a workbook; a number without a format is the day of that serial number, or 20260102. */
function wallOf(cell: number | ShownCell): WallMoment | undefined {
  if (typeof cell !== 'number' && cell.kind !== 'number') {
    const isDay = cell.wallMs !== null && (cell.kind !== 'time' || cell.wallMs > firstMs);
    return isDay && cell.kind !== 'percent' ? { timeMs: cell.wallMs ?? 0 } : undefined;
  }
  const wallMs = typeof cell === 'number' ? wallOfSerial(cell, false) : cell.wallMs;
  if (wallMs !== null && withinYears(wallMs) === undefined && wallMs > firstMs) return { timeMs: wallMs };
  return wallMomentIn(shownText(cell));
}

const firstMs = Date.UTC(firstYear, 0, 1);

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
