import type { ChangeMessage } from '#contract/hub.ts';

/** Users with one of these permissions fly: an answer concerns them. */
export const flyers = ['Pages.Navigation.Create'];

/** What a detour prompt asks, and where its answer leads (specification §8). */
export interface DetourPrompt {
  titleKey: string;
  jumpKey: string;
  path: string;
  asks: 'whoDecides' | 'whoFlies';
}

/** A new detour leads whoever audits to the list; an accepted one leads whoever flies to the change of the route. */
export function detourPromptOf({ type, id }: Pick<ChangeMessage, 'type' | 'id'>): DetourPrompt | null {
  if (type === 'detour.applied') {
    return {
      titleKey: 'notices.detour.applied',
      jumpKey: 'notices.detour.audit',
      path: '/situation/dynamic',
      asks: 'whoDecides',
    };
  }
  if (type === 'detour.accepted') {
    return {
      titleKey: 'notices.detour.accepted',
      jumpKey: 'notices.detour.change',
      path: `/navigation/editNavPlan?id=${id}`,
      asks: 'whoFlies',
    };
  }
  return null;
}
