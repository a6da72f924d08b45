import { Button, Segmented, Tabs } from 'antd';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
import { type Geometry, isGeometry } from '../../domain/geo/geojson.ts';
import {
  fieldsOfShape,
  geometryOfShape,
  type Shape,
  type ShapeFields,
  shapeOfFields,
  shapeOfGeometry,
} from '../../domain/geo/shapes.ts';
import type { GeometryKind } from '../../domain/resource.ts';
import { useLocale } from '../locale.ts';
import { createDrawing, type Drawing, type Tool } from './drawing.ts';
import { type FeatureGroup, FlatMap, useOverlay } from './flat.tsx';
import { GeoJsonText } from './geojson-text.tsx';
import type { MapFeature } from './layers/map-feature.ts';
import { loadAerodromes, loadAirspaces, loadPoints } from './layers/records-layers.ts';
import { rememberedView } from './map-memory.ts';
import { boundsOf, fitTo } from './plan-map.tsx';
import { ShapeFigures } from './shape-figures.tsx';

const toolsOf: Record<GeometryKind, Tool[]> = {
  Polygon: ['polygon', 'circle', 'sector', 'corridor', 'pointRadius'],
  MultiPolygon: ['corridor'],
  LineString: ['line'],
  Point: ['point'],
};

const stepsKept = 50;

/**
 * Draws one geometry on a map, or takes it as figures, as GeoJSON text, or from an airspace that is there.
 * `value` and what `onChange` gives are GeoJSON (WGS-84) of one of `kinds`, or null. `shape` and `onShape` carry the
 * figures it was made from (centre and radius, line and width) where the record keeps them.
 */
export function GeometryInput({
  value,
  onChange,
  kinds,
  disabled = false,
  shape: fields,
  onShape,
  context = true,
  height = 360,
}: {
  value: unknown;
  onChange: (value: Geometry | null) => void;
  kinds: readonly GeometryKind[];
  disabled?: boolean;
  shape?: Partial<ShapeFields>;
  onShape?: (fields: ShapeFields | null) => void;
  /** Shows airspaces, aerodromes and points around, and lets an airspace be taken over. */
  context?: boolean;
  height?: number;
}) {
  const { t } = useTranslation();
  // Where the situation map was last is where the next shape is most likely to be.
  const [view] = useState(() => rememberedView() ?? { latitude: 34.5, longitude: 108.9, zoom: 4 });
  const around = useContextGroups(context);
  const given = isGeometry(value, kinds) ? value : null;
  const [shape, setShape] = useState<Shape | null>(() => shapeOfFields(fields ?? {}, given));
  const [past, setPast] = useState<(Shape | null)[]>([]);
  const [tool, setTool] = useState<Tool | 'pick' | null>(null);
  const drawing = useRef<Drawing | null>(null);
  const geometry = useMemo(() => shape && geometryOfShape(shape), [shape]);
  const tools = [...new Set(kinds.flatMap((kind) => toolsOf[kind]))];
  const areas = kinds.includes('Polygon');

  // What came from outside (another record, an undo of the form) replaces what is here; our own echo does not.
  const sent = useRef(JSON.stringify(geometry));
  const drawnHere = useRef<string | null>(null);
  const arrived = JSON.stringify(given);
  useEffect(() => {
    if (arrived === sent.current) return;
    sent.current = arrived;
    const next: Geometry | null = JSON.parse(arrived);
    setShape(next && shapeOfGeometry(next));
    drawing.current?.rest();
  }, [arrived]);

  const change = (next: Shape | null, undoing = false) => {
    if (!undoing) setPast((list) => [...list.slice(-stepsKept), shape]);
    setShape(next);
    setTool(null);
    const made = next && geometryOfShape(next);
    sent.current = JSON.stringify(made);
    drawnHere.current = sent.current;
    onChange(made);
    onShape?.(next && fieldsOfShape(next));
  };
  const groups = useMemo(
    () => [...around, { id: 'drawn', features: geometry ? [drawnFeature(geometry)] : [] }],
    [around, geometry],
  );

  const choose = (next: Tool | 'pick') => {
    setTool(next);
    if (next === 'pick') drawing.current?.rest();
    else drawing.current?.draw(next);
  };
  const undo = () => {
    const before = past.at(-1);
    if (before === undefined) return;
    setPast(past.slice(0, -1));
    drawing.current?.rest();
    change(before, true);
  };

  const map = (
    <div className="cw-draw">
      {!disabled && (
        <div className="cw-draw-tools" role="toolbar" aria-label={t('map.draw.tools')}>
          <Segmented<string>
            size="small"
            value={tool ?? ''}
            onChange={(next) => choose(tools.find((one) => one === next) ?? 'pick')}
            options={[
              ...tools.map((one) => ({ value: one, label: t(`map.draw.${one}`) })),
              ...(context && areas ? [{ value: 'pick', label: t('map.draw.pick') }] : []),
            ]}
          />
          <Button
            size="small"
            disabled={!shape || shape.kind === 'free'}
            onClick={() => shape && drawing.current?.edit(shape)}
          >
            {t('map.draw.edit')}
          </Button>
          <Button size="small" disabled={past.length === 0} onClick={undo}>
            {t('map.draw.undo')}
          </Button>
          <Button
            size="small"
            disabled={!shape}
            onClick={() => {
              drawing.current?.rest();
              change(null);
            }}
          >
            {t('map.draw.clear')}
          </Button>
        </div>
      )}
      {!disabled && (
        <output className="cw-draw-hint">{t(tool ? `map.draw.hint.${tool}` : 'map.draw.hint')}</output>
      )}
      <div className="cw-small-map" style={{ height }}>
        <FlatMap label={t('map.draw.title')} view={view} groups={groups} embedded>
          <FitToArrived geometry={geometry} arrived={arrived} drawnHere={drawnHere} />
          {!disabled && <DrawOn drawing={drawing} onShape={change} />}
          {tool === 'pick' && (
            <PickFeature kinds={kinds} onPick={(picked) => change(shapeOfGeometry(picked))} />
          )}
        </FlatMap>
      </div>
      <ShapeFigures
        shape={shape}
        tools={tools}
        disabled={disabled}
        onChange={(next) => {
          drawing.current?.rest();
          change(next);
        }}
      />
    </div>
  );

  return (
    <Tabs
      size="small"
      items={[
        { key: 'map', label: t('map.draw.map'), children: map, forceRender: true },
        {
          key: 'text',
          label: 'GeoJSON',
          children: (
            <GeoJsonText
              value={geometry}
              kinds={kinds}
              disabled={disabled}
              onChange={(next) => {
                drawing.current?.rest();
                change(next && shapeOfGeometry(next));
              }}
            />
          ),
        },
      ]}
    />
  );
}

