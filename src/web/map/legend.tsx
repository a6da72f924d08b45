import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mpsPerKnot } from '#domain/geo/units.ts';
import { type RainLevel, rainLevels } from '#domain/surveillance/rain/rain-picture.ts';
import type { FlightCategory } from '#domain/weather/category.ts';
import type { Wind } from '#domain/weather/weather.ts';
import { fillArea, Hatches } from './layers/airspace-ink.ts';
import { type AirspaceLook, airspaceLetter, airspaceStyles } from './layers/airspace-style.ts';
import type { FeatureStyle, PointSymbol } from './layers/map-feature.ts';
import { notamStyle } from './layers/notams.ts';
import { noticeStyle } from './layers/notices.ts';
import { planStyle } from './layers/plans.ts';
import { paint, type SpriteKind } from './layers/sprites.ts';
import { drawStation } from './layers/station-symbol.ts';
import { drawSymbol } from './layers/symbols.ts';
import { drawStroke, type StrokeAge } from './lightning/lightning-ink.ts';
import { type MapColours, mapFont } from './map-colours.ts';
import { useMapSettings } from './map-settings.ts';
import { alertColours, groupDash } from './map-signs.ts';
import { fillRain } from './rain/rain-ink.ts';
import { doubtedSign } from './target-text.ts';

type Sample =
  | { kind: 'target'; sprite: SpriteKind; dim?: boolean; directed?: boolean }
  | { kind: 'symbol'; symbol: PointSymbol; colour: keyof MapColours }
  | { kind: 'station'; category: FlightCategory | null; wind?: Wind }
  | { kind: 'shape'; style: FeatureStyle; letter?: string }
  | { kind: 'ring'; colour: keyof MapColours; width: number; dash?: number[] }
  | { kind: 'dot'; colour: keyof MapColours }
  | { kind: 'sign'; text: string }
  | { kind: 'ground'; colours: (keyof MapColours | 'light' | 'shade')[] }
  | { kind: 'rain'; level: RainLevel; dim?: boolean }
  | { kind: 'stroke'; age: StrokeAge; isInCloud?: boolean };

const targets: [string, Sample][] = [
  ['map.legend.plan', { kind: 'target', sprite: 'plan' }],
  ['map.legend.plain', { kind: 'target', sprite: 'plain' }],
  ['map.legend.unknownTrack', { kind: 'target', sprite: 'plain', directed: false }],
  ['map.legend.ground', { kind: 'target', sprite: 'ground' }],
  ['map.legend.old', { kind: 'target', sprite: 'plan', dim: true }],
  ['map.legend.trail', { kind: 'shape', style: { colour: 'trail', width: 1.2 } }],
  ['map.legend.coasting', { kind: 'shape', style: { colour: 'trail', width: 1.2, dash: [4, 4] } }],
  ['map.legend.vector', { kind: 'shape', style: { colour: 'ink', width: 1 } }],
  ['map.legend.selected', { kind: 'ring', colour: 'selected', width: 2 }],
  ['map.legend.warning', { kind: 'ring', colour: alertColours.warning, width: 3 }],
  ['map.legend.caution', { kind: 'ring', colour: alertColours.caution, width: 3 }],
  ['map.legend.advisory', { kind: 'ring', colour: alertColours.advisory, width: 3 }],
  ['map.legend.group', { kind: 'ring', colour: 'closed', width: 3, dash: groupDash }],
  ['map.legend.approach', { kind: 'shape', style: { colour: 'closed', width: 2, dash: [6, 4] } }],
  ['map.legend.closest', { kind: 'dot', colour: 'closed' }],
  ['map.legend.doubted', { kind: 'sign', text: doubtedSign }],
  ['map.legend.rangeRing', { kind: 'ring', colour: 'selected', width: 1.2 }],
  ['map.legend.measured', { kind: 'shape', style: { colour: 'selected', width: 2, dash: [8, 4] } }],
];

const looks: AirspaceLook[] = [
  'open',
  'closed',
  'prohibited',
  'restricted',
  'danger',
  'uasControlled',
  'application',
  'standing',
  'expired',
];

