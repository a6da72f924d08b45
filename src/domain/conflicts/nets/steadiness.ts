import { figuresAt } from './area-figures.ts';
import type { SteadinessFigures } from './figures.ts';
import type { Finding, Scene } from './safety-net.ts';

/** How steady a finding must be where it is: as the airspace of its first target states, or as all. */
export function steadinessAt(
  scene: Scene,
  values: SteadinessFigures,
): (finding: Finding) => SteadinessFigures {
  return ({ targets: [target] }) => (target ? figuresAt(scene, 'steadiness', target, values) : values);
}
