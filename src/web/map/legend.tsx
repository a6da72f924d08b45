import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RainLevel, rainLevels } from '#domain/surveillance/rain/rain-picture.ts';
import type { FlightCategory } from '#domain/weather/category.ts';
import { fillArea, Hatches } from './layers/airspace-ink.ts';
import { type AirspaceLook, airspaceLetter, airspaceStyles } from './layers/airspace-style.ts';
import type { FeatureStyle, PointSymbol } from './layers/map-feature.ts';
import { planStyle } from './layers/plans.ts';
import { paint, type SpriteKind } from './layers/sprites.ts';
import { drawStation } from './layers/station-symbol.ts';
import { drawSymbol } from './layers/symbols.ts';
import { type MapColours, mapFont } from './map-colours.ts';
import { fillRain } from './rain/rain-ink.ts';

type Sample =
  | { kind: 'target'; sprite: SpriteKind; dim?: boolean; directed?: boolean }
  | { kind: 'symbol'; symbol: PointSymbol; colour: keyof MapColours }
  | { kind: 'station'; category: FlightCategory | null }
  | { kind: 'shape'; style: FeatureStyle; letter?: string }
  | { kind: 'ring'; colour: keyof MapColours; width: number }
  | { kind: 'rain'; level: RainLevel; dim?: boolean };

const targets: [string, Sample][] = [
  ['map.legend.plan', { kind: 'target', sprite: 'plan' }],
  ['map.legend.plain', { kind: 'target', sprite: 'plain' }],
  ['map.legend.unknownTrack', { kind: 'target', sprite: 'plain', directed: false }],
  ['map.legend.ground', { kind: 'target', sprite: 'ground' }],
  ['map.legend.old', { kind: 'target', sprite: 'plan', dim: true }],
  ['map.legend.trail', { kind: 'shape', style: { colour: 'trail', width: 1.2 } }],
  ['map.legend.vector', { kind: 'shape', style: { colour: 'ink', width: 1 } }],
  ['map.legend.selected', { kind: 'ring', colour: 'selected', width: 2 }],
  ['map.legend.warning', { kind: 'ring', colour: 'closed', width: 3 }],
  ['map.legend.caution', { kind: 'ring', colour: 'application', width: 3 }],
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
];

const others: [string, Sample][] = [
  ['map.legend.planFlying', { kind: 'shape', style: planStyle(9) }],
  ['map.legend.planAllowed', { kind: 'shape', style: planStyle(8) }],
  ['map.legend.planEarlier', { kind: 'shape', style: planStyle(4) }],
  ['map.legend.route', { kind: 'shape', style: { colour: 'route', width: 2 } }],
  [
    'map.legend.routeApplication',
    { kind: 'shape', style: { colour: 'application', width: 2, dash: [7, 5] } },
  ],
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

const information: [string, Sample][] = [
  ...(['VFR', 'MVFR', 'IFR', 'LIFR'] as const).map((category): [string, Sample] => [
    `weather.category.${category}`,
    { kind: 'station', category },
  ]),
  ['map.legend.sigmet', { kind: 'shape', style: { colour: 'sigmet', width: 2, inside: 'wash' } }],
  [
    'map.legend.airmet',
    { kind: 'shape', style: { colour: 'airmet', width: 1.6, dash: [10, 4], inside: 'wash' } },
  ],
  [
    'map.legend.dimmed',
    { kind: 'shape', style: { colour: 'neutral', width: 1, dash: [2, 4], inside: 'none' } },
  ],
];

const rain: [string, Sample][] = [
  ...rainLevels.map((level): [string, Sample] => [`map.legend.rain.${level}`, { kind: 'rain', level }]),
  ['map.legend.rain.old', { kind: 'rain', level: 3, dim: true }],
];

/** The one legend: each sign beside its word, painted by the code that paints the map. */
export function Legend({ colours }: { colours: MapColours }) {
  const { t } = useTranslation();
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
  ];
  return (
    <div className="cw-legend">
      {groups.map(([title, entries]) => (
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
      context.scale(0.7, 0.7);
      drawStation(
        context,
        { category: sample.category, wind: null },
        swatch.width / 1.4,
        swatch.height / 1.4,
        colours,
      );
    } else if (sample.kind === 'target') {
      context.translate(swatch.width / 2, swatch.height / 2);
      paint(context, sample.sprite, sample.dim ?? false, sample.directed ?? true, colours);
    } else if (sample.kind === 'rain') {
      const path = new Path2D();
      path.rect(4, 4, 26, 14);
      fillRain(context, path, sample.level, colours, hatches, sample.dim ?? false);
    } else if (sample.kind === 'ring') {
      context.beginPath();
      context.arc(swatch.width / 2, swatch.height / 2, 8, 0, 2 * Math.PI);
      context.strokeStyle = colours[sample.colour];
      context.lineWidth = sample.width;
      context.stroke();
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
