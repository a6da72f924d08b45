import { declaredEmergency, emergencyOfCode } from '#domain/surveillance/track/known-codes.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { contactsOf, type Finding, plansOf, type Scene, type SceneTarget, safetyNet } from './safety-net.ts';
import { flag, flagged } from './sky.ts';

/** Codes 7500, 7600 and 7700, and the emergency that ADS-B declares. */
export const emergency = safetyNet({
  name: 'emergency',
  levels: ['caution', 'warning'],
  parameters: {},
  evaluate: (scene) => emergenciesIn(scene, flagged(scene, flag.emergency)),
});

/** The emergencies of these targets, whose plans are those of a scene. */
export function emergenciesIn(scene: Scene, targets: readonly SceneTarget[]): Finding[] {
  return targets.flatMap((target) => {
    const byCode = emergencyOfCode(target.mode3A);
    const what = declaredEmergency(target);
    if (!what) return [];
    return [
      {
        net: 'emergency' as const,
        key: `emergency:${target.id}`,
        level: what === 'radio' || what === 'noCommunications' ? ('caution' as const) : ('warning' as const),
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
}
