/** Sums are kept by day, and of whole months and years once more. */
export const grains = ['d', 'm', 'y'] as const;
export type Grain = (typeof grains)[number];

/** Days of one grain, `YYYY-MM-DD`, both included; months and years are named by their first day. */
export interface GrainSpan {
  grain: Grain;
  from: string;
  to: string;
}

const textOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];
const next = (day: string) => {
  const [year, month, date] = partsOf(day);
  return textOf(year, month, date + 1);
};

/**
 * The fewest sums that make up these days: whole years, then whole months, then the days that are left. `coarsest`:
 * nothing coarser is taken (a line by days needs its days).
 */
export function grainsOf(from: string, to: string, coarsest: Grain = 'y'): GrainSpan[] {
  const spans: GrainSpan[] = [];
  const add = (grain: Grain, day: string) => {
    const last = spans.at(-1);
    if (last?.grain === grain) last.to = day;
    else spans.push({ grain, from: day, to: day });
  };
  for (let day = from; day <= to; ) {
    const [year, month] = partsOf(day);
    const yearEnd = textOf(year, 12, 31);
    const monthEnd = textOf(year, month + 1, 0);
    if (coarsest === 'y' && day === textOf(year, 1, 1) && yearEnd <= to) {
      add('y', day);
      day = next(yearEnd);
    } else if (coarsest !== 'd' && day === textOf(year, month, 1) && monthEnd <= to) {
      add('m', day);
      day = next(monthEnd);
    } else {
      add('d', day);
      day = next(day);
    }
  }
  return spans;
}
