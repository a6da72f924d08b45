import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { AlertView } from '#contract/alerts.ts';
import type { MapSettings } from '#contract/map.ts';
import { boundedBy, boxOf, isCovered, reachesInto } from '#domain/geo/coverage.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { useHolds } from '#web/client/access.ts';
import type { HubState } from '#web/client/hub.ts';
import { urgentOf } from '#web/features/alerts/alert-marks.tsx';
import { TargetOrders } from '#web/features/plans/orders/target-orders.tsx';
import { stillLayers } from '#web/features/playback/use-moment.ts';
import type { FeatureGroup } from '#web/map/flat-map.tsx';
import { FlightsPanel } from '#web/map/flights-panel.tsx';
import { LayerSwitch } from '#web/map/layer-switch.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { Legend } from '#web/map/legend.tsx';
import { LightningNote } from '#web/map/lightning/lightning-note.tsx';
import { type ShownStroke, useLightning } from '#web/map/lightning/use-lightning.ts';
import { mapColours } from '#web/map/map-colours.ts';
import { MapDock } from '#web/map/map-dock.tsx';
import { rememberedView } from '#web/map/map-memory.ts';
import { viewFrom } from '#web/map/map-settings.ts';
import { MapSheet } from '#web/map/map-sheet.tsx';
import type { MapView } from '#web/map/map-view.ts';
import { RainNote } from '#web/map/rain/rain-note.tsx';
import { useRain } from '#web/map/rain/use-rain.ts';
import { SourceTypeChoice } from '#web/map/source-type.tsx';
import { FeatureCardPanel, TargetCard } from '#web/map/target-card.tsx';
import { TargetLookChoice, useTargetLook } from '#web/map/target-look.tsx';
import type { TargetStore, TargetView } from '#web/map/target-store.ts';
import { blockLines } from '#web/map/target-text.ts';
import type { TerrainCells } from '#web/map/terrain/terrain-layer.ts';
import { FilterPanel } from '#web/map/tools/filter-panel.tsx';
import { useTargetFilter } from '#web/map/tools/use-filter.ts';
import { useLayers } from '#web/map/use-layers.ts';
import { useShown } from '#web/map/use-shown.ts';
import { useTellViewport } from '#web/map/use-targets.ts';
import { viewIn, viewParameters } from '#web/map/view-address.ts';
import { useIsMobile, useMode } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { isLeaving } from '#web/ui/leaving.ts';
import type { ModelKind } from './aircraft-kinds.ts';
import { loadKinds } from './aircraft-kinds.ts';
import { CameraPanel, type CameraWish } from './camera-panel.tsx';
import { drawnLimits } from './drawn-heights.ts';
import { HeightNotes } from './height-notes.tsx';
import type { GlobeScene } from './scene/globe-scene.ts';
import type { Volume } from './scene/volumes-layer.ts';
import { useGrounds } from './use-grounds.ts';
import type { Webgl } from './webgl.ts';

type Selection = { kind: 'target'; id: string } | { kind: 'feature'; id: string } | null;

/** After a move the address and the server are told of it. */
const settleMs = 400;
const free: CameraWish = { kind: 'free' };
const noStrokes: readonly ShownStroke[] = [];
/** What is drawn as on the flat map. */
const legendTitles = ['map.rain.title', 'map.layer.lightning'];

