import type { TFunction } from 'i18next';
import type { AirPicture, OtherRoom } from '#contract/map.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { circleRing, corridor } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { isPlanState, stateKey } from '#domain/plans/states.ts';
import { timesText } from '#web/client/clock.ts';
import {
  airspaceLabel,
  airspaceLook,
  airspaceStyles,
  isResponsibility,
} from '#web/map/layers/airspace-style.ts';
import type { FeatureStyle, MapFeature } from '#web/map/layers/map-feature.ts';
import { notamStyle } from '#web/map/layers/notams.ts';
import { noticeStyle } from '#web/map/layers/notices.ts';
import { planStyle } from '#web/map/layers/plans.ts';

/** The whole extent: a corridor for a line with its width, a disc for a point with its radius. */
export function extentOf({ geometry, marginM }: { geometry: Geometry; marginM: number }): Geometry {
  if (marginM <= 0) return geometry;
  const at = ([longitude, latitude]: Coordinates) => ({ longitude, latitude });
  if (geometry.type === 'Point') {
    return { type: 'Polygon', coordinates: [circleRing(at(geometry.coordinates), marginM)] };
  }
  if (geometry.type === 'LineString') return corridor(geometry.coordinates.map(at), 2 * marginM) ?? geometry;
  return geometry;
}

function styleOf({ resource, kind, state, openState, geometry }: OtherRoom): FeatureStyle {
  if (resource === 'airspace') return airspaceStyles[airspaceLook({ kind, state, openState })];
  if (resource === 'plan') return planStyle(state);
  // One whose place only its Q-line says is a disc.
  if (resource === 'notam')
    return notamStyle({ effect: kind ?? 'none', areaFrom: geometry.type === 'Point' ? 'qLine' : 'text' });
  return noticeStyle(kind);
}

const pages = {
  airspace: '/situation/detailsAir?id=',
  plan: '/navigation/details?id=',
  notice: '/information/controlNotice/',
  notam: '/information/notice?notam=',
};
const ranks = { plan: 12, notice: 15, notam: 18, airspace: 20 };

/** What it is in those hours, in a word: an airspace open or closed, a plan's state, a notice. */
export function wordOf({ resource, kind, state, openState }: OtherRoom, t: TFunction): string {
  if (resource === 'airspace') return t(`map.legend.airspace.${airspaceLook({ kind, state, openState })}`);
  if (resource === 'plan') return isPlanState(state) ? t(stateKey(state)) : t('map.target.plan');
  if (resource === 'notam') return t('map.air.notam');
  return t(kind === 'stopActivity' ? 'map.air.stopActivity' : 'map.air.notice');
}

/** The air around a document as the map draws it, in the styles of the situation map. */
export function airFeatures({ others }: AirPicture, t: TFunction): MapFeature[] {
  return others.map((room): MapFeature => {
    const { resource, id, label, kind, lower, upper, times } = room;
    const large = resource === 'airspace' && isResponsibility(kind ?? '');
    return {
      id: `around-${resource}-${id}-${label}`,
      geometry: extentOf(room),
      style: styleOf(room),
      label:
        resource === 'airspace'
          ? airspaceLabel(label, kind ?? '', airspaceLook(room), t('map.airspace.closed'))
          : label,
      detail: formatLimits(lower, upper),
      rank: large ? 45 : ranks[resource],
      ...(large ? { byOutline: true } : {}),
      card: {
        title: label,
        subtitle: formatLimits(lower, upper),
        facts: [
          [t('map.card.state'), wordOf(room, t)],
          ...times
            .slice(0, 4)
            .map(({ from, to }): [string, string] => [t('map.card.times'), timesText(from, to)]),
        ],
        link: `${pages[resource]}${id}`,
      },
    };
  });
}
