import type { Accuracy } from '#domain/surveillance/track/report.ts';

/** Metres that hold the position 95 times in 100, by code of ASTM F3411-22a; null: not known. */
const horizontalMetres = [null, 18_520, 7_408, 3_704, 1_852, 926, 555.6, 185.2, 92.6, 30, 10, 3, 1] as const;
const verticalMetres = [null, 150, 45, 25, 10, 3, 1] as const;

export function remoteAccuracy(horizontalCode: number, verticalCode: number): Accuracy | null {
  const horizontalM = horizontalMetres[horizontalCode] ?? null;
  const verticalM = verticalMetres[verticalCode] ?? null;
  return horizontalM === null && verticalM === null ? null : { horizontalM, verticalM, nacp: null };
}
