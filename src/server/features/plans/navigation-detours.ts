import type { Handlers } from '#server/http/service.ts';
import type { DetourViews } from './detour-views.ts';
import type { Detours } from './detours.ts';
import { saved } from './navigation-filing.ts';

/** Another way in flight (specification §8: detour application and acceptance). */
export function detourMethods({
  detours,
  detourViews,
}: {
  detours: Detours;
  detourViews: DetourViews;
}): Pick<Handlers<'Navigation'>, 'ApplyDetour' | 'DecideDetour' | 'GetDetours'> {
  return {
    async ApplyDetour({ id: plan, task, reason, ...change }, caller) {
      return { id: await detours.apply(caller, plan, task, change, reason) };
    },
    DecideDetour: async (input, caller) =>
      saved(
        await detours.decide(caller, input.id, input.detour, input.accept, input.comment?.trim() || null),
      ),
    GetDetours: async (input, caller) => ({
      items: await (input.id === undefined ? detourViews.open(caller) : detourViews.ofPlan(caller, input.id)),
    }),
  };
}
