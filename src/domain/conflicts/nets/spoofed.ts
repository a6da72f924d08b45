import { targetName } from '#domain/surveillance/track/target-name.ts';
import { contactsOf, plansOf, safetyNet } from './safety-net.ts';
import { flag, flagged } from './sky.ts';

/** A track that is not what it says: it leaps, climbs as nothing can, or its address flies elsewhere too. */
export const spoofed = safetyNet({
  name: 'spoofed',
  levels: ['caution'],
  parameters: {},
  evaluate(scene) {
    return flagged(scene, flag.warned).flatMap((target) =>
      target.warning === null
        ? []
        : [
            {
              net: 'spoofed' as const,
              key: `spoofed:${target.id}`,
              level: 'caution' as const,
              reason: { key: `alert.spoofed.${target.warning}`, values: { one: targetName(target) } },
              targets: [target],
              planIds: plansOf([target]),
              sourceId: target.sourceId,
              advice: 'alert.spoofed.advice',
              contacts: contactsOf(scene, [target]),
            },
          ],
    );
  },
});