/** The globe with what floats over it, for the targets of a store. */
export function GlobeView({
  settings,
  cells,
  webgl,
  store,
  hub,
  alerts,
  then,
  banner,
  links,
  flatPath,
  moment,
  foot,
}: {
  settings: MapSettings;
  cells: TerrainCells;
  webgl: Webgl;
  store: TargetStore;
  /** Null: the targets are not live. */
  hub: HubState | null;
  alerts: readonly AlertView[];
  /** What changes from hour to hour, as it was; absent: as it is. */
  then?: readonly FeatureGroup[];
  banner: ReactNode;
  links: (view: MapView) => ReactNode;
  /** The same on the flat map. */
  flatPath: string;
  /** UTC ms of what is played. */
  moment?: number;
  foot?: ReactNode;
}) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const readsPlans = useHolds(planReaders);
  const mode = useMode();
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState(() => viewIn(query) ?? openingView(settings));
  const [selection, setSelection] = useState<Selection>(null);
  const [camera, setCamera] = useState<CameraWish>(free);
  const [shown, toggle] = useShown();
  const [look, changeLook] = useTargetLook();
  const { layers, groups, states, reload } = useLayers(shown, settings.boundariesUrl);
  // Of the past no rain and no lightning is recorded.
  const isLive = hub !== null;
  const { rain, error: rainError, retry: retryRain } = useRain(isLive && shown.has('rain'));
  const {
    lightning,
    error: lightningError,
    retry: retryLightning,
  } = useLightning(isLive && shown.has('lightning'));
  const strokes = lightning?.strokes ?? noStrokes;
  const kinds = useKinds();
  const urgent = useMemo(() => urgentOf(alerts), [alerts]);
  const { filter, setFilter, plans } = useTargetFilter(store, urgent);
  const { coverage3d } = settings;
  const features = useMemo(
    () =>
      (then
        ? [
            ...groups.filter(({ id }) => stillLayers.has(id)),
            ...then.filter(({ id }) => id === 'notices' || shown.has(id)),
          ]
        : groups
      ).flatMap((group) => group.features.filter(({ geometry }) => reachesInto(coverage3d, geometry))),
    [groups, then, shown, coverage3d],
  );
  const rooms = useMemo(() => features.filter(isRoom), [features]);
  const grounds = useGrounds(rooms, cells.length > 0);
  const volumes = useMemo(
    () =>
      rooms.map((feature): Volume => {
        const { lower = null, upper = null } = feature.limits ?? {};
        return { feature, limits: drawnLimits(lower, upper, grounds.get(feature.id) ?? null) };
      }),
    [rooms, grounds],
  );

  const container = useRef<HTMLDivElement>(null);
  const { globe, failure } = useScene(container, {
    store,
    view,
    mode,
    cells,
    webgl,
    settings,
    setSelection,
    setView,
  });

  const selectedTarget = selection?.kind === 'target' ? selection.id : null;
  const selectedFeature = selection?.kind === 'feature' ? selection.id : null;
  const ground = t('map.target.ground');
  const coasting = t('map.target.coasting');
  useEffect(() => globe?.setMode(mode), [globe, mode]);
  useEffect(() => {
    globe?.showTargets({
      colours: mapColours[mode],
      showLabels: shown.has('labels'),
      trailMinutes: look.trailMinutes,
      selectedId: selectedTarget,
      kinds,
      blockOf: (target) => blockLines(target, { ground, coasting }, look.height),
      shows: (target) => isCovered(coverage3d, target),
    });
  }, [globe, mode, shown, look, selectedTarget, kinds, ground, coasting, coverage3d]);
  useEffect(
    () => globe?.showVolumes(volumes, mode, selectedFeature),
    [globe, volumes, mode, selectedFeature],
  );
  useEffect(
    () =>
      globe?.showStill(
        features.filter((feature) => !isRoom(feature)),
        mode,
      ),
    [globe, features, mode],
  );
  useEffect(() => globe?.showAlerts(alerts, mode), [globe, alerts, mode]);
  useEffect(() => globe?.showRain(rain, mode), [globe, rain, mode]);
  useEffect(() => globe?.showLightning(strokes, mode), [globe, strokes, mode]);
  useEffect(() => globe?.setCamera(camera, selectedTarget), [globe, camera, selectedTarget]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isLeaving()) return;
      setQuery((before) => ({ ...Object.fromEntries(before), ...viewParameters(view) }), { replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [view, setQuery]);

  const moved = useRef(new Set<() => void>());
  useEffect(() => {
    void view;
    for (const listener of moved.current) listener();
  }, [view]);
  const source = useMemo(
    () =>
      globe && isLive
        ? {
            isGlobe: true,
            viewport: () => boundedBy(coverage3d, globe.control.viewport()),
            onMoved: (listener: () => void) => {
              moved.current.add(listener);
              return () => void moved.current.delete(listener);
            },
          }
        : null,
    [globe, isLive, coverage3d],
  );
  useTellViewport(hub, source);

  const choose = useCallback(
    (target: TargetView) => {
      const { id, latitude, longitude } = target.target;
      setSelection({ kind: 'target', id });
      if (camera.kind === 'free') globe?.control.flyTo({ latitude, longitude, zoom: 11 });
    },
    [globe, camera.kind],
  );
  const aerodromes = useMemo(() => features.flatMap(aerodromeOf), [features]);
  const flights = <FlightsPanel store={store} selectedId={selectedTarget} onChoose={choose} />;
  const layerSwitch = (
    <>
      <SourceTypeChoice store={store} />
      <TargetLookChoice look={look} onChange={changeLook} />
      <LayerSwitch
        {...{ layers, states, shown }}
        pictures={{ hasTerrain: null, hasLightning: isLive }}
        onToggle={toggle}
        onRetry={reload}
      />
    </>
  );
  const legend = isLive
    ? [
        {
          id: 'legend',
          title: t('map.legend'),
          content: <Legend colours={mapColours[mode]} titles={legendTitles} />,
        },
      ]
    : [];
  const filterPanel = <FilterPanel filter={filter} onChange={setFilter} plans={plans} store={store} />;
  const notes = (
    <HeightNotes
      store={store}
      volumes={volumes}
      hasTerrain={cells.length > 0}
      inSoftware={webgl === 'software'}
      bounded={coverage3d.length > 0}
    />
  );
  const cameraPanel = (
    <CameraPanel
      control={globe?.control ?? null}
      wish={camera}
      aerodromes={aerodromes}
      hasTarget={selectedTarget !== null}
      onChange={setCamera}
    />
  );
  const feature = features.find(({ id }) => id === selectedFeature);
  const close = () => setSelection(null);
  const card = selectedTarget ? (
    <TargetCard
      key={selectedTarget}
      store={store}
      id={selectedTarget}
      ofPlan={hub === null || !readsPlans ? undefined : (planId) => <TargetOrders planId={planId} />}
      onCentre={() => {
        const target = store.get(selectedTarget)?.target;
        if (target) globe?.control.flyTo({ ...target, zoom: 12 });
      }}
      onClose={close}
    />
  ) : feature?.card ? (
    <FeatureCardPanel card={feature.card} onClose={close} />
  ) : null;
  const flat = new URLSearchParams({
    ...viewParameters(view),
    ...(moment === undefined ? {} : { at: new Date(moment).toISOString() }),
  });

  return (
    <div className="cw-map-page">
      <header className="cw-bar globe-head">
        <h1 className="cw-title">{t('globe.title')}</h1>
        <span className="cw-soft globe-ground">
          {t(cells.length > 0 ? 'globe.terrain' : 'globe.noTerrain')}
        </span>
        <span className="cw-grow" />
        {links(view)}
        <Link to={`${flatPath}?${flat}`}>{t('globe.toFlat')}</Link>
      </header>
      {banner}
      {failure !== null && <Failure title={t('globe.failed')} error={failure} />}
      <div className="cw-map-and-beside">
        {!mobile && (
          <MapDock
            id="globe"
            card={card}
            sections={[
              { id: 'flights', title: t('map.flights.title'), content: flights, openAtFirst: true },
              { id: 'camera', title: t('globe.camera'), content: cameraPanel, openAtFirst: true },
              { id: 'filter', title: t('map.filter'), content: filterPanel },
              { id: 'layers', title: t('map.layers'), content: layerSwitch },
              ...legend,
              { id: 'heights', title: t('globe.heights'), content: notes },
            ]}
          />
        )}
        <div className="cw-map-room">
          <section className="globe-scene" aria-label={t('globe.canvas')} ref={container} />
          {globe === null && failure === null && (
            <p className="globe-loading" role="status">
              {t('globe.loading')}
            </p>
          )}
          {mobile && (
            <MapSheet
              card={card}
              tabs={[
                { id: 'flights', title: t('map.flights.title'), content: flights },
                { id: 'camera', title: t('globe.camera'), content: cameraPanel },
                { id: 'filter', title: t('map.filter'), content: filterPanel },
                { id: 'layers', title: t('map.layers'), content: layerSwitch },
                ...legend,
                { id: 'heights', title: t('globe.heights'), content: notes },
              ]}
            />
          )}
          <div className="cw-picture-notes">
            <LightningNote lightning={lightning} error={lightningError} onRetry={retryLightning} />
            <RainNote rain={rain} error={rainError} onRetry={retryRain} />
          </div>
          <p className="globe-credit">{t('globe.credit')}</p>
        </div>
      </div>
      {foot}
    </div>
  );
}

