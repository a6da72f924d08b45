import { emergencyCodes } from '#domain/surveillance/track/known-codes.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { own } from '#domain/text/own.ts';
import { contactsOf, type Finding, plansOf, type Scene, type SceneTarget, safetyNet } from './safety-net.ts';

type Declared = Pick<SceneTarget, 'mode3A' | 'emergency'>;

const codeOf = ({ mode3A }: Declared) => own(emergencyCodes, mode3A ?? '');

export const declaresEmergency = (target: Declared): boolean => (codeOf(target) ?? target.emergency) !== null;

/** Codes 7500, 7600 and 7700, and the emergency that ADS-B declares. */
export const emergency = safetyNet({
  name: 'emergency',
  levels: ['caution', 'warning'],
  parameters: {},
  evaluate: (scene) => emergenciesIn(scene, scene.targets),
});

/** The emergencies of these targets, whose plans are those of a scene. */
export function emergenciesIn(scene: Scene, targets: readonly SceneTarget[]): Finding[] {
  return targets.flatMap((target) => {
    const byCode = codeOf(target);
    const what = byCode ?? target.emergency;
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
