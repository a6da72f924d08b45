import { inverse } from '#domain/geo/geodesy.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { figuresAt, strictestOf } from './area-figures.ts';
import { heightWithin } from './heights.ts';
import {
  contactsOf,
  type Finding,
  plansOf,
  type Scene,
  type ScenePlan,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';

const landed = 10;
/** Who climbs faster than this has just left. */
const climbingMps = 0.5;
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
    /** So near to a place of its plan and so low, one that is heard no more has probably landed. */
    landingM: { value: 4_000, unit: 'm' },
    landingHeightM: { value: 150, unit: 'm' },
    /** Without a report of landing for so long it is looked for all the same (ICAO Annex 11, 5.2.1: ALERFA after 5 min). */
    landingS: { value: 300, unit: 's' },
  },
  evaluate(scene, values) {
    const { warningS, unplannedS, landingS } = values;
    const shortestS = strictestOf(scene, 'lostSignal', values).afterS;
    // Nearly all of them were heard a moment ago.
    const isSilent = ({ at }: SceneTarget) => Math.round((scene.nowMs - at) / 1_000) >= shortestS;
    return [...scene.targets.filter(isSilent), ...scene.lost].flatMap((target): readonly Finding[] => {
      const silentS = Math.round((scene.nowMs - target.at) / 1_000);
      if (target.onGround || silentS < shortestS) return none;
      if (silentS < figuresAt(scene, 'lostSignal', target, values).afterS) return none;
      const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
      if (plan ? plan.state >= landed : silentS > unplannedS) return [];
      const isLanding = plan !== undefined && mayHaveLanded(scene, target, plan, values);
      const level = isLanding
        ? silentS >= landingS
          ? 'caution'
          : 'advisory'
        : !plan
          ? 'advisory'
          : silentS >= warningS
            ? 'warning'
            : 'caution';
      return [
        {
          net: 'lostSignal',
          key: `lostSignal:${target.id}`,
          level,
          reason: {
            key: isLanding ? 'alert.lostSignal.landing' : 'alert.lostSignal.reason',
            values: { one: targetName(target), seconds: silentS },
          },
          targets: [target],
          planIds: plansOf([target]),
          advice: isLanding
            ? 'alert.lostSignal.landingAdvice'
            : plan
              ? 'alert.lostSignal.advice'
              : 'alert.lostSignal.noPlan',
          contacts: contactsOf(scene, [target]),
        },
      ];
    });
  },
});

/** Whether it was last seen low over a place of its plan and not climbing; a height that cannot be compared counts as low. */
function mayHaveLanded(
  scene: Scene,
  target: SceneTarget,
  plan: ScenePlan,
  { landingM, landingHeightM }: { landingM: number; landingHeightM: number },
): boolean {
  if ((target.verticalRateMps ?? 0) > climbingMps) return false;
  if (!plan.places.some((place) => inverse(place, target).distanceM <= landingM)) return false;
  const low = {
    polygons: [],
    lower: null,
    upper: { value: landingHeightM, unit: 'm', reference: 'AGL' },
    from: null,
    to: null,
  } as const;
  return heightWithin(scene, target, low) !== 'no';
}
