import type { InterferenceCell } from '#contract/equipment.ts';

export type InterferenceLook = InterferenceCell['state'];

/** From the worst; each has its own sign, and its own pattern on the map. */
export const interferenceLooks = ['interference', 'suspected', 'normal', 'few'] as const;

const signs: Record<InterferenceLook, [sign: string, level: string]> = {
  interference: ['▲', 'bad'],
  suspected: ['◆', 'warn'],
  normal: ['●', 'good'],
  few: ['○', 'soft'],
};

export function InterferenceMark({ state, text }: { state: InterferenceLook; text: string }) {
  const [sign, level] = signs[state];
  return (
    <span className="equipment-state" data-level={level}>
      <span aria-hidden="true">{sign}</span> {text}
    </span>
  );
}
