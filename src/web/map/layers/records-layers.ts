import { formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import type { Locale } from '#domain/text/label.ts';
import airportSchema from '#schemas/airport.json' with { type: 'json' };
import airspaceSchema from '#schemas/airspace.json' with { type: 'json' };
import pointSchema from '#schemas/takeoff-landing-point.json' with { type: 'json' };
import routeSchema from '#schemas/temporary-route.json' with { type: 'json' };
import { i18n } from '#web/client/i18n.ts';
import { radioTexts, runwayBearing, runwayFeatures, runwayTexts } from './aerodrome-facts.ts';
import { airspaceLabel, airspaceLook, airspaceStyles, isResponsibility } from './airspace-style.ts';
import type { LayerContext } from './layer-context.ts';
import type { MapFeature, PointSymbol } from './map-feature.ts';
import {
  factsOf,
  geometryOf,
  loadRecords,
  type MapRecord,
  numberIn,
  recordName,
  textIn,
} from './record-facts.ts';

/** `state` of an airspace whose time is over. */
const expiredState = '2';

/** Airspaces with their limits; those whose time is over are left out. */
export async function loadAirspaces(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  const records = await loadRecords('airspace', signal, { state_ne: expiredState }, partial);
  return records.flatMap((record) => airspaceFeature(record, locale) ?? []);
}

/** An airspace record as it is drawn; null without a shape, or once expired. */
export function airspaceFeature(record: MapRecord, locale: Locale): MapFeature | null {
  const geometry = geometryOf(record.geometry);
  const look = airspaceLook({
    kind: textIn(record, 'kind'),
    state: numberIn(record, 'state'),
    openState: textIn(record, 'openState'),
  });
  if (!geometry || look === 'expired') return null;
  const { lower, upper } = record;
  const limits = {
    lower: isAltitude(lower) ? lower : null,
    upper: isAltitude(upper) ? upper : null,
  };
  const limitsText = formatLimits(limits.lower, limits.upper);
  const name = textIn(record, 'designator') || recordName(record, locale);
  const large = isResponsibility(textIn(record, 'kind'));
  return {
    id: `airspace-${record.id}`,
    geometry,
    style: airspaceStyles[look],
    label: airspaceLabel(name, textIn(record, 'kind'), look, i18n.t('map.airspace.closed')),
    detail: limitsText,
    labelMinZoom: large ? 4 : 6,
    // A closed area is named before the plans in it.
    rank: large ? 45 : look === 'closed' ? 9 : 20,
    limits,
    ...(large ? { byOutline: true } : {}),
    card: {
      title: recordName(record, locale) || name,
      subtitle: limitsText,
      facts: factsOf(
        record,
        airspaceSchema,
        [
          'designator',
          'kind',
          'airspaceClass',
          'state',
          'openState',
          'openReason',
          'lower',
          'upper',
          'validFrom',
          'validTo',
          'frequencyMhz',
        ],
        locale,
      ),
      link: `/situation/detailsAir?id=${record.id}`,
    },
  };
}

/** A fact of several lines; none where there is nothing to say. */
function lines(label: string, texts: string[]): [string, string][] {
  return texts.length === 0 ? [] : [[label, texts.join('; ')]];
}

const airportSymbols: Record<string, PointSymbol> = {
  civil: 'civil',
  ga: 'general',
  heliport: 'heliport',
  military: 'military',
};

/** Aerodromes: civil, general aviation, heliport and military told apart by shape. */
export async function loadAerodromes(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  return (await loadRecords('airport', signal, {}, partial)).flatMap((record): MapFeature[] => {
    const geometry = geometryOf(record.position);
    if (!geometry) return [];
    const kind = textIn(record, 'kind');
    const radio = radioTexts(record);
    const runwayDeg = runwayBearing(record);
    const civil = kind === 'civil';
    const name = recordName(record, locale);
    const code = textIn(record, 'icao') || textIn(record, 'localCode');
    return [
      {
        id: `airport-${record.id}`,
        geometry,
        style: {
          colour: 'aerodrome',
          symbol: airportSymbols[kind] ?? 'general',
          ...(runwayDeg === null ? {} : { runwayDeg }),
        },
        label: textIn(record, 'icao') || name,
        ...(radio[0] ? { detail: radio[0] } : {}),
        minZoom: civil ? 5 : 6,
        labelMinZoom: civil ? 6 : 8,
        rank: civil ? 30 : 40,
        card: {
          title: name,
          subtitle: code,
          facts: [
            ...factsOf(
              record,
              airportSchema,
              ['icao', 'iata', 'kind', 'gaClass', 'status', 'region', 'city', 'elevation', 'hours', 'phone'],
              locale,
            ),
            ...lines(airportSchema.properties.runways['x-label'][locale], runwayTexts(record)),
            ...lines(airportSchema.properties.frequencies['x-label'][locale], radio),
          ],
          link: `/information/airport/${record.id}`,
        },
      },
      ...runwayFeatures(record),
    ];
  });
}

/** Temporary take-off and landing points. */
export async function loadPoints(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  return (await loadRecords('takeoffLandingPoint', signal, {}, partial)).flatMap((record): MapFeature[] => {
    const geometry = geometryOf(record.position);
    if (!geometry || record.state === 2) return [];
    return [
      {
        id: `takeoffLandingPoint-${record.id}`,
        geometry,
        style: { colour: 'point', symbol: 'landingPoint' },
        label: recordName(record, locale),
        minZoom: 6,
        labelMinZoom: 8,
        rank: 35,
        card: {
          title: recordName(record, locale),
          subtitle: textIn(record, 'code'),
          facts: factsOf(
            record,
            pointSchema,
            [
              'kind',
              'state',
              'elevation',
              'lengthM',
              'widthM',
              'headingTrue',
              'surface',
              'obstacles',
              'contact',
              'phone',
            ],
            locale,
          ),
          link: `/baseManage/takeoffLandingPoint/${record.id}`,
        },
      },
    ];
  });
}

/** Temporary routes: solid once approved, dashed as applications. */
export async function loadRoutes(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  return (await loadRecords('temporaryRoute', signal, {}, partial)).flatMap((record): MapFeature[] => {
    const geometry = geometryOf(record.geometry);
    if (!geometry || record.state === 2) return [];
    const approved = record.state === 1;
    return [
      {
        id: `temporaryRoute-${record.id}`,
        geometry,
        style: {
          colour: approved ? 'route' : 'application',
          width: 2,
          ...(approved ? {} : { dash: [7, 5] }),
        },
        label: textIn(record, 'code') || recordName(record, locale),
        labelMinZoom: 6,
        rank: 25,
        card: {
          title: recordName(record, locale),
          subtitle: textIn(record, 'code'),
          facts: factsOf(
            record,
            routeSchema,
            ['state', 'route', 'widthM', 'lower', 'upper', 'validFrom', 'validTo'],
            locale,
          ),
          link: `/baseManage/airspaceRoute/${record.id}`,
        },
      },
    ];
  });
}
