import * as L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import 'leaflet/dist/leaflet.css';
import './map.css';
import type { Locale } from '../../domain/resource.ts';
import { useLocale } from '../locale.ts';
import { useMode } from '../shell/appearance.ts';
import { type BaseMapData, BaseMapLayer, createBaseMapData } from './layers/base-map.ts';
import { Overlay } from './layers/overlay.ts';
import { detailPlacesFromZoom, placeFeatures } from './layers/places.ts';
import { type MapColours, mapColours } from './map-colours.ts';

// Outside React: the files of the base map are loaded once for the whole session.
const baseMapData: BaseMapData = createBaseMapData();

export interface MapView {
  /** WGS-84 degrees. */
  latitude: number;
  longitude: number;
  zoom: number;
}

/** The flat map: Leaflet with the base map and one canvas for all that stands still. */
export interface FlatMap {
  map: L.Map;
  overlay: Overlay;
  /** Null: the base map alone. */
  setTileUrl(url: string | null): void;
}

interface FlatMapOptions {
  view: MapView;
  colours: MapColours;
  /** Ids of the overlay's groups, lowest first. */
  order: readonly string[];
  attribution: string;
  /** Small maps inside pages: the wheel scrolls the page until the map is clicked. */
  embedded: boolean;
}

const placesGroup = 'places';

function createFlatMap(container: HTMLElement, options: FlatMapOptions) {
  const { view, colours, order, attribution, embedded } = options;
  const map = L.map(container, {
    center: [view.latitude, view.longitude],
    zoom: view.zoom,
    minZoom: 2,
    maxZoom: 18,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    zoomSnap: 0.5,
    scrollWheelZoom: !embedded,
  });
  // The world has no more to the north and south.
  map.setMaxBounds([
    [-85.05, -Infinity],
    [85.05, Infinity],
  ]);
  L.control.attribution({ prefix: false, position: 'bottomright' }).addAttribution(attribution).addTo(map);
  L.control.scale({ imperial: false, position: 'bottomright' }).addTo(map);
  const baseMap = new BaseMapLayer(baseMapData, colours).addTo(map);
  const overlay = new Overlay(colours, [placesGroup, ...order]).addTo(map);
  if (embedded) map.once('click', () => map.scrollWheelZoom.enable());
  let tiles: L.TileLayer | null = null;
  return {
    map,
    overlay,
    baseMap,
    setTileUrl(url: string | null) {
      tiles?.remove();
      tiles = url ? L.tileLayer(url, { maxZoom: 20 }).addTo(map) : null;
    },
  };
}

/** Names of towns in the language of the screen; the small ones are loaded when one comes near. */
function followPlaces(map: L.Map, overlay: Overlay, locale: Locale): () => void {
  let stopped = false;
  let detailed = false;
  const show = async () => {
    const detail = map.getZoom() >= detailPlacesFromZoom;
    if (detailed || (detailed && !detail)) return;
    detailed = detail;
    const rows = [...(await baseMapData.places()), ...(detail ? await baseMapData.placesDetail() : [])];
    if (!stopped) overlay.setFeatures(placesGroup, placeFeatures(rows, locale));
  };
  // Without the files the map has no names; everything else works.
  const attempt = () => void show().catch(() => undefined);
  attempt();
  map.on('zoomend', attempt);
  return () => {
    stopped = true;
    map.off('zoomend', attempt);
  };
}

/**
 * Keeps a map in a `div` for as long as the component lives. The map is Leaflet's, not React's: it is made in an effect
 * and removed by its cleanup, so that StrictMode's second run finds an empty container.
 */
export function useFlatMap({
  view,
  order,
  embedded = false,
  tileUrl = null,
}: {
  /** Where it opens; later values are not followed. */
  view: MapView;
  order: readonly string[];
  embedded?: boolean;
  tileUrl?: string | null;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [flatMap, setFlatMap] = useState<ReturnType<typeof createFlatMap> | null>(null);
  const mode = useMode();
  const locale = useLocale();
  const { t } = useTranslation();
  const first = useRef({
    view,
    order,
    embedded,
    colours: mapColours[mode],
    attribution: t('map.attribution'),
  });

  useEffect(() => {
    if (!container.current) return;
    const made = createFlatMap(container.current, first.current);
    setFlatMap(made);
    const observer = new ResizeObserver(() =>
      made.map.invalidateSize({ animate: false, debounceMoveend: true }),
    );
    observer.observe(container.current);
    return () => {
      observer.disconnect();
      made.map.remove();
      setFlatMap(null);
    };
  }, []);

  useEffect(() => {
    flatMap?.baseMap.recolour(mapColours[mode]);
    flatMap?.overlay.recolour(mapColours[mode]);
  }, [flatMap, mode]);

  useEffect(
    () => (flatMap ? followPlaces(flatMap.map, flatMap.overlay, locale) : undefined),
    [flatMap, locale],
  );
  useEffect(() => flatMap?.setTileUrl(tileUrl), [flatMap, tileUrl]);

  return { container, flatMap: flatMap as FlatMap | null, colours: mapColours[mode], locale };
}
