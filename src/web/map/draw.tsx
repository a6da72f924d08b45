import { Tabs } from 'antd';
import type * as L from 'leaflet';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { onGeodesics } from '#domain/geo/measure.ts';
import {
  fieldsOfShape,
  geometryOfShape,
  type Shape,
  type ShapeFields,
  shapeOfFields,
  shapeOfGeometry,
} from '#domain/geo/shapes.ts';
import type { GeometryKind } from '#domain/record/resource.ts';
import { useContextGroups } from './draw-context.ts';
import { DrawOn } from './draw-on.tsx';
import { DrawTools } from './draw-tools.tsx';
import type { Drawing, Tool } from './drawing.ts';
import { FlatMap, useOverlay } from './flat-map.tsx';
import { GeoJsonText } from './geojson-text.tsx';
import type { MapFeature } from './layers/map-feature.ts';
import { remember, remembered, rememberedView } from './map-memory.ts';
import { everywhere } from './map-view.ts';
import { boundsOf, boundsOfFeatures, fitTo } from './plan-map.tsx';
import { begun, redone, stepped, undone } from './shape-history.ts';
import { ShapeParameters } from './shape-parameters.tsx';
import './draw.css';
import { pressedKey } from '#web/ui/composing.ts';

const toolsOf: Record<GeometryKind, Tool[]> = {
  Polygon: ['polygon', 'circle', 'sector', 'corridor', 'pointRadius'],
  MultiPolygon: ['corridor'],
  LineString: ['line'],
  Point: ['point'],
};