/** Inside a FlatMap: goes to what came from outside; under the hand of one who draws the map stays where it is. */
function FitToArrived({
  geometry,
  arrived,
  drawnHere,
}: {
  geometry: Geometry | null;
  arrived: string;
  drawnHere: RefObject<string | null>;
}) {
  const map = useMap();
  const latest = useRef(geometry);
  latest.current = geometry;
  useEffect(() => {
    if (latest.current && arrived !== drawnHere.current) fitTo(map, boundsOf([latest.current]));
  }, [map, arrived, drawnHere]);
  return null;
}

/** Inside a FlatMap: the drawing tools, handed out by `drawing` for as long as they are there. */
function DrawOn({
  drawing,
  onShape,
}: {
  drawing: RefObject<Drawing | null>;
  onShape: (shape: Shape) => void;
}) {
  const map = useMap();
  const latest = useRef(onShape);
  latest.current = onShape;
  // Its layers have to go before the map itself does, which ends in an ordinary effect.
  useLayoutEffect(() => {
    const made = createDrawing(map, (drawn) => latest.current(drawn));
    drawing.current = made;
    return () => {
      drawing.current = null;
      made.stop();
    };
  }, [map, drawing]);
  return null;
}

/** Inside a FlatMap: a click takes over the shape that is there. */
function PickFeature({
  kinds,
  onPick,
}: {
  kinds: readonly GeometryKind[];
  onPick: (geometry: Geometry) => void;
}) {
  const overlay = useOverlay();
  const map = useMapEvents({
    click({ containerPoint }) {
      const found = overlay.featureAt(map, containerPoint);
      if (found && isGeometry(found.geometry, kinds)) onPick(found.geometry);
    },
  });
  return null;
}

const contextLoaders: [string, typeof loadAirspaces][] = [
  ['airspaces', loadAirspaces],
  ['aerodromes', loadAerodromes],
  ['points', loadPoints],
];

/** What is around the shape that is drawn: context only, without it one can still draw. */
function useContextGroups(wanted: boolean): readonly FeatureGroup[] {
  const locale = useLocale();
  const [groups, setGroups] = useState<readonly FeatureGroup[]>(() =>
    contextLoaders.map(([id]) => ({ id, features: [] })),
  );
  useEffect(() => {
    if (!wanted) return;
    const running = new AbortController();
    for (const [id, load] of contextLoaders) {
      load(locale, running.signal).then(
        (features) => {
          if (running.signal.aborted) return;
          setGroups((current) => current.map((group) => (group.id === id ? { id, features } : group)));
        },
        () => undefined,
      );
    }
    return () => running.abort();
  }, [wanted, locale]);
  return groups;
}

function drawnFeature(geometry: Geometry): MapFeature {
  return {
    id: 'drawn',
    geometry,
    style:
      geometry.type === 'Point'
        ? { colour: 'selected', symbol: 'waypoint' }
        : { colour: 'selected', width: 2.5, inside: 'wash' },
    label: '',
    rank: 1,
  };
}
