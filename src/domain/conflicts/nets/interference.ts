import { safetyNet } from './safety-net.ts';

/** GNSS interference: positions of a whole region are not to be relied on. */
export const interference = safetyNet({
  name: 'interference',
  levels: ['caution'],
  parameters: {},
  evaluate({ uncertain }) {
    return (uncertain?.regions ?? []).map(({ id, middle, area, reason }) => ({
      net: 'interference' as const,
      key: `interference:${id}`,
      level: 'caution' as const,
      // Its state has been evaluated over minutes.
      immediate: true as const,
      reason,
      targets: [],
      planIds: [],
      region: { middle, area },
      advice: 'alert.interference.advice',
      contacts: [],
    }));
  },
});
