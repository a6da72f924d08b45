import type { RouteWind } from '#contract/weather.ts';
import type { InformationItem } from '#domain/briefing/item.ts';
import { formatAltitude } from '#domain/geo/altitude.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { windsOfParts } from '#server/features/weather/winds-of-parts.ts';
import { type Collecting, mayRead } from './collecting.ts';
import { blank, isoOf, lines, said, type Words } from './item-text.ts';

const km = (metres: number) => Math.round(metres / 1000);

/** Wind and temperature of each leg of a plan at its height and time; nothing else says when a leg is flown. */
export async function windItems(of: Collecting): Promise<InformationItem[]> {
  const { deps, caller, asked } = of;
  if (!asked.plan || !mayRead(caller, 'weatherReport')) return [];
  const { plan } = asked;
  const winds = await windsOfParts(deps, caller, asked.parts);
  const legs = new Map<number, number>();
  return winds.map((leg): InformationItem => {
    const order = legs.get(leg.part) ?? 0;
    legs.set(leg.part, order + 1);
    const { wind, level, fromM, toM } = leg;
    const title = [
      asked.parts.length > 1 ? `#${leg.part + 1}` : '',
      fromM === null || toM === null ? '' : `${km(fromM)}–${km(toM)} km`,
      level ? formatAltitude(level) : '',
    ].filter(Boolean);
    return {
      ...blank,
      key: `wind:${leg.part}:${order}`,
      kind: 'wind',
      // What nobody forecast is said of the plan.
      ...(wind ? { resource: 'weatherReport', id: wind.id } : { resource: 'plan', id: plan.id }),
      title: title.join(' · ') || plan.label,
      ...legWords(leg, of),
      from: wind && isoOf(wind.validFrom),
      to: wind && isoOf(wind.validTo),
    };
  });
}

function legWords(leg: RouteWind, { asked }: Collecting): Words {
  const { wind, level, isHeightKnown, headMps, crossMps, ground } = leg;
  const time = (at: number) => formatWall(at, asked.parameters.deadlines.timeZone).slice(5);
  const part = (value: number | null, [positive, negative]: [string, string]) =>
    value !== null &&
    said(`wind.${value >= 0 ? positive : negative}`, { speed: Math.round(Math.abs(value)) });
  const passing = said('wind.passing', { at: time((leg.from + leg.to) / 2) });
  if (!wind) {
    const why = !level ? 'noHeight' : isHeightKnown ? 'notThere' : 'noGround';
    return lines(passing, said(`wind.${why}`));
  }
  return lines(
    passing,
    windWords(wind),
    wind.temperatureC !== null && said('wind.temperature', { temperature: Math.round(wind.temperatureC) }),
    part(headMps, ['head', 'tail']),
    part(crossMps, ['right', 'left']),
    said('wind.source', {
      station: wind.station,
      distance: km(wind.distanceM),
      issued: time(wind.issuedAt),
      at: time(wind.validAt),
    }),
    wind.isDemo && said('wind.demo'),
    ...ground.map(({ name, elevationM, distanceM }) =>
      said('wind.ground', { place: name, elevation: Math.round(elevationM), distance: km(distanceM) }),
    ),
  );
}

function windWords({ directionDeg, speedMps }: NonNullable<RouteWind['wind']>): Words {
  // As tables write a wind that is too light to have a direction.
  if (speedMps === 0) return said(`wind.${directionDeg === null ? 'light' : 'calm'}`);
  const speed = Math.round(speedMps);
  if (directionDeg === null) return said('wind.variable', { speed });
  return said('wind.from', { direction: String(Math.round(directionDeg) || 360).padStart(3, '0'), speed });
}
