import { useQuery } from '@tanstack/react-query';
import type * as L from 'leaflet';
import { createContext, type ReactNode, type Ref, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AttributionControl,
  MapContainer,
  ScaleControl,
  TileLayer,
  useMap,
  useMapEvents,
} from 'react-leaflet';
import 'leaflet/dist/leaflet.css';
import './map.css';
import './panels.css';
import type { Locale } from '#domain/text/label.ts';
import { useLocale } from '#web/client/locale.ts';
import { queryClient } from '#web/client/query-client.ts';
import { useMode } from '#web/ui/appearance.ts';
import { BaseMapLayer, createBaseMapData } from './layers/base-map.ts';
import type { MapFeature } from './layers/map-feature.ts';
import { Overlay } from './layers/overlay.ts';
import { detailPlacesFromZoom, placeFeatures } from './layers/places.ts';
import type { VectorMap } from './layers/vector/vector-layer.ts';
import { type MapColours, mapColours } from './map-colours.ts';
import { useMapSettings } from './map-settings.ts';
import { MapTools } from './map-tools.tsx';
import type { MapView } from './map-view.ts';

// Outside React: the files of the base map are loaded once for the whole session.
const baseMapData = createBaseMapData();
const placesGroup = 'places';
const namesGroup = 'names';
// The world has no more to the north and south.
const worldBounds: L.LatLngBoundsLiteral = [
  [-85.05, -Infinity],
  [85.05, Infinity],
];

/** Features that are drawn, replaced and stacked together. */
export interface FeatureGroup {
  id: string;
  features: readonly MapFeature[];
}

/**
 * The flat map: land and water, tiles where the operator has some, and one canvas for all that stands still. What else
 * it shows are its children, which reach it by `useMap`, `useMapEvents` and `useOverlay`.
 */
