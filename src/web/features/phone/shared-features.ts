import type { SharedThing } from '#contract/share.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import type { Locale } from '#domain/text/label.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { i18n } from '#web/client/i18n.ts';
import { unpackMinutes } from '#web/features/playback/recorded-sky.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { planFeatures } from '#web/map/layers/plans.ts';
import { airspaceFeature } from '#web/map/layers/records-layers.ts';

/** What a link shows, as it is drawn. */
export function featuresOf(shared: SharedThing, locale: Locale): MapFeature[] {
  if (shared.plan) return planFeatures(shared.plan);
  if (shared.airspace) {
    const feature = airspaceFeature(shared.airspace, locale);
    return feature ? [feature] : [];
  }
  const positions = shared.track ? unpackMinutes(shared.track.minutes) : [];
  return positions.length < 2 ? [] : [flownFeature(positions)];
}

function flownFeature(positions: readonly RecordedPosition[]): MapFeature {
  return {
    id: 'flown',
    geometry: {
      type: 'LineString',
      coordinates: positions.map(({ longitude, latitude }) => [longitude, latitude]),
    },
    style: { colour: 'planFlying', width: 2 },
    label: '',
    rank: 10,
  };
}

type Facts = [name: string, value: string][];

/** What a link says beside the map; a flight of the plan has a part of its own. */
export function factsOfShared(shared: SharedThing, locale: Locale): { title: string; facts: Facts }[] {
  const { t } = i18n;
  if (shared.plan) {
    const { planNumber, stateText, companyName, features } = shared.plan;
    const time = (iso: string) => `${localText(iso)} · ${zuluText(iso)}`;
    return [
      {
        title: '',
        facts: given([
          [t('share.plan.number'), planNumber],
          [t('map.card.state'), stateText],
          [t('map.card.company'), companyName ?? ''],
        ]),
      },
      ...features.map(({ callsign, etd, eta, lower, upper }) => ({
        title: callsign,
        facts: given([
          [t('share.plan.etd'), time(etd)],
          [t('share.plan.eta'), time(eta)],
          [t('map.card.limits'), formatLimits(lower, upper)],
        ]),
      })),
    ];
  }
  if (!shared.airspace) return [];
  const card = airspaceFeature(shared.airspace, locale)?.card;
  return [{ title: card?.title ?? '', facts: given(card?.facts ?? []) }];
}

const given = (facts: Facts): Facts => facts.filter(([, value]) => value !== '');
