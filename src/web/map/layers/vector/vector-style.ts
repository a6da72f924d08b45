import { exp, type Feature, LineSymbolizer, type PaintRule, PolygonSymbolizer } from 'protomaps-leaflet';
import type { MapColours } from '#web/map/map-colours.ts';

/** `GeomType` of protomaps-leaflet. */
const line = 2;
const polygon = 3;

const kind = (...kinds: string[]) => {
  const wanted = new Set(kinds);
  return (_zoom: number, { props }: Feature) => wanted.has(String(props.kind));
};

/**
 * The layers of the Protomaps schema in our colours, the lowest first. Boundaries are left out: what may be shown of
 * them is the operator's to say (decisions.md).
 */
export function paintRules(colours: MapColours): PaintRule[] {
  const { land, water, river, sea, wood, urban, road, mainRoad, rail, runway, building } = colours;
  const fill = (dataLayer: string, colour: string, more: Partial<PaintRule> = {}): PaintRule => ({
    dataLayer,
    symbolizer: new PolygonSymbolizer({ fill: colour }),
    ...more,
  });
  /** `stops`: zoom and width in pixels. */
  const stroke = (
    dataLayer: string,
    color: string,
    stops: [number, number][],
    more: Partial<PaintRule> & { dash?: number[] } = {},
  ): PaintRule => {
    const { dash, ...rule } = more;
    return {
      dataLayer,
      symbolizer: new LineSymbolizer({
        color,
        width: (zoom: number) => exp(1.6, stops)(zoom),
        lineCap: 'round',
        lineJoin: 'round',
        ...(dash ? { dash, dashColor: color, dashWidth: 1 } : {}),
      }),
      ...rule,
    };
  };
  return [
    fill('earth', land),
    fill('landcover', wood, { filter: kind('forest', 'scrub') }),
    fill('landcover', urban, { filter: kind('urban_area') }),
    fill('landuse', wood, {
      filter: kind('forest', 'wood', 'nature_reserve', 'national_park', 'park', 'golf_course', 'cemetery'),
    }),
    fill('landuse', urban, {
      filter: kind(
        'residential',
        'urban_area',
        'industrial',
        'commercial',
        'school',
        'hospital',
        'university',
      ),
    }),
    fill('landuse', runway, { filter: kind('aerodrome', 'airfield', 'runway', 'taxiway') }),
    fill('water', water, {
      filter: (_zoom, { geomType, props }) => geomType === polygon && props.kind !== 'ocean',
    }),
    fill('water', sea, {
      filter: (_zoom, { geomType, props }) => geomType === polygon && props.kind === 'ocean',
    }),
    stroke(
      'water',
      river,
      [
        [5, 0.6],
        [10, 1.2],
        [15, 4],
      ],
      { filter: (_zoom, { geomType }) => geomType === line },
    ),
    fill('buildings', building, { minzoom: 14 }),
    stroke(
      'roads',
      runway,
      [
        [9, 1.5],
        [13, 5],
        [18, 26],
      ],
      {
        filter: (_zoom, { props }) => props.kind_detail === 'runway' || props.kind === 'aeroway',
      },
    ),
    stroke(
      'roads',
      road,
      [
        [13, 0.3],
        [18, 5],
      ],
      { minzoom: 13, filter: kind('path', 'other') },
    ),
    stroke(
      'roads',
      road,
      [
        [11, 0.4],
        [14, 1.6],
        [18, 9],
      ],
      { minzoom: 11, filter: kind('minor_road') },
    ),
    stroke(
      'roads',
      road,
      [
        [7, 0.5],
        [12, 1.6],
        [15, 3.5],
        [18, 13],
      ],
      { filter: kind('major_road') },
    ),
    stroke(
      'roads',
      mainRoad,
      [
        [5, 0.6],
        [9, 1.4],
        [12, 2.2],
        [15, 5],
        [18, 15],
      ],
      { filter: kind('highway') },
    ),
    stroke(
      'roads',
      rail,
      [
        [8, 0.6],
        [13, 1],
        [18, 2],
      ],
      { filter: kind('rail'), dash: [6, 3] },
    ),
    stroke(
      'transit',
      rail,
      [
        [8, 0.6],
        [13, 1],
        [18, 2],
      ],
      { filter: kind('rail'), dash: [6, 3] },
    ),
  ];
}
