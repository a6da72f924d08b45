import type { Flight } from './flight-state.ts';
import { azimuthVarianceOf, createRay, rangeVarianceOf, rayOf } from './measure.ts';
import { eastOf, northOf } from './plane.ts';
import { createRadarBias, observeBias, type RadarBias } from './radar-bias.ts';
import type { Report } from './report.ts';

/** The biases of all radars, learnt from aircraft that another kind of sensor has just seen. */
export interface RadarBiases {
  /** What a radar's plots are corrected by; made where there is none yet. */
  of(sourceId: number, sourceKey: string | null): RadarBias;
  known(sourceId: number, sourceKey: string | null): RadarBias | null;
  /** A position that can be measured against. */
  refer(flight: Flight, report: Report): void;
  /** A radar's plot of an aircraft. */
  observe(flight: Flight, report: Report, sourceId: number): void;
}

/** A reference older than this, or less good, says nothing. */
const referenceWithinMs = 2_500;
const referenceAccuracyM = 100;
const deviationsOf95 = 2.45;
/** Nearer to the radar azimuths say little, and slant ranges much of the height. */
const leastDistanceM = 8_000;

export function createRadarBiases(): RadarBiases {
  const biases = new Map<number, Map<string | null, RadarBias>>();
  const references = new WeakMap<Flight, Report>();
  const ray = createRay();

  function known(sourceId: number, sourceKey: string | null): RadarBias | null {
    return biases.get(sourceId)?.get(sourceKey) ?? null;
  }

  function of(sourceId: number, sourceKey: string | null): RadarBias {
    const found = known(sourceId, sourceKey);
    if (found) return found;
    const made = createRadarBias();
    const sensors = biases.get(sourceId);
    if (sensors) sensors.set(sourceKey, made);
    else biases.set(sourceId, new Map([[sourceKey, made]]));
    return made;
  }

  return {
    known,
    of,
    refer(flight, report) {
      const accuracyM = report.accuracy?.horizontalM ?? null;
      if (accuracyM !== null && accuracyM <= referenceAccuracyM && report.timeResolutionS !== null) {
        references.set(flight, report);
      }
    },
    observe(flight, report, sourceId) {
      const reference = references.get(flight);
      if (reference === undefined || Math.abs(report.at - reference.at) > referenceWithinMs) return;
      if (reference.groundSpeedMps === null || reference.trackDeg === null) return;
      rayOf(flight.plane, report, ray);
      if (ray.distanceM < leastDistanceM) return;
      const elapsedS = (report.at - reference.at) / 1000;
      const course = (reference.trackDeg * Math.PI) / 180;
      const dx =
        eastOf(flight.plane, report.longitude) -
        eastOf(flight.plane, reference.longitude) -
        elapsedS * reference.groundSpeedMps * Math.sin(course);
      const dy =
        northOf(flight.plane, report.latitude) -
        northOf(flight.plane, reference.latitude) -
        elapsedS * reference.groundSpeedMps * Math.cos(course);
      const deviationM =
        (reference.accuracy?.horizontalM ?? referenceAccuracyM) / deviationsOf95 + 2 * elapsedS;
      const noise = deviationM * deviationM;
      observeBias(
        of(sourceId, report.sourceKey),
        dx * ray.east + dy * ray.north,
        (dx * ray.north - dy * ray.east) / ray.distanceM,
        noise + rangeVarianceOf(report),
        noise / (ray.distanceM * ray.distanceM) + azimuthVarianceOf(report),
      );
    },
  };
}
