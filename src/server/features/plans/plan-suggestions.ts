import type { Static } from '@sinclair/typebox';
import type { suggestionView } from '#contract/plans/plan-output.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { freeLevels, freeTimes } from '#domain/conflicts/suggestions.ts';
import { altitudeM, formatLimits } from '#domain/geo/altitude.ts';
import { checkSubmission } from '#domain/plans/deadlines.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { formatWall, onDay } from '#domain/time/wall-clock.ts';
import { forbids } from '#server/features/conflicts/air-check.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { CheckedPlan, PlanCheck } from './plan-check.ts';
import type { Crewed } from './plan-crew.ts';
import type { PlanParameters } from './plan-parameters.ts';

type Suggestion = Static<typeof suggestionView>;

/**
 * For each task that something in the air refuses: the nearest times of its day and the nearest bands of height at which
 * nothing does, with the aircraft and pilots free and the plan still filed in time. Of a standing plan, what holds on
 * every day of its term.
 */
export function suggestionsFor(
  caller: Caller,
  plan: CheckedPlan,
  { findings, own, inAir, engagements }: PlanCheck,
  now: Date,
  parameters: PlanParameters,
  conflicts: Pick<Conflicts, 'find'>,
): Suggestion[] {
  const refused = new Set(
    findings.flatMap(({ level, code, field }) =>
      level === 'error' && code.startsWith('conflict.') ? [Number(field.split('.')[1])] : [],
    ),
  );
  const { timeZone } = parameters.deadlines;
  const { timeBufferMs, verticalBufferM } = parameters.buffers;
  return firstDays(own)
    .filter(([{ part }]) => refused.has(part))
    .flatMap((days): Suggestion[] => {
      const [volume] = days;
      const task = plan.tasks[volume.part];
      const inTheWay = (wanted: Volume4d) =>
        days.flatMap((day) =>
          conflicts
            .find([onDayOf(wanted, volume, day)], parameters.buffers, (other) => forbids(inAir, other))
            .map((conflict) => sinceDayOf(conflict, volume, day)),
        );
      if (!task || volume.from === null) return [];
      const isFiled = (from: number) =>
        checkSubmission(
          { ...plan, withinTerm: plan.withinTerm === true, startAt: from },
          now.getTime(),
          parameters.deadlines,
        ).ok;
      const isLate = !isFiled(volume.from);
      const others = plan.tasks.filter((one) => one !== task && sharesCrew(one, task));
      const isTaken = (from: number, to: number) =>
        engagements.some(
          (one) =>
            (one.subject.resource === 'aircraft'
              ? one.subject.id === task.aircraft
              : task.pilots?.includes(one.subject.id)) &&
            one.from < to &&
            from < one.to,
        ) || others.some((one) => Date.parse(one.etd) < to && from < Date.parse(one.eta));
      const times = freeTimes(volume, inTheWay, {
        earliest: Math.max(now.getTime(), onDay(volume.from, 0, '00:00', timeZone)),
        latest: onDay(volume.from, 1, '00:00', timeZone),
        bufferMs: timeBufferMs,
        allowed: (from, to) => (isLate || isFiled(from)) && !isTaken(from, to),
      });
      const levels = freeLevels(volume, inTheWay, { lowestM: lowestOf(volume), bufferM: verticalBufferM });
      const say = (key: string, values: Record<string, string | number>) =>
        textIn({ key, values: { task: volume.part + 1, ...values } }, caller.locale);
      return [
        ...times.map(
          ({ from, to }): Suggestion => ({
            kind: 'time',
            task: volume.part,
            etd: new Date(from).toISOString(),
            eta: new Date(to).toISOString(),
            message: say('plan.suggest.time', {
              from: formatWall(from, timeZone).slice(5),
              to: formatWall(to, timeZone).slice(5),
            }),
          }),
        ),
        ...levels.map(
          ({ lower, upper }): Suggestion => ({
            kind: 'level',
            task: volume.part,
            lower,
            upper,
            message: say('plan.suggest.level', { limits: formatLimits(lower, upper) }),
          }),
        ),
      ];
    });
}

type Found = ReturnType<Conflicts['find']>[number];

/** The volumes of each task, the first of its days first. */
function firstDays(own: readonly Volume4d[]): [Volume4d, ...Volume4d[]][] {
  const days = new Map<number, [Volume4d, ...Volume4d[]]>();
  for (const volume of own) {
    const known = days.get(volume.part);
    if (known) known.push(volume);
    else days.set(volume.part, [volume]);
  }
  return [...days.values()];
}

const apartMs = (first: Volume4d, day: Volume4d) => (day.from ?? 0) - (first.from ?? 0);
const later = (time: number | null, byMs: number) => (time === null ? null : time + byMs);

/** What is asked of the first day, on another one. */
function onDayOf(wanted: Volume4d, first: Volume4d, day: Volume4d): Volume4d {
  const byMs = apartMs(first, day);
  return { ...wanted, from: later(wanted.from, byMs), to: later(wanted.to, byMs) };
}

/** What was found on another day, as if on the first. */
function sinceDayOf(conflict: Found, first: Volume4d, day: Volume4d): Found {
  const byMs = -apartMs(first, day);
  if (byMs === 0) return conflict;
  const moved = <T extends { from: number | null; to: number | null }>(one: T): T => ({
    ...one,
    from: later(one.from, byMs),
    to: later(one.to, byMs),
  });
  return { ...moved(conflict), other: moved(conflict.other) };
}

function sharesCrew(a: Crewed, b: Crewed): boolean {
  return a.aircraft === b.aircraft || (a.pilots ?? []).some((pilot) => b.pilots?.includes(pilot));
}

/** How low a band is offered, metres above its own datum: not under what was asked for where the ground is not known. */
function lowestOf({ lower, context }: Volume4d): number {
  if (!lower) return 0;
  if (lower.reference === 'AGL' || lower.reference === 'QFE') return 0;
  const elevation = context?.aerodromeElevationM;
  // A hundred metres above the aerodrome from which it leaves.
  return lower.reference === 'AMSL' && elevation !== undefined ? elevation + 100 : altitudeM(lower);
}
