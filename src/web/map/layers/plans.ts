import type { Geometry } from 'geojson';
import { formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import { corridor } from '#domain/geo/geodesy.ts';
import type { Locale } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';
import { i18n } from '#web/client/i18n.ts';
import { callService } from '#web/client/services.ts';
import { eachShapeOnce } from './each-shape-once.ts';
import type { FeatureStyle, MapFeature } from './map-feature.ts';
import { geometryOf, type MapRecord, numberIn, textIn } from './record-facts.ts';

/** States of specification §4. */
const inFlight = 9;
const allowed = 8;

/** How a plan in a state is drawn: in flight solid and bright, allowed solid, before that dashed. */
export function planStyle(state: number | null): FeatureStyle {
  if (state === inFlight) return { colour: 'planFlying', width: 1.8, inside: 'wash' };
  if (state === allowed) return { colour: 'open', width: 1.5, inside: 'wash' };
  return { colour: 'plan', width: 1.2, dash: [4, 4], inside: 'none' };
}

/** Plans of today that take room in the air, each with its features (specification §3: map plans hold features). */
export async function loadPlans(_locale: Locale, signal: AbortSignal): Promise<MapFeature[]> {
  const answer = await callService('Navigation', 'GetActiveNAircrafts', {});
  if (signal.aborted) return [];
  const plans = isObject(answer) && Array.isArray(answer.items) ? answer.items : answer;
  const features = (Array.isArray(plans) ? plans.filter(isObject) : []).flatMap(planFeatures);
  return eachShapeOnce(features, i18n.t('map.target.plan'));
}

/** The features of one plan as GetActiveNAircrafts gives it: one a task, its footprint with limits and times. */
export function planFeatures(plan: MapRecord): MapFeature[] {
  const features = Array.isArray(plan.features) ? plan.features.filter(isObject) : [];
  const state = numberIn(plan, 'state');
  const id = numberIn(plan, 'id');
  const released = state === inFlight || state === allowed;
  return features.flatMap((feature): MapFeature[] => {
    const geometry = geometryOf(feature.geometry);
    if (!geometry) return [];
    const callsign = textIn(feature, 'callsign') || textIn(plan, 'planNumber');
    const lower = isAltitude(feature.lower) ? feature.lower : null;
    const upper = isAltitude(feature.upper) ? feature.upper : null;
    const widthM = numberIn(feature, 'corridorWidthM');
    const facts: [string, string][] = [
      [i18n.t('map.card.state'), textIn(plan, 'stateText') || i18n.t(`plan.state.${state}`)],
      [i18n.t('map.card.company'), textIn(plan, 'companyName')],
      [i18n.t('map.card.limits'), formatLimits(lower, upper)],
      [
        i18n.t('map.card.times'),
        `${shortTime(textIn(feature, 'etd'))} – ${shortTime(textIn(feature, 'eta'))}`,
      ],
    ];
    const style = planStyle(state);
    return [
      {
        id: String(feature.featureId ?? `plan-${id}`),
        geometry: withCorridor(geometry, widthM),
        style: geometry.type === 'Point' ? { colour: style.colour, symbol: 'waypoint' } : style,
        limits: { lower, upper },
        ...(geometry.type === 'LineString' ? { line: { coordinates: geometry.coordinates, widthM } } : {}),
        label: callsign,
        // Plans that are not yet allowed keep quiet until one comes near.
        labelMinZoom: released ? 6 : 9,
        rank: state === inFlight ? 10 : released ? 11 : 12,
        card: {
          title: callsign,
          subtitle: textIn(plan, 'planNumber'),
          facts: facts.filter(([, value]) => value !== ''),
          ...(id === null ? {} : { link: `/navigation/details?id=${id}` }),
        },
      },
    ];
  });
}

/** A line with a width is drawn with the room it takes. */
function withCorridor(geometry: Geometry, widthM: number | null): Geometry {
  if (geometry.type !== 'LineString' || !widthM) return geometry;
  const points = geometry.coordinates.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
  const room = corridor(points, widthM);
  return room ? { type: 'GeometryCollection', geometries: [room, geometry] } : geometry;
}

/** `0230Z` of an ISO UTC time. */
function shortTime(iso: string): string {
  return iso ? `${iso.slice(11, 13)}${iso.slice(14, 16)}Z` : '…';
}