export function FlatMap({
  ref,
  label,
  view,
  groups,
  selectedFeatureId = null,
  embedded = false,
  children,
}: {
  ref?: Ref<L.Map>;
  /** Its name for people who do not see it. */
  label: string;
  /** Where it opens; later values are not followed. */
  view: MapView;
  /** The lowest first; which groups there are is settled when the map opens. */
  groups: readonly FeatureGroup[];
  selectedFeatureId?: string | null;
  /** Small maps inside pages: the wheel scrolls the page until the map is clicked. */
  embedded?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const settings = useMapSettings();
  const [tileUrl, basemapUrl] = [settings?.tileUrl ?? null, settings?.basemapUrl ?? null];
  const vectorMap = useVectorMap(basemapUrl);
  const attribution = t(vectorMap ? 'map.attributionOwn' : 'map.attribution');
  return (
    <section className="cw-map" aria-label={label}>
      <MapContainer
        ref={ref}
        center={[view.latitude, view.longitude]}
        zoom={view.zoom}
        minZoom={2}
        maxZoom={18}
        zoomSnap={0.5}
        maxBounds={worldBounds}
        worldCopyJump
        zoomControl={false}
        attributionControl={false}
        scrollWheelZoom={!embedded}
      >
        <BaseMap />
        {tileUrl && <TileLayer url={tileUrl} maxZoom={20} zIndex={3} />}
        <StillThings groups={groups} selectedId={selectedFeatureId} vectorMap={vectorMap}>
          {children}
        </StillThings>
        <FollowSize />
        <EndZoom />
        {embedded && <WheelAfterClick />}
        <AttributionControl key={attribution} prefix={attribution} position="bottomright" />
        <ScaleControl imperial={false} position="bottomright" />
        <MapTools />
      </MapContainer>
    </section>
  );
}

/** Leaflet ends a zoom by a timer that it does not stop: where the page was left meanwhile, there is nothing to end. */
function EndZoom() {
  const map = useMap();
  useEffect(() => {
    map.on('unload', () => Object.assign(map, { _animatingZoom: false }));
  }, [map]);
  return null;
}

/** Puts a Leaflet layer of our own on the map for as long as the component lives. `make` is called once. */
export function useMapLayer<T extends L.Layer>(make: () => T): T {
  const map = useMap();
  const [layer] = useState(make);
  useEffect(() => {
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, layer]);
  return layer;
}

const OverlayContext = createContext<Overlay | null>(null);

/** The canvas of all that stands still; inside a FlatMap. */
export function useOverlay(): Overlay {
  const overlay = useContext(OverlayContext);
  if (!overlay) throw new Error('useOverlay outside a FlatMap');
  return overlay;
}

export function useMapColours(): MapColours {
  return mapColours[useMode()];
}

function BaseMap() {
  const colours = useMapColours();
  const layer = useMapLayer(() => new BaseMapLayer(baseMapData, colours));
  useEffect(() => layer.recolour(colours), [layer, colours]);
  return null;
}

function StillThings({
  groups,
  selectedId,
  vectorMap,
  children,
}: {
  groups: readonly FeatureGroup[];
  selectedId: string | null;
  vectorMap: LoadedVectorMap | null;
  children: ReactNode;
}) {
  const colours = useMapColours();
  const locale = useLocale();
  const overlay = useMapLayer(
    () => new Overlay(colours, [placesGroup, namesGroup, ...groups.map(({ id }) => id)]),
  );
  useEffect(() => overlay.recolour(colours), [overlay, colours]);
  useEffect(() => overlay.select(selectedId), [overlay, selectedId]);
  return (
    <OverlayContext value={overlay}>
      <Places except={vectorMap?.file.bounds ?? null} />
      {vectorMap && <VectorBase key={locale} {...vectorMap} locale={locale} />}
      {groups.map(({ id, features }) => (
        <Features key={id} id={id} features={features} />
      ))}
      {children}
    </OverlayContext>
  );
}

function Features({ id, features }: FeatureGroup) {
  const overlay = useOverlay();
  useEffect(() => overlay.setFeatures(id, features), [overlay, id, features]);
  return null;
}

/**
 * Names of towns in the language of the screen; the small ones are loaded when one comes near. `except`: west, south,
 * east, north of what has names of its own.
 */
function Places({ except }: { except: readonly [number, number, number, number] | null }) {
  const locale = useLocale();
  const map = useMap();
  const overlay = useOverlay();
  const [near, setNear] = useState(map.getZoom() >= detailPlacesFromZoom);
  useMapEvents({ zoomend: () => setNear((was) => was || map.getZoom() >= detailPlacesFromZoom) });
  useEffect(() => {
    let stopped = false;
    const rows = Promise.all([baseMapData.places(), near ? baseMapData.placesDetail() : []]);
    rows.then(
      (found) => {
        if (stopped) return;
        const wanted = found
          .flat()
          .filter(([longitude, latitude]) => !except || !within(except, longitude, latitude));
        overlay.setFeatures(placesGroup, placeFeatures(wanted, locale));
      },
      // Without the files the map has no names; everything else works.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [overlay, locale, near, except]);
  return null;
}

type VectorModule = typeof import('./layers/vector/vector-layer.ts');

interface LoadedVectorMap {
  module: VectorModule;
  file: VectorMap;
}

/** The installation's own base map, with the code that draws it; null without one, and until it is there. */
function useVectorMap(url: string | null): LoadedVectorMap | null {
  const { data } = useQuery(
    {
      queryKey: ['basemap', url],
      queryFn: async () => {
        const module = await import('./layers/vector/vector-layer.ts');
        return { module, file: await module.openVectorMap(url ?? '') };
      },
      enabled: url !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
    },
    queryClient,
  );
  return data ?? null;
}

function VectorBase({ module, file, locale }: LoadedVectorMap & { locale: Locale }) {
  const colours = useMapColours();
  const overlay = useOverlay();
  const layer = useMapLayer(
    () =>
      new module.VectorBaseLayer(file, colours, locale, (names) => overlay.setFeatures(namesGroup, names)),
  );
  useEffect(() => layer.recolour(colours), [layer, colours]);
  return null;
}

function within([west, south, east, north]: readonly number[], longitude: number, latitude: number): boolean {
  return (
    longitude >= (west ?? 0) &&
    longitude <= (east ?? 0) &&
    latitude >= (south ?? 0) &&
    latitude <= (north ?? 0)
  );
}

function FollowSize() {
  const map = useMap();
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false, debounceMoveend: true }));
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
}

function WheelAfterClick() {
  const map = useMapEvents({ click: () => map.scrollWheelZoom.enable() });
  return null;
}
