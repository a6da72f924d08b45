import { useEffect, useMemo, useRef, useState } from 'react';
import type { CheckView } from '#contract/plans/plan-output.ts';
import { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { createCheckQueue } from './check-queue.ts';
import type { SheetPlanView } from './use-plans.ts';

export interface PlanCheck {
  /** The plan that was asked about, as text. */
  text: string;
  view: CheckView | null;
  error: RequestError | null;
}

const debounceMs = 500;
const atOnce = 2;
/** Time goes on while one types: plans become late by themselves. */
const againMs = 60_000;

/** CheckErrors of every plan of the sheet that can be checked, few at a time, the one looked at first. */
export function useSheetChecks(
  plans: readonly SheetPlanView[],
  activeKey: string | null,
): { checks: ReadonlyMap<string, PlanCheck>; running: boolean } {
  const locale = useLocale();
  const [queue] = useState(() => createCheckQueue(atOnce));
  const [checks, setChecks] = useState<ReadonlyMap<string, PlanCheck>>(new Map());
  const [round, setRound] = useState(0);
  /** What was asked last of each plan, so that nothing is asked twice. */
  const requested = useRef(new Map<string, string>());
  const question = useMemo(
    () => plans.filter(({ checkable }) => checkable).map(({ key, text }) => ({ key, text })),
    [plans],
  );
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), againMs);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => () => queue.clear(), [queue]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const keys = new Set(question.map(({ key }) => key));
      queue.keep(keys);
      for (const { key, text } of question) {
        const stamp = `${round} ${locale} ${text}`;
        if (requested.current.get(key) === stamp) continue;
        requested.current.set(key, stamp);
        const note = (view: CheckView | null, error: RequestError | null) => {
          // An answer to what has since been typed over says nothing.
          if (requested.current.get(key) !== stamp) return;
          setChecks((before) => new Map(before).set(key, { text, view, error }));
        };
        const ask = async () => {
          try {
            const body: Record<string, unknown> = JSON.parse(text);
            note(await callService('Navigation', 'CheckErrors', formInput(body)), null);
          } catch (error) {
            note(
              null,
              error instanceof RequestError ? error : new RequestError(String(error), { statusCode: 0 }),
            );
          }
        };
        queue.put(key, ask, key === activeKey);
      }
      setChecks((before) =>
        [...before.keys()].every((key) => keys.has(key))
          ? before
          : new Map([...before].filter(([key]) => keys.has(key))),
      );
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [question, activeKey, queue, locale, round]);

  const running = question.some(({ key, text }) => checks.get(key)?.text !== text);
  return { checks, running };
}
