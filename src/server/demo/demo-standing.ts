import { defaultDeadlines } from '#domain/plans/deadlines.ts';
import { standingDays } from '#domain/plans/standing.ts';
import { dayAfter, daysBetween, weekdayOf } from '#domain/plans/working-days.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Navigation } from '#server/features/plans/navigation-calls.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { atmbOf, attempt, demoMarks, inputOf, minuteMs, missionsOf, operatorOf, take } from './demo-acts.ts';
import type { DemoFlightPlan } from './demo-flights.ts';
import type { Demo } from './seed-demo.ts';

const { timeZone } = defaultDeadlines;
/** A week of it has been flown when the demo begins, and a week is to come. */
const daysBefore = 7;
const departsAt = '08:30';

const survey: DemoFlightPlan = {
  owner: 'yunyi',
  contact: '何远 HE Yuan',
  phone: '0838-5300001',
  until: 'approved',
  missionType: 'PATROL',
  mission: '什邡冬小麦长势巡查（长期计划） / Wheat survey, Shifang (standing plan)',
  callsign: 'B7396',
  aircraft: 'B-7396',
  pilots: ['苏静'],
  departs: { kind: 'day', daysAhead: -daysBefore, time: departsAt },
  minutes: 50,
  keepMinutes: 0,
  departurePoint: 'SF-01',
  destinationPoint: 'SF-01',
  airspace: 'SFX01',
  lower: { value: 30, unit: 'm', reference: 'AGL' },
  upper: { value: 300, unit: 'm', reference: 'AGL' },
  ssrCode: '3303',
};

/** What came of its days in their order: delays, a report that came late, and a day without weather to fly in. */
const past: { late: number; reportDelay: number; sorties: number; cancelled?: string }[] = [
  { late: 3, reportDelay: 2, sorties: 2 },
  { late: 22, reportDelay: 4, sorties: 1 },
  { late: 1, reportDelay: 3, sorties: 2 },
  {
    late: 0,
    reportDelay: 0,
    sorties: 0,
    cancelled: '预报次日晨雾，能见度低于 1 km / Morning fog forecast, visibility below 1 km',
  },
  { late: 6, reportDelay: 28, sorties: 1 },
  { late: 2, reportDelay: 2, sorties: 3 },
];

/** In the drawer: the aircraft's airworthiness certificate must be renewed before it can be submitted. */
const spraying: DemoFlightPlan = {
  ...survey,
  until: 'new',
  missionType: 'SPRAYING',
  mission: '什邡油菜飞防作业（长期计划） / Rapeseed spraying, Shifang (standing plan)',
  callsign: 'B12QF',
  aircraft: 'B-12QF',
  pilots: ['唐国栋'],
  departs: { kind: 'day', daysAhead: 3, time: '15:00' },
  minutes: 90,
  ssrCode: '3305',
};

/**
 * A standing plan in the middle of its term, with what was flown of it and the draft of tomorrow, and another one that
 * is not submitted yet. Filed once; whoever deletes it has no other.
 */
export async function fillDemoStanding(deps: {
  navigation: Navigation;
  sql: Sql;
  demo: Demo;
  now: number;
  log: Logger;
  /** At what time (UTC ms) the next act is done. */
  setClock(at: number): void;
}): Promise<void> {
  const { navigation, sql, demo, now, log, setClock } = deps;
  const operator = operatorOf(demo, 'yunyi');
  const atmb = atmbOf(demo);
  const today = dayOf(now, timeZone);
  const known = await sql
    .selectFrom('plan')
    .select('id')
    .where('remarks', 'in', demoMarks)
    .where('mission', 'in', missionsOf(survey.mission))
    .where('kind', '=', 'standing')
    .limit(1)
    .executeTakeFirst();
  if (known) return;

  const first = dayAfter(today, -daysBefore);
  // Today's flights of the demo leave by the clock of its start, with the same aircraft: it rests on this day of the week.
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekdayOf(today));
  const term = { days: 2 * daysBefore + 1, weekdays };
  const departure = (day: string) => onDay(now, daysBetween(today, day), departsAt, timeZone);
  const morningBefore = (day: string) => onDay(now, daysBetween(today, day) - 1, '09:00', timeZone);
  const filedAt = morningBefore(dayAfter(first, -1));

  await attempt(log, async () => {
    setClock(filedAt);
    const standing = await navigation.editing.create(
      operator,
      inputOf(demo, { ...survey, term }, departure(first)),
    );
    const etd = departure(first);
    const eta = etd + survey.minutes * minuteMs;
    await take(navigation, {
      operator,
      atmb,
      id: standing.id,
      flight: survey,
      etd,
      eta,
      filedAt,
      now,
      setClock,
    });

    const days = standingDays({ validFrom: first, validTo: dayAfter(today, daysBefore), weekdays });
    for (const [index, day] of days.filter((one) => one < today).entries()) {
      const { cancelled, ...flown } = past[index % past.length] ?? { late: 2, reportDelay: 2, sorties: 1 };
      setClock(morningBefore(day));
      const { items } = await navigation.standing.make(operator, day, [standing.id]);
      const [plan] = items;
      if (!plan) continue;
      await take(navigation, {
        operator,
        atmb,
        id: plan.id,
        flight: cancelled
          ? { ...survey, until: 'cancelled', reason: cancelled }
          : { ...survey, until: 'landed' },
        etd: departure(day),
        eta: departure(day) + (survey.minutes + flown.late) * minuteMs,
        filedAt: morningBefore(day),
        now,
        flown,
        setClock,
      });
    }
    setClock(now);
    await navigation.standing.make(operator, dayAfter(today, 1), [standing.id]);
  });

  await attempt(log, async () => {
    setClock(Math.min(now, onDay(now, 0, '08:00', timeZone)));
    const etd = onDay(now, 3, '15:00', timeZone);
    await navigation.editing.create(
      operator,
      inputOf(demo, { ...spraying, term: { days: 10, weekdays: [1, 2, 3, 4, 5] } }, etd),
    );
  });
}