/** Loads the scene once and keeps it for as long as the component lives. */
function useScene(
  container: React.RefObject<HTMLDivElement | null>,
  start: {
    store: TargetStore;
    view: MapView;
    mode: ReturnType<typeof useMode>;
    cells: TerrainCells;
    webgl: Webgl;
    settings: MapSettings;
    setSelection: (selection: Selection) => void;
    setView: (view: MapView) => void;
  },
): { globe: GlobeScene | null; failure: unknown } {
  const [globe, setGlobe] = useState<GlobeScene | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const first = useRef(start);
  useEffect(() => {
    let scene: GlobeScene | null = null;
    let stopped = false;
    async function open(): Promise<void> {
      const { createGlobeScene } = await import('./scene/globe-scene.ts');
      const element = container.current;
      if (stopped || !element) return;
      const { store, view, mode, cells, webgl, settings, setSelection, setView } = first.current;
      scene = createGlobeScene(element, {
        store,
        view,
        mode,
        cells,
        tileUrl: settings.tileUrl,
        inSoftware: webgl === 'software',
        onPick: (picked) => setSelection(picked),
        onMoved: () => {
          if (scene) setView(scene.control.view());
        },
      });
      setGlobe(scene);
    }
    open().catch((error: unknown) => {
      if (!stopped) setFailure(error);
    });
    return () => {
      stopped = true;
      scene?.destroy();
    };
  }, [container]);
  return { globe, failure };
}

/** Something between two heights; aerodromes and lines on the ground are not. */
function isRoom({ limits, geometry }: MapFeature): boolean {
  return limits !== undefined && geometry.type !== 'Point';
}

function aerodromeOf({ id, geometry, label, card }: MapFeature) {
  if (!id.startsWith('airport-') || geometry.type !== 'Point') return [];
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  const name = card?.title ?? label;
  return [{ id, name: label && label !== name ? `${label} ${name}` : name, latitude, longitude }];
}

function openingView(settings: MapSettings): MapView {
  const box = boxOf(settings.coverage3d);
  if (!box) return rememberedView() ?? viewFrom(settings);
  const [west, south, east, north] = box;
  const widthDeg = Math.max(east - west, north - south, 0.1);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2, zoom: Math.log2(720 / widthDeg) + 1 };
}

function useKinds(): ReadonlyMap<string, ModelKind> {
  const [kinds, setKinds] = useState<ReadonlyMap<string, ModelKind>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    // Without it everything flies as something unknown.
    loadKinds(abort.signal).then(setKinds, () => undefined);
    return () => abort.abort();
  }, []);
  return kinds;
}
