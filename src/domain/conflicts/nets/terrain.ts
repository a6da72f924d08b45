import { amslBounds } from '#domain/geo/altitude.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { altitudeOf, contains } from './area-geometry.ts';
import { areasAt, areasFor } from './area-index.ts';
import { motionOf } from './motion.ts';
import { placeAfter, straightWay } from './prediction.ts';
import {
  contactsOf,
  type Finding,
  plansOf,
  type SceneArea,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';

const stepS = 5;
const none: Finding[] = [];
const hasMinimum = ({ minimumAltitudeM }: SceneArea) => minimumAltitudeM !== null;

/** Under the minimum safe altitude of an area, or too near to the ground where the ground is known. */
export const terrain = safetyNet({
  name: 'terrain',
  levels: ['caution', 'warning'],
  parameters: {
    clearanceM: { value: 100, unit: 'm' },
    warningS: { value: 30, unit: 's' },
    aerodromeM: { value: 5_000, unit: 'm' },
    /** Pressure at sea level where nobody states it: the widest that it may be from 1013.25 hPa. */
    qnhSpreadHpa: { value: 20, unit: 'hPa' },
  },
  lacks: ({ elevationAt }) => (elevationAt === null ? { key: 'alert.terrain.noData' } : null),
  evaluate(scene, values) {
    const qnhHpa = { lowest: 1_013.25 - values.qnhSpreadHpa, highest: 1_013.25 + values.qnhSpreadHpa };
    const { elevationAt } = scene;
    const withMinimum = areasFor(scene.areas, hasMinimum);
    const { bent } = motionOf(scene);
    return scene.targets.flatMap((target, i): Finding[] => {
      const over = areasAt(withMinimum, target);
      if (target.onGround || (over.length === 0 && elevationAt === null)) return none;
      const own = altitudeOf(target);
      if (!own) return none;
      // Only what is certainly below is said to be: a wrong pressure must not call the pilot.
      const { highestM } = amslBounds(own, { qnhHpa });
      const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
      if (plan?.places.some((place) => near(place, target, values.aerodromeM))) return [];
      const of = (reason: Finding['reason'], level: Finding['level'], more: Partial<Finding>): Finding => ({
        net: 'terrain',
        key: `terrain:${target.id}`,
        level,
        reason,
        targets: [target],
        planIds: plansOf([target]),
        advice: 'alert.terrain.advice',
        contacts: contactsOf(scene, [target]),
        ...more,
      });
      const below = over.find(
        ({ minimumAltitudeM, volume }) =>
          minimumAltitudeM !== null && highestM < minimumAltitudeM && contains(volume, target),
      );
      if (below && below.minimumAltitudeM !== null) {
        const values = {
          one: targetName(target),
          area: below.name,
          minimum: Math.round(below.minimumAltitudeM),
        };
        const verticalM = below.minimumAltitudeM - highestM;
        return [of({ key: 'alert.terrain.minimum', values }, 'caution', { areaId: below.id, verticalM })];
      }
      if (elevationAt === null) return [];
      const way = bent[i] ?? straightWay(target);
      for (let timeS = 0; timeS <= values.warningS; timeS += stepS) {
        const there = placeAfter(target, way, timeS);
        const ground = elevationAt(there);
        if (ground === null) continue;
        const clearM = highestM + (target.verticalRateMps ?? 0) * timeS - ground;
        if (clearM < values.clearanceM) {
          const approach = { timeS, horizontalM: 0, verticalM: clearM, one: there, two: null };
          return [
            of({ key: 'alert.terrain.ground', values: { one: targetName(target) } }, 'warning', { approach }),
          ];
        }
      }
      return [];
    });
  },
});

function near(place: { latitude: number; longitude: number }, target: SceneTarget, withinM: number): boolean {
  const degrees = withinM / 111_120;
  return (
    Math.abs(place.latitude - target.latitude) < degrees &&
    Math.abs(place.longitude - target.longitude) * Math.cos((target.latitude * Math.PI) / 180) < degrees
  );
}
