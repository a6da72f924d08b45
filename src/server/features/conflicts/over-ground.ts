import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { type GroundMargins, groundUnder } from '#domain/conflicts/unmeasured.ts';
import { needsGround } from '#domain/conflicts/vertical.ts';
import { groundPoints } from '#domain/terrain/ground-points.ts';
import type { AerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import { betweenSteps } from '#server/kernel/in-slices.ts';

/** What is known of the ground. */
export interface KnownGround {
  terrain: Pick<Terrain, 'installed' | 'elevationsAt'>;
  aerodromes: Pick<AerodromeGround, 'groundNear'>;
  margins: GroundMargins;
}

/** Apart by this the ground is looked up where there are terrain data; aerodromes are asked for less often. */
const measuredStepM = 250;
const aerodromeStepM = 5_000;

/** Volumes with limits above ground, each with the bounds of the ground below it; others stay as they are. */
export async function overGround<V extends Volume4d>(
  volumes: readonly V[],
  { terrain, aerodromes, margins }: KnownGround,
): Promise<V[]> {
  const pause = betweenSteps();
  const found: V[] = [];
  for (const volume of volumes) {
    if (!needsGround(volume) || volume.context?.terrainM) {
      found.push(volume);
      continue;
    }
    const wantedStepM = terrain.installed ? measuredStepM : aerodromeStepM;
    const { points, stepM } = groundPoints(volume.footprint, volume.marginM, wantedStepM);
    const measured = terrain.installed ? await terrain.elevationsAt(points) : [];
    const places = points.map((point, at) => {
      const measuredM = measured[at] ?? null;
      return { measuredM, aerodromes: measuredM === null ? aerodromes.groundNear(point) : null };
    });
    const terrainM = groundUnder(places, stepM, margins);
    found.push(terrainM ? { ...volume, context: { ...volume.context, terrainM } } : volume);
    await pause();
  }
  return found;
}
