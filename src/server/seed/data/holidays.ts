import { dayAfter, daysBetween } from '#domain/plans/working-days.ts';
import type { Holiday } from '#domain/record/records.gen.ts';

/** The State Council's notice of 4 November 2025 on the holidays of 2026. A later year is added when its notice is out. */
const source = {
  source: '国务院办公厅关于2026年部分节假日安排的通知（2025年11月4日）',
  sourceEn: 'State Council notice on the holidays of 2026 (4 November 2025)',
};

/** Name, in English, first and last day off, and the weekend days worked in exchange. */
const breaks: [string, string, string, string, string[]][] = [
  ['元旦', 'New Year', '2026-01-01', '2026-01-03', ['2026-01-04']],
  ['春节', 'Spring Festival', '2026-02-15', '2026-02-23', ['2026-02-14', '2026-02-28']],
  ['清明节', 'Qingming', '2026-04-04', '2026-04-06', []],
  ['劳动节', 'Labour Day', '2026-05-01', '2026-05-05', ['2026-05-09']],
  ['端午节', 'Dragon Boat Festival', '2026-06-19', '2026-06-21', []],
  ['中秋节', 'Mid-Autumn Festival', '2026-09-25', '2026-09-27', []],
  ['国庆节', 'National Day', '2026-10-01', '2026-10-07', ['2026-09-20', '2026-10-10']],
];

export const holidays: Holiday[] = breaks.flatMap(([name, nameEn, first, last, worked]): Holiday[] => [
  ...Array.from({ length: daysBetween(first, last) + 1 }, (_, offset) => ({
    date: dayAfter(first, offset),
    name,
    nameEn,
    kind: 'holiday' as const,
    ...source,
  })),
  ...worked.map((date) => ({
    date,
    name: `${name}调休上班`,
    nameEn: `${nameEn}, worked in exchange`,
    kind: 'workday' as const,
    ...source,
  })),
]);
