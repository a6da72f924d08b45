/** What a company does from its registration to its first plan, in this order. */
export const startSteps = ['papers', 'aircraft', 'pilots', 'landingPoints', 'firstPlan'] as const;

export type StartStep = (typeof startSteps)[number];

/** How far a company has come with one of them. */
export interface StartProgress {
  step: StartStep;
  /** Papers of the kinds that are asked for, records, plans submitted. */
  count: number;
  done: boolean;
}

/** @param wantedPapers kinds of papers without which the company is not submitted. */
export function startProgress(counts: Record<StartStep, number>, wantedPapers: number): StartProgress[] {
  return startSteps.map((step) => ({
    step,
    count: counts[step],
    done: counts[step] >= (step === 'papers' ? wantedPapers : 1),
  }));
}

/** Whoever has filed a plan has started, with landing points of others too. */
export function hasStarted(steps: readonly StartProgress[]): boolean {
  return steps.some(({ step, done }) => step === 'firstPlan' && done);
}
