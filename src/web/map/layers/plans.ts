import type { Locale } from '../../../domain/resource.ts';
import { isObject } from '../../providers/http.ts';
import { i18n } from '../../providers/i18n.ts';
import { callService } from '../../providers/services.ts';
import type { FeatureStyle, MapFeature } from './map-feature.ts';
import { geometryOf, type MapRecord, numberIn, textIn } from './record-facts.ts';

/** State 9 of specification §4. */
const inFlight = 9;

/** How a plan in a state is drawn: in flight solid and bright, allowed solid, before that dashed. */
export function planStyle(state: number | null): FeatureStyle {
  if (state === inFlight) return { colour: 'planFlying', width: 2.5, inside: 'wash' };
  if (state === 8) return { colour: 'open', width: 2, inside: 'wash' };
  return { colour: 'plan', width: 1.5, dash: [4, 4], inside: 'none' };
}

/** Plans of today that take room in the air, each with its features (specification §3: map plans hold features). */
export async function loadPlans(_locale: Locale, signal: AbortSignal): Promise<MapFeature[]> {
  const answer = await callService<unknown>('Navigation', 'GetActiveNAircrafts', {}, 'GET');
  if (signal.aborted) return [];
  const plans = isObject(answer) && Array.isArray(answer.items) ? answer.items : answer;
  return (Array.isArray(plans) ? plans.filter(isObject) : []).flatMap(planFeatures);
}

/** The features of one plan as GetActiveNAircrafts gives it. */
export function planFeatures(plan: MapRecord): MapFeature[] {
  const list =
    isObject(plan.features) && Array.isArray(plan.features.features) ? plan.features.features : plan.features;
  const state = numberIn(plan, 'state');
  const id = numberIn(plan, 'id');
  return (Array.isArray(list) ? list.filter(isObject) : []).flatMap((feature, i): MapFeature[] => {
    const geometry = geometryOf(feature.geometry);
    if (!geometry) return [];
    const properties = isObject(feature.properties) ? feature.properties : {};
    const callsign =
      textIn(properties, 'callsign') || textIn(feature, 'callsign') || textIn(plan, 'callsign');
    const number = textIn(plan, 'planNumber');
    const point = geometry.type === 'Point';
    return [
      {
        id: `plan-${id}-${feature.featureId ?? properties.featureId ?? i}`,
        geometry,
        style: point ? { colour: planStyle(state).colour, symbol: 'waypoint' } : planStyle(state),
        label: point ? textIn(properties, 'name') : callsign || number,
        labelMinZoom: point ? 8 : 6,
        rank: 10,
        card: {
          title: callsign || number,
          subtitle: number,
          facts: state === null ? [] : [[i18n.t('map.card.state'), i18n.t(`plan.state.${state}`)]],
          ...(id === null ? {} : { link: `/navigation/details/${id}` }),
        },
      },
    ];
  });
}
