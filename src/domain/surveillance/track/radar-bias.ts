/**
 * What a radar measures wrongly every time: its range by so many metres and its azimuth by so many radians, estimated
 * from aircraft that it sees beside a sensor that has no such error (ADS-B, multilateration).
 */
export interface RadarBias {
  rangeM: number;
  azimuthRad: number;
  rangeVariance: number;
  azimuthVariance: number;
  samples: number;
}

/** Before anything is known: most radars are within two of these. */
const unknownRangeM = 150;
const unknownAzimuthRad = (0.2 * Math.PI) / 180;
/** A radar drifts: what was learnt fades over some thousand samples. */
const leastRangeVariance = 4;
const leastAzimuthVariance = ((0.004 * Math.PI) / 180) ** 2;
/** A difference of more deviations than this is another aircraft or a wrong clock. */
const mostDeviations = 5;

export const createRadarBias = (): RadarBias => ({
  rangeM: 0,
  azimuthRad: 0,
  rangeVariance: unknownRangeM * unknownRangeM,
  azimuthVariance: unknownAzimuthRad * unknownAzimuthRad,
  samples: 0,
});

/** Takes one difference, radar less truth, with the variances of its noise; false: it is too wide to be one. */
export function observeBias(
  bias: RadarBias,
  rangeM: number,
  azimuthRad: number,
  rangeNoise: number,
  azimuthNoise: number,
): boolean {
  const range = rangeM - bias.rangeM;
  const azimuth = azimuthRad - bias.azimuthRad;
  const rangeSpread = bias.rangeVariance + rangeNoise;
  const azimuthSpread = bias.azimuthVariance + azimuthNoise;
  const limit = mostDeviations * mostDeviations;
  if (range * range > limit * rangeSpread || azimuth * azimuth > limit * azimuthSpread) return false;
  const rangeGain = bias.rangeVariance / rangeSpread;
  const azimuthGain = bias.azimuthVariance / azimuthSpread;
  bias.rangeM += rangeGain * range;
  bias.azimuthRad += azimuthGain * azimuth;
  bias.rangeVariance = Math.max(leastRangeVariance, (1 - rangeGain) * bias.rangeVariance);
  bias.azimuthVariance = Math.max(leastAzimuthVariance, (1 - azimuthGain) * bias.azimuthVariance);
  bias.samples++;
  return true;
}