const nothing: readonly MapFeature[] = [];
/** A shape below this size cannot be told from its handles. */
const leastPx = 24;

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
  without = null,
  marked = nothing,
  selected = null,
  height = 360,
}: {
  value: unknown;
  onChange: (value: Geometry | null) => void;
  kinds: readonly GeometryKind[];
  disabled?: boolean;
  shape?: Partial<ShapeFields>;
  onShape?: (fields: ShapeFields | null) => void;
  /** Shows airspaces, aerodromes and points around, fits places to them, and lets an airspace be taken over. */
  context?: boolean;
  /** A feature of what is around that is left out: the record itself. */
  without?: string | null;
  /** Shapes to point at above what is around, e.g. what a check has found, and the one that is meant now. */
  marked?: readonly MapFeature[];
  selected?: string | null;
  height?: number | string;
}) {
  const { t } = useTranslation();
  // Where the situation map was last is where the next shape is most likely to be.
  const [known] = useState(rememberedView);
  const [view] = useState(() => known ?? everywhere);
  const around = useContextGroups(context, without);
  const given = isGeometry(value, kinds) ? value : null;
  const [history, setHistory] = useState(() => begun<Shape | null>(shapeOfFields(fields ?? {}, given)));
  const [preview, setPreview] = useState<Shape | null>(null);
  const [tool, setTool] = useState<Tool | 'pick' | null>(null);
  const [snaps, setSnaps] = useState(() => remembered('snaps') !== false);
  const drawing = useRef<Drawing | null>(null);
  const shape = history.now;
  const geometry = useMemo(() => shape && geometryOfShape(shape), [shape]);
  const tools = [...new Set(kinds.flatMap((kind) => toolsOf[kind]))];

  // What came from outside (another record, an undo of the form) replaces what is here; our own echo does not.
  const sent = useRef(JSON.stringify(geometry));
  const drawnHere = useRef<string | null>(null);
  const arrived = JSON.stringify(given);
  useEffect(() => {
    if (arrived === sent.current) return;
    sent.current = arrived;
    const next: Geometry | null = JSON.parse(arrived);
    setHistory((before) => stepped(before, next && shapeOfGeometry(next)));
    drawing.current?.rest();
  }, [arrived]);

  const take = (next: typeof history) => {
    if (next === history) return;
    drawing.current?.rest();
    setHistory(next);
    setPreview(null);
    setTool(null);
    const made = next.now && geometryOfShape(next.now);
    sent.current = JSON.stringify(made);
    drawnHere.current = sent.current;
    onChange(made);
    onShape?.(next.now && fieldsOfShape(next.now));
  };
  const change = (next: Shape | null) => take(stepped(history, next));

  const shown = useMemo(() => (preview ? geometryOfShape(preview) : geometry), [preview, geometry]);
  const groups = useMemo(
    () => [
      ...around,
      { id: 'marked', features: marked },
      { id: 'drawn', features: shown ? [drawnFeature(shown)] : [] },
    ],
    [around, marked, shown],
  );
  const targets = useMemo(
    () => (snaps ? [...around, { features: marked }].flatMap(({ features }) => features) : nothing),
    [snaps, around, marked],
  );

  const choose = (next: Tool | 'pick') => {
    setTool(next);
    if (next === 'pick') drawing.current?.rest();
    else drawing.current?.draw(next);
  };
  const stopDrawing = () => {
    drawing.current?.rest();
    setTool(null);
  };
  const onKey = (event: KeyboardEvent) => {
    if (disabled) return;
    if (pressedKey(event) === 'Escape' && tool) {
      event.stopPropagation();
      stopDrawing();
      return;
    }
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea');
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = pressedKey(event).toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    take(key === 'y' || event.shiftKey ? redone(history) : undone(history));
  };

  const map = (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of its controls and of the map come together here
    <div className="cw-draw" onKeyDown={onKey}>
      {!disabled && (
        <DrawTools
          tools={tools}
          tool={tool}
          picks={context && kinds.includes('Polygon')}
          snaps={snaps}
          mayUndo={history.past.length > 0}
          mayRedo={history.future.length > 0}
          empty={!shape}
          onTool={choose}
          onSnaps={(next) => {
            setSnaps(next);
            remember('snaps', next);
          }}
          onUndo={() => take(undone(history))}
          onRedo={() => take(redone(history))}
          onClear={() => change(null)}
        />
      )}
      {!disabled && (
        <output className="cw-draw-hint">
          {t(tool ? `map.draw.hint.${tool}` : shape ? 'map.draw.hint.edit' : 'map.draw.hint')}
        </output>
      )}
      <div className="cw-small-map" style={{ height }}>
        <FlatMap
          label={t('map.draw.title')}
          view={view}
          groups={groups}
          selectedFeatureId={selected}
          embedded
        >
          {!known && !given && <FitToFirst features={around[0]?.features ?? nothing} />}
          <FitToArrived geometry={geometry} arrived={arrived} drawnHere={drawnHere} />
          {!disabled && (
            <DrawOn
              drawing={drawing}
              shape={shape}
              busy={tool !== null}
              targets={targets}
              onShape={change}
              onPreview={setPreview}
            />
          )}
          {tool === 'pick' && (
            <PickFeature kinds={kinds} onPick={(picked) => change(shapeOfGeometry(picked))} />
          )}
        </FlatMap>
      </div>
      <ShapeParameters
        shape={preview ?? shape}
        geometry={shown}
        tools={tools}
        disabled={disabled}
        onChange={change}
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
              onChange={(next) => change(next && shapeOfGeometry(next))}
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
    if (!latest.current) return;
    const bounds = boundsOf([latest.current]);
    // Figures that were typed may lie where the map is not, or be a dot on it: it goes there, and only then.
    if (arrived !== drawnHere.current || (bounds && isLost(map, bounds))) fitTo(map, bounds);
  }, [map, arrived, drawnHere]);
  return null;
}

/** Outside of what is seen, or so small that its handles hide it. */
function isLost(map: L.Map, [west, south, east, north]: NonNullable<ReturnType<typeof boundsOf>>): boolean {
  if (
    !map.getBounds().intersects([
      [south, west],
      [north, east],
    ])
  )
    return true;
  const size = map.latLngToLayerPoint([south, east]).subtract(map.latLngToLayerPoint([north, west]));
  return (west < east || south < north) && Math.max(size.x, size.y) < leastPx;
}

/** Inside a FlatMap: a map that was never seen before goes once to where the airspaces are. */
function FitToFirst({ features }: { features: readonly MapFeature[] }) {
  const map = useMap();
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current || features.length === 0) return;
    gone.current = true;
    fitTo(map, boundsOfFeatures(features));
  }, [map, features]);
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

function drawnFeature(geometry: Geometry): MapFeature {
  return {
    id: 'drawn',
    // Legs are shown as they are meant, on their geodesics.
    geometry: onGeodesics(geometry),
    style:
      geometry.type === 'Point'
        ? { colour: 'selected', symbol: 'waypoint' }
        : { colour: 'selected', width: 2.5, inside: 'wash' },
    label: '',
    rank: 1,
  };
}
