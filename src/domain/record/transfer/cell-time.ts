import { wallOfSerial } from '#domain/sheet/shown-time.ts';
import { readClock } from '#domain/time/clock-text.ts';
import { type WallMoment, wallMomentIn } from '#domain/time/moment-text.ts';
import { isRecordDay, recordYears } from '#domain/time/record-years.ts';
import { momentsOf, offsetText, type WallMoments, wallClockAt } from '#domain/time/wall-clock.ts';
import { type Reading, type ShownCell, shownText } from './cell-reading.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

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
  const parts = typeof cell === 'string' ? wallMomentIn(cell) : wallOfCell(cell);
  if (!parts) return { error: { key: isClock(cell) ? 'transfer.cell.dayMissing' : 'transfer.cell.date' } };
  const { offsetMin, saysTime } = parts;
  // Shown as a day, it is that day, though it is kept with a time, as the result of NOW() is.
  const isShownDay = typeof cell === 'object' && cell.kind === 'day';
  const timeMs = isShownDay ? Math.floor(parts.timeMs / dayMs) * dayMs : parts.timeMs;
  if (timeMs % dayMs !== 0 || saysTime || offsetMin !== undefined)
    return { error: { key: 'transfer.cell.date' } };
  return withinYears(timeMs) ?? { value: new Date(timeMs).toISOString().slice(0, 10) };
}

/** A time with its zone (`Z`, `+08:00`, `UTC`), or without: then on the wall of `timeZone`. The value is UTC. */
export function readMoment(cell: string | number | ShownCell, timeZone: string): Reading {
  const parts = typeof cell === 'string' ? wallMomentIn(cell) : wallOfCell(cell);
  if (!parts) {
    if (isClock(cell)) return { error: { key: 'transfer.cell.dayMissing' } };
    return { error: { key: 'transfer.cell.moment', values: { zone: timeZone } } };
  }
  const { timeMs, offsetMin } = parts;
  const outside = withinYears(timeMs);
  if (outside) return outside;
  if (offsetMin !== undefined) return { value: new Date(timeMs - offsetMin * minuteMs).toISOString() };
  const { first, last, leftOutAt } = momentsOfWall(timeMs, timeZone);
  // A form moves such a time and says so; in a file nobody would see it.
  if (leftOutAt !== null) return { error: { key: 'transfer.cell.leftOut', values: { zone: timeZone } } };
  if (first !== last) return { error: { key: 'transfer.cell.twice', values: { zone: timeZone } } };
  return { value: new Date(first + new Date(timeMs).getUTCMilliseconds()).toISOString() };
}

function withinYears(timeMs: number): Reading | undefined {
  if (isRecordDay(new Date(timeMs).toISOString())) return undefined;
  const values = { from: String(recordYears.first), to: String(recordYears.last) };
  return { error: { key: 'transfer.cell.year', values } };
}

/** Whether it is a time of day without its day. */
function isClock(cell: string | number | ShownCell): boolean {
  if (typeof cell === 'number') return cell > 0 && cell < 1;
  return typeof cell === 'string' ? /\D/.test(cell.trim()) && readClock(cell) !== null : cell.kind === 'time';
}

/** The wall clock of a cell of a workbook; a number without a format is the day of that serial number, or 20260102. */
export function wallOfCell(cell: number | ShownCell): WallMoment | undefined {
  if (typeof cell !== 'number' && cell.kind !== 'number') {
    const isDay = cell.wallMs !== null && (cell.kind !== 'time' || cell.wallMs > firstMs);
    return isDay && cell.kind !== 'percent' ? { timeMs: cell.wallMs ?? 0 } : undefined;
  }
  const wallMs = typeof cell === 'number' ? wallOfSerial(cell, false) : cell.wallMs;
  if (wallMs !== null && withinYears(wallMs) === undefined && wallMs > firstMs) return { timeMs: wallMs };
  return wallMomentIn(shownText(cell));
}

const firstMs = Date.UTC(recordYears.first, 0, 1);

/** What the wall shows at a moment, as if it were UTC; whole seconds. */
function wallMs(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClockAt(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The reverse: the moments at which the wall shows this, whole seconds. */
function momentsOfWall(wall: number, timeZone: string): WallMoments {
  const at = new Date(wall);
  const clock = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
  return momentsOf(clock, timeZone);
}
