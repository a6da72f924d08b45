import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import localeData from 'dayjs/plugin/localeData';
import utc from 'dayjs/plugin/utc';
import weekOfYear from 'dayjs/plugin/weekOfYear';
import { halfWidth } from '#domain/text/width.ts';
import { wallMomentIn } from '#domain/time/moment-text.ts';
import { wallDigits } from '#web/client/clock.ts';

for (const plugin of [utc, customParseFormat, localeData, weekOfYear]) dayjs.extend(plugin);

/** What may be typed; each of a fixed width, so that no half-typed time reads as another. The first is shown. */
export const momentFormats = [
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DDTHH:mm',
  'YYYY-MM-DD HHmm',
  'YYYY/MM/DD HH:mm',
  'YYYY.MM.DD HH:mm',
  'YYYYMMDD HHmm',
  'YYYYMMDDHHmm',
];

/** A day and time as it is typed, full width or not, as figures of the wall; null: it is none. */
export function readWallText(text: string, formats = momentFormats): Dayjs | null {
  const plain = halfWidth(text)
    // Year, month and day as Chinese writes them.
    .replace(/[\u5e74\u6708]/g, '-')
    .replace(/\u65e5/g, ' ')
    .replace(/[\s\u3000]+/g, ' ')
    .trim();
  const date = formats.map((format) => dayjs.utc(plain, format, true)).find((one) => one.isValid());
  return date ?? clockOn(text);
}

/** Times that only people write so, with their day: `2026-11-21 下午3:30`, `2026-11-21 24:00`, `3:30 PM` behind it. */
function clockOn(text: string): Dayjs | null {
  // A time that is typed halfway reads as none: its hours and minutes are apart, or it says which half of the day.
  if (!/\d[:\uff1a]\d{2}|[时時点點午早晚晨]|[ap]\.?m/i.test(text)) return null;
  const wall = wallMomentIn(text);
  return wall && wall.offsetMin === undefined ? dayjs.utc(wall.timeMs) : null;
}

type DateRules = Parameters<typeof DatePicker.generatePicker<Dayjs>>[0];

const localeOf = (name: string) => (name.startsWith('zh') ? 'zh-cn' : 'en');
const dataOf = (name: string) => dayjs.utc().locale(localeOf(name)).localeData();

/**
 * How a picker counts: in figures of the service's wall that stand as if they were UTC. The library's own rules count in
 * the browser's zone, whose summer time has no 02:30 on some night that has one on the service's wall.
 */
const wallRules: DateRules = {
  getWeekDay: (date) => date.day(),
  getMillisecond: (date) => date.millisecond(),
  getSecond: (date) => date.second(),
  getMinute: (date) => date.minute(),
  getHour: (date) => date.hour(),
  getDate: (date) => date.date(),
  getMonth: (date) => date.month(),
  getYear: (date) => date.year(),
  getNow: () => dayjs.utc(`${wallDigits(Date.now())}Z`),
  getFixedDate: (text) => dayjs.utc(text),
  getEndDate: (date) => date.endOf('month'),
  addYear: (date, count) => date.add(count, 'year'),
  addMonth: (date, count) => date.add(count, 'month'),
  addDate: (date, count) => date.add(count, 'day'),
  setYear: (date, year) => date.year(year),
  setMonth: (date, month) => date.month(month),
  setDate: (date, day) => date.date(day),
  setHour: (date, hour) => date.hour(hour),
  setMinute: (date, minute) => date.minute(minute),
  setSecond: (date, second) => date.second(second),
  setMillisecond: (date, ms) => date.millisecond(ms),
  isAfter: (one, other) => one.isAfter(other),
  isValidate: (date) => date.isValid(),
  locale: {
    getWeekFirstDay: (name) => dataOf(name).firstDayOfWeek(),
    getWeekFirstDate: (name, date) =>
      date.subtract((date.day() - dataOf(name).firstDayOfWeek() + 7) % 7, 'day'),
    getWeek: (name, date) => date.locale(localeOf(name)).week(),
    getShortWeekDays: (name) => dataOf(name).weekdaysMin(),
    getShortMonths: (name) => dataOf(name).monthsShort(),
    format: (name, date, format) => date.locale(localeOf(name)).format(format),
    parse: (_, text, formats) => readWallText(text, formats),
  },
};

/** The library's picker on figures of the service's wall. */
export const WallPicker = DatePicker.generatePicker<Dayjs>(wallRules);
