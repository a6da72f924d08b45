import type { SavedPlan } from '#contract/plans/plan-output.ts';
import { isNotFinish } from '#web/client/error-catalogue.ts';
import { RequestError } from '#web/client/http.ts';

/** A plan of the sheet as it goes out. */
export interface Outgoing {
  /** The key of its first row. */
  key: string;
  /** What a person knows it by: callsign, or its place. */
  name: string;
  values: Record<string, unknown>;
}

export interface Filed {
  key: string;
  name: string;
  saved: SavedPlan;
}

export interface Refused {
  key: string;
  name: string;
  error: RequestError;
  /** No answer came: it may have been stored all the same. */
  unsure: boolean;
}

export interface FilingResult {
  filed: Filed[];
  refused: Refused[];
  /** Not asked any more: someone stopped it, or nothing could be filed. */
  left: string[];
  /** The refusal that stopped all others: unfinished plans. */
  stopped: RequestError | null;
}

type SendPlans = (plans: Record<string, unknown>[]) => Promise<SavedPlan[]>;

/**
 * Files plan by plan in their order, so that one refused does not hold the others, and the first come is the first served.
 * Stops where no answer comes, where unfinished plans forbid any submission, or where `stop` says so.
 */
export async function fileEach(
  plans: readonly Outgoing[],
  send: SendPlans,
  { stop, progress }: { stop: () => boolean; progress: (done: number) => void },
): Promise<FilingResult> {
  const result: FilingResult = { filed: [], refused: [], left: [], stopped: null };
  let over = false;
  for (const [index, { key, name, values }] of plans.entries()) {
    if (over || stop()) {
      result.left.push(key);
      continue;
    }
    try {
      const [saved] = await send([values]);
      if (!saved) throw new RequestError('shell.error.unknown', { statusCode: 0 });
      result.filed.push({ key, name, saved });
    } catch (error) {
      const problem = asRequestError(error);
      if (isNotFinish(error)) {
        result.stopped = problem;
        result.left.push(key);
        over = true;
      } else {
        const unsure = problem.statusCode === 0;
        result.refused.push({ key, name, error: problem, unsure });
        over = unsure;
      }
    }
    progress(index + 1);
  }
  return result;
}

/** All in one call, or none: a refusal is of the first that is wrong, and nothing is stored. */
export async function fileTogether(plans: readonly Outgoing[], send: SendPlans): Promise<FilingResult> {
  const result: FilingResult = { filed: [], refused: [], left: [], stopped: null };
  try {
    const saved = await send(plans.map(({ values }) => values));
    plans.forEach(({ key, name }, index) => {
      const own = saved[index];
      if (own) result.filed.push({ key, name, saved: own });
    });
  } catch (error) {
    const problem = asRequestError(error);
    if (isNotFinish(error)) result.stopped = problem;
    const wrong = placeIn(problem);
    plans.forEach(({ key, name }, index) => {
      if (!result.stopped && (index === wrong || (wrong === null && index === 0))) {
        result.refused.push({ key, name, error: problem, unsure: problem.statusCode === 0 });
      } else result.left.push(key);
    });
  }
  return result;
}

/** Which plan of several a refusal is about; null where it does not say. */
function placeIn({ errors }: RequestError): number | null {
  for (const field of Object.keys(errors)) {
    const match = /^plans[./](\d+)/.exec(field);
    if (match) return Number(match[1]);
  }
  return null;
}

function asRequestError(error: unknown): RequestError {
  return error instanceof RequestError ? error : new RequestError(String(error), { statusCode: 0 });
}
