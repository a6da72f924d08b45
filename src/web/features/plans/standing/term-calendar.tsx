import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type StandingTerm, standingDays } from '#domain/plans/standing.ts';
import { dayAfter, weekdayOf } from '#domain/plans/working-days.ts';
import { type HolidayMark, useHolidays } from './standing-queries.ts';

interface Props {
  term: StandingTerm;
  /** What stands in a day beside its number. */
  mark?: (day: string) => ReactNode;
  today?: string | undefined;
}

/** The months of a term: the days on which it flies, holidays and workdays in exchange, and what was made of each. */
export function TermCalendar({ term, mark, today }: Props) {
  const { t } = useTranslation();
  const days = useMemo(() => standingDays(term), [term]);
  const months = useMemo(() => [...new Set(days.map((day) => day.slice(0, 7)))], [days]);
  const holidays = useHolidays(term.validFrom ?? null, term.validTo ?? null);
  const flying = useMemo(() => new Set(days), [days]);
  if (days.length === 0) return <p className="plan-soft">{t('standing.noDays')}</p>;
  const off = days.filter((day) => holidays.get(day)?.kind === 'holiday').length;
  return (
    <div className="standing-calendar">
      <p>
        {t('standing.days', { count: days.length })}
        {off > 0 && ` · ${t('standing.daysOff', { count: off })}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a year of months scrolls, and a day may have nothing that takes the focus */}
      <section className="standing-months" aria-label={t('standing.calendar')} tabIndex={0}>
        {months.map((month) => (
          <Month key={month} month={month} flying={flying} holidays={holidays} mark={mark} today={today} />
        ))}
      </section>
    </div>
  );
}

function Month({
  month,
  flying,
  holidays,
  mark,
  today,
}: {
  month: string;
  flying: ReadonlySet<string>;
  holidays: ReadonlyMap<string, HolidayMark>;
} & Pick<Props, 'mark' | 'today'>) {
  const { t } = useTranslation();
  const first = `${month}-01`;
  const monday = dayAfter(first, 1 - weekdayOf(first));
  const weeks: string[][] = [];
  for (let day = monday; day.slice(0, 7) <= month; day = dayAfter(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => dayAfter(day, index)));
  }
  return (
    <table className="standing-month">
      <caption className="cw-figures">{month}</caption>
      <thead>
        <tr>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <th key={weekday} scope="col">
              {t(`standing.weekday.${weekday}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              if (day.slice(0, 7) !== month) return <td key={day} />;
              const holiday = holidays.get(day);
              const flies = flying.has(day);
              return (
                <td
                  key={day}
                  data-day={day}
                  data-flies={flies || undefined}
                  data-holiday={holiday?.kind}
                  data-today={day === today || undefined}
                >
                  <span className="cw-figures">
                    {Number(day.slice(8))}
                    <span className="cw-hidden"> {t(flies ? 'standing.flies' : 'standing.restsOn')}</span>
                  </span>
                  {holiday && (
                    <small title={holiday.name}>
                      <span aria-hidden="true">{t(`standing.mark.${holiday.kind}`)}</span>
                      <span className="cw-hidden">{holiday.name}</span>
                    </small>
                  )}
                  {flies && mark?.(day)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