const others: [string, Sample][] = [
  ['map.legend.planFlying', { kind: 'shape', style: planStyle(9) }],
  ['map.legend.planAllowed', { kind: 'shape', style: planStyle(8) }],
  ['map.legend.planEarlier', { kind: 'shape', style: planStyle(4) }],
  ['map.legend.corridor', { kind: 'shape', style: { colour: 'planFlying', width: 1.2, dash: [8, 4] } }],
  ['map.legend.route', { kind: 'shape', style: { colour: 'route', width: 2 } }],
  [
    'map.legend.routeApplication',
    { kind: 'shape', style: { colour: 'application', width: 2, dash: [7, 5] } },
  ],
  ['map.legend.runway', { kind: 'shape', style: { colour: 'aerodrome', width: 1.5, inside: 'wash' } }],
  ['map.legend.civil', { kind: 'symbol', symbol: 'civil', colour: 'aerodrome' }],
  ['map.legend.general', { kind: 'symbol', symbol: 'general', colour: 'aerodrome' }],
  ['map.legend.heliport', { kind: 'symbol', symbol: 'heliport', colour: 'aerodrome' }],
  ['map.legend.military', { kind: 'symbol', symbol: 'military', colour: 'aerodrome' }],
  ['map.legend.navigationPoint', { kind: 'symbol', symbol: 'waypoint', colour: 'route' }],
  ['map.legend.obstacle', { kind: 'symbol', symbol: 'obstacle', colour: 'obstacle' }],
  ['map.legend.obstacleLit', { kind: 'symbol', symbol: 'obstacleLit', colour: 'obstacle' }],
  ['map.legend.powerLine', { kind: 'shape', style: { colour: 'obstacle', width: 1.4, dash: [10, 3, 2, 3] } }],
  ['map.legend.town', { kind: 'symbol', symbol: 'place', colour: 'place' }],
  ['map.legend.boundary', { kind: 'shape', style: { colour: 'boundary', width: 1, dash: [8, 3, 2, 3] } }],
  ['map.legend.landingPoint', { kind: 'symbol', symbol: 'landingPoint', colour: 'point' }],
];

const sampleWind: Wind = { directionDeg: 90, speedMps: 15 * mpsPerKnot, gustMps: null, variableDeg: null };

const information: [string, Sample][] = [
  ...(['VFR', 'MVFR', 'IFR', 'LIFR'] as const).map((category): [string, Sample] => [
    `weather.category.${category}`,
    { kind: 'station', category },
  ]),
  ['weather.category.unknown', { kind: 'station', category: null }],
  ['map.legend.wind', { kind: 'station', category: 'VFR', wind: sampleWind }],
  ['map.legend.sigmet', { kind: 'shape', style: { colour: 'sigmet', width: 2, inside: 'wash' } }],
  [
    'map.legend.airmet',
    { kind: 'shape', style: { colour: 'airmet', width: 1.6, dash: [10, 4], inside: 'wash' } },
  ],
  [
    'map.legend.forecastArea',
    { kind: 'shape', style: { colour: 'sigmet', width: 2, dash: [3, 5], inside: 'none' } },
  ],
  ['map.legend.notamHold', { kind: 'shape', style: notamStyle({ effect: 'hold', areaFrom: 'text' }) }],
  ['map.legend.notamWarn', { kind: 'shape', style: notamStyle({ effect: 'warn', areaFrom: 'text' }) }],
  ['map.legend.notamNone', { kind: 'shape', style: notamStyle({ effect: 'none', areaFrom: 'text' }) }],
  ['map.legend.notamCircle', { kind: 'shape', style: notamStyle({ effect: 'warn', areaFrom: 'qLine' }) }],
  ['map.legend.noticeStop', { kind: 'shape', style: noticeStyle('stopActivity') }],
  ['map.legend.notice', { kind: 'shape', style: noticeStyle(null) }],
  [
    'map.legend.dimmed',
    { kind: 'shape', style: { colour: 'neutral', width: 1, dash: [2, 4], inside: 'none' } },
  ],
];

const rain: [string, Sample][] = [
  ...rainLevels.map((level): [string, Sample] => [`map.legend.rain.${level}`, { kind: 'rain', level }]),
  ['map.legend.rain.old', { kind: 'rain', level: 3, dim: true }],
];

const lightning: [string, Sample][] = [
  ['map.legend.lightning.new', { kind: 'stroke', age: 'new' }],
  ['map.legend.lightning.recent', { kind: 'stroke', age: 'recent' }],
  ['map.legend.lightning.old', { kind: 'stroke', age: 'old' }],
  ['map.legend.lightning.cloud', { kind: 'stroke', age: 'new', isInCloud: true }],
];

const base: [string, Sample][] = [
  ['map.legend.coast', { kind: 'shape', style: { colour: 'coast', width: 1 } }],
  ['map.legend.river', { kind: 'shape', style: { colour: 'river', width: 1.3 } }],
  ['map.legend.lake', { kind: 'ground', colours: ['water'] }],
  ['map.legend.urban', { kind: 'ground', colours: ['urban'] }],
  ['map.legend.sea', { kind: 'ground', colours: ['sea'] }],
  ['map.legend.graticule', { kind: 'shape', style: { colour: 'graticule', width: 1 } }],
  ['map.legend.contour', { kind: 'shape', style: { colour: 'contour', width: 1.3 } }],
  ['map.legend.relief', { kind: 'ground', colours: ['light', 'land', 'shade'] }],
];

/** Of the installation's own base map. */
const ownBase: [string, Sample][] = [
  ['map.legend.wood', { kind: 'ground', colours: ['wood'] }],
  ['map.legend.building', { kind: 'ground', colours: ['building'] }],
  ['map.legend.mainRoad', { kind: 'shape', style: { colour: 'mainRoad', width: 3 } }],
  ['map.legend.road', { kind: 'shape', style: { colour: 'road', width: 2 } }],
  ['map.legend.rail', { kind: 'shape', style: { colour: 'rail', width: 1.5, dash: [6, 3] } }],
  ['map.legend.airfield', { kind: 'ground', colours: ['runway'] }],
];

