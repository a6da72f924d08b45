import { emergencyCodes } from '#domain/surveillance/track/known-codes.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { own } from '#domain/text/own.ts';
import { contactsOf, plansOf, safetyNet } from './safety-net.ts';

/** Codes 7500, 7600 and 7700, and the emergency that ADS-B declares. */
export const emergency = safetyNet({
  name: 'emergency',
  levels: ['caution', 'warning'],
  parameters: {},
  evaluate(scene) {
    return scene.targets.flatMap((target) => {
      const byCode = own(emergencyCodes, target.mode3A ?? '');
      const what = byCode ?? target.emergency;
      if (!what) return [];
      return [
        {
          net: 'emergency' as const,
          key: `emergency:${target.id}`,
          level:
            what === 'radio' || what === 'noCommunications' ? ('caution' as const) : ('warning' as const),
          immediate: true as const,
          reason: {
            key: byCode ? `alert.emergency.code.${byCode}` : 'alert.emergency.declared',
            values: { one: targetName(target), code: target.mode3A ?? '', what },
          },
          targets: [target],
          planIds: plansOf([target]),
          advice: 'alert.emergency.advice',
          contacts: contactsOf(scene, [target]),
        },
      ];
    });
  },
});
