/** Intensities of rain, from light to extreme. A source may say 7, which is more than the highest that has a name. */
export const rainLevels = [1, 2, 3, 4, 5, 6] as const;
export type RainLevel = (typeof rainLevels)[number];

/** Rain of one intensity. */
export interface RainArea {
  level: RainLevel;
  /** Outline without its first point repeated: longitude, latitude, longitude, … in WGS-84 degrees. */
  ring: number[];
}

/** Rain as one weather radar saw it. */
export interface RainPicture {
  /** When the radar began it, UTC ms. */
  at: number;
  /** `sac/sic` of the radar; null: it does not say. */
  sensor: string | null;
  areas: RainArea[];
  /** False: its end, or a part of it, did not come. */
  isWhole: boolean;
}

/** The level of an intensity that a source counts from 0; null: no rain. */
export function rainLevelOf(intensity: number): RainLevel | null {
  const level = Math.min(6, Math.floor(intensity));
  return rainLevels.find((one) => one === level) ?? null;
}

/** West, south, east, north of areas, degrees; null: there are none. */
export function boundsOfAreas(areas: readonly RainArea[]): [number, number, number, number] | null {
  if (areas.length === 0) return null;
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { ring } of areas) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [longitude = 0, latitude = 0] = [ring[i], ring[i + 1]];
      box[0] = Math.min(box[0], longitude);
      box[1] = Math.min(box[1], latitude);
      box[2] = Math.max(box[2], longitude);
      box[3] = Math.max(box[3], latitude);
    }
  }
  return box;
}
