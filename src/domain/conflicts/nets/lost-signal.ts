import { targetName } from '#domain/surveillance/track/target-name.ts';
import { figuresAt, strictestOf } from './area-figures.ts';
import { contactsOf, type Finding, plansOf, type SceneTarget, safetyNet } from './safety-net.ts';

const landed = 10;
const none: readonly Finding[] = [];

/** An aircraft in the air that is heard no more. */
export const lostSignal = safetyNet({
  name: 'lostSignal',
  levels: ['advisory', 'caution', 'warning'],
  parameters: {
    afterS: { value: 30, unit: 's' },
    warningS: { value: 180, unit: 's' },
    /** One without a plan is looked for no longer than this. */
    unplannedS: { value: 300, unit: 's' },
  },
  evaluate(scene, values) {
    const { warningS, unplannedS } = values;
    const shortestS = strictestOf(scene, 'lostSignal', values).afterS;
    // Nearly all of them were heard a moment ago.
    const isSilent = ({ at }: SceneTarget) => Math.round((scene.nowMs - at) / 1_000) >= shortestS;
    return [...scene.targets.filter(isSilent), ...scene.lost].flatMap((target): readonly Finding[] => {
      const silentS = Math.round((scene.nowMs - target.at) / 1_000);
      if (target.onGround || silentS < shortestS) return none;
      if (silentS < figuresAt(scene, 'lostSignal', target, values).afterS) return none;
      const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
      if (plan ? plan.state >= landed : silentS > unplannedS) return [];
      const level = !plan ? 'advisory' : silentS >= warningS ? 'warning' : 'caution';
      return [
        {
          net: 'lostSignal',
          key: `lostSignal:${target.id}`,
          level,
          reason: { key: 'alert.lostSignal.reason', values: { one: targetName(target), seconds: silentS } },
          targets: [target],
          planIds: plansOf([target]),
          advice: plan ? 'alert.lostSignal.advice' : 'alert.lostSignal.noPlan',
          contacts: contactsOf(scene, [target]),
        },
      ];
    });
  },
});
