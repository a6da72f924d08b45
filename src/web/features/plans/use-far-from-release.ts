import type { PlanItem } from '#contract/plans/plan-output.ts';
import { isNearRelease } from '#domain/plans/deadlines.ts';
import { usePlanSettings } from './standing/standing-queries.ts';

/**
 * Whether a take-off at this time (UTC, ISO 8601; null: none is reported) is not covered by the release: the minutes of
 * the parameter that it is off by more than; null: it is covered (Flight Basic Rules, art. 38).
 */
export function useFarFromRelease(
  { realEtd, startTime }: Pick<PlanItem, 'realEtd' | 'startTime'>,
  at: string | null | undefined,
): number | null {
  const minutes = usePlanSettings()?.takeoffToleranceMinutes;
  const released = realEtd ?? startTime;
  if (!at || !released || minutes === undefined) return null;
  return isNearRelease(Date.parse(at), Date.parse(released), minutes) ? null : minutes;
}
