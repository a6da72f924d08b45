import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PlanSave } from '#contract/plans/plan-input.ts';
import { callService, formInput } from '#web/client/services.ts';
import { refreshPlans } from '#web/features/plans/plan-queries.ts';
import { useNotFinish } from '#web/features/plans/use-not-finish.ts';
import { type FilingResult, fileEach, fileTogether } from './file-plans.ts';
import type { SheetPlanView } from './use-plans.ts';

/** The most that one call takes. */
export const mostTogether = 50;

export interface Filing {
  /** What goes out now; null: nothing. */
  busy: { submit: boolean; done: number; of: number } | null;
  result: (FilingResult & { submit: boolean }) | null;
  start(plans: readonly SheetPlanView[], submit: boolean, together: boolean): Promise<FilingResult | null>;
  stop(): void;
  close(): void;
}

/** Sends the plans of the sheet, one by one or all in one call, and keeps what became of each. */
export function useFiling(): Filing {
  const client = useQueryClient();
  const notFinish = useNotFinish();
  const [busy, setBusy] = useState<Filing['busy']>(null);
  const [result, setResult] = useState<Filing['result']>(null);
  const stopped = useRef(false);
  const running = useRef(false);
  return {
    busy,
    result,
    async start(plans, submit, together) {
      if (running.current || plans.length === 0) return null;
      running.current = true;
      stopped.current = false;
      setResult(null);
      setBusy({ submit, done: 0, of: plans.length });
      const send = async (values: Record<string, unknown>[]) => {
        const { items } = await callService('Navigation', 'SaveNAircrafts', {
          plans: values.map((plan) => formInput<PlanSave>(plan)),
          submit,
        });
        return items;
      };
      try {
        const found = together
          ? await fileTogether(plans, send)
          : await fileEach(plans, send, {
              stop: () => stopped.current,
              progress: (done) => setBusy({ submit, done, of: plans.length }),
            });
        setResult({ ...found, submit });
        if (found.stopped) notFinish(found.stopped);
        // Not waited for: until the rows that were filed are gone, the links of the report ask about unsaved entries.
        void refreshPlans(client);
        return found;
      } finally {
        running.current = false;
        setBusy(null);
      }
    },
    stop: () => {
      stopped.current = true;
    },
    close: () => setResult(null),
  };
}