/** The one legend: each sign beside its word, painted by the code that paints the map. `titles`: of these groups alone. */
export function Legend({ colours, titles }: { colours: MapColours; titles?: readonly string[] }) {
  const { t } = useTranslation();
  const hasOwnBase = Boolean(useMapSettings()?.basemapUrl);
  const airspaces = looks.map((look): [string, Sample] => [
    `map.legend.airspace.${look}`,
    { kind: 'shape', style: airspaceStyles[look], letter: airspaceLetter(look) },
  ]);
  const groups: [string, [string, Sample][]][] = [
    ['map.legend.targets', targets],
    ['map.legend.airspaces', airspaces],
    ['map.legend.others', others],
    ['map.information.title', information],
    ['map.rain.title', rain],
    ['map.layer.lightning', lightning],
    ['map.legend.base', hasOwnBase ? [...base, ...ownBase] : base],
  ];
  return (
    <div className="cw-legend">
      {groups
        .filter(([title]) => titles?.includes(title) ?? true)
        .map(([title, entries]) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <ul>
              {entries.map(([key, sample]) => (
                <li key={key}>
                  <Swatch sample={sample} colours={colours} />
                  {t(key)}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

const swatch = { width: 34, height: 22 };

function Swatch({ sample, colours }: { sample: Sample; colours: MapColours }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    context.canvas.width = swatch.width * ratio;
    context.canvas.height = swatch.height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (sample.kind === 'symbol') {
      drawSymbol(
        context,
        sample.symbol,
        swatch.width / 2,
        swatch.height / 2,
        colours[sample.colour],
        colours,
      );
    } else if (sample.kind === 'station') {
      // A barb reaches to the right of its ring.
      const scale = sample.wind ? 0.6 : 0.7;
      const x = sample.wind ? 9 : swatch.width / 2;
      context.scale(scale, scale);
      const look = { category: sample.category, wind: sample.wind ?? null };
      drawStation(context, look, x / scale, swatch.height / 2 / scale, colours);
    } else if (sample.kind === 'ground') {
      const inks = { ...colours, light: '#ffffff', shade: 'rgba(0, 0, 0, 0.5)' };
      const part = 26 / sample.colours.length;
      sample.colours.forEach((name, i) => {
        context.fillStyle = inks[name];
        context.fillRect(4 + i * part, 4, part, 14);
      });
      context.strokeStyle = colours.neutral;
      context.lineWidth = 0.5;
      context.strokeRect(4, 4, 26, 14);
    } else if (sample.kind === 'target') {
      context.translate(swatch.width / 2, swatch.height / 2);
      paint(context, sample.sprite, sample.dim ?? false, sample.directed ?? true, colours);
    } else if (sample.kind === 'rain') {
      const path = new Path2D();
      path.rect(4, 4, 26, 14);
      fillRain(context, path, sample.level, colours, hatches, sample.dim ?? false);
    } else if (sample.kind === 'stroke') {
      const { age, isInCloud = false } = sample;
      drawStroke(context, { age, isInCloud }, swatch.width / 2, swatch.height / 2, colours);
    } else if (sample.kind === 'ring') {
      context.beginPath();
      context.arc(swatch.width / 2, swatch.height / 2, 8, 0, 2 * Math.PI);
      context.strokeStyle = colours[sample.colour];
      context.lineWidth = sample.width;
      context.setLineDash(sample.dash ?? []);
      context.stroke();
      context.setLineDash([]);
    } else if (sample.kind === 'dot') {
      context.beginPath();
      context.arc(swatch.width / 2, swatch.height / 2, 4, 0, 2 * Math.PI);
      context.fillStyle = colours[sample.colour];
      context.fill();
    } else if (sample.kind === 'sign') {
      context.font = `600 13px ${mapFont}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = colours.ink;
      context.fillText(sample.text, swatch.width / 2, swatch.height / 2);
    } else {
      paintShape(context, sample.style, colours, sample.letter ?? '');
    }
  }, [sample, colours]);
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} style={{ width: swatch.width, height: swatch.height }} />
    </span>
  );
}

const hatches = new Hatches();

function paintShape(
  context: CanvasRenderingContext2D,
  style: FeatureStyle,
  colours: MapColours,
  letter: string,
): void {
  const colour = colours[style.colour];
  const path = new Path2D();
  if (style.inside === undefined) {
    path.moveTo(3, 11);
    path.lineTo(31, 11);
  } else {
    path.rect(4, 4, 26, 14);
    fillArea(context, path, style, colour, hatches);
  }
  context.strokeStyle = colour;
  context.lineWidth = style.width ?? 1.5;
  context.setLineDash(style.dash ?? []);
  context.stroke(path);
  context.setLineDash([]);
  if (letter === '') return;
  context.font = `700 11px ${mapFont}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = colours.halo;
  context.strokeText(letter, swatch.width / 2, swatch.height / 2);
  context.fillStyle = colour;
  context.fillText(letter, swatch.width / 2, swatch.height / 2);
}
