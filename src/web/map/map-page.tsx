import type * as L from 'leaflet';
import { Fragment, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
import { useLocation, useSearchParams } from 'react-router';
import type { MapSettings } from '#contract/map.ts';
import { formatPosition } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import type { Urgent } from '#web/map/map-signs.ts';
import { useIsMobile, useWindowWidth } from '#web/ui/appearance.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { FeedBanner, FeedStrip } from './feed-strip.tsx';
import { FlatMap, useMapColours } from './flat-map.tsx';
import { FlightsPanel } from './flights-panel.tsx';
import { GlobeLink } from './globe-link.tsx';
import { InformationOnMap, UnconcernNote } from './information/information-on-map.tsx';
import { MomentContext, useMoment, useMomentChoice } from './information/moment.ts';
import { TimeBar } from './information/time-bar.tsx';
import { LayerSwitch } from './layer-switch.tsx';
import type { MapFeature } from './layers/map-feature.ts';
import { Legend } from './legend.tsx';
import { LightningNote } from './lightning/lightning-note.tsx';
import { LightningOnMap } from './lightning/lightning-on-map.tsx';
import { useLightning } from './lightning/use-lightning.ts';
import type { MapAdditions, TargetChoice } from './map-additions.ts';
import { MapDock } from './map-dock.tsx';
import { remember, rememberedView } from './map-memory.ts';
import { useMapSettings, viewFrom } from './map-settings.ts';
import { MapSheet } from './map-sheet.tsx';
import { MovingTargets } from './moving-targets.tsx';
import { RainNote } from './rain/rain-note.tsx';
import { RainOnMap } from './rain/rain-on-map.tsx';
import { type ShownRain, useRain } from './rain/use-rain.ts';
import { ServerBanner } from './server-banner.tsx';
import { SourceTypeChoice } from './source-type.tsx';
import { FeatureCardPanel, TargetCard } from './target-card.tsx';
import { isFiltering, noFilter } from './target-filter.ts';
import { TargetLookChoice, useTargetLook } from './target-look.tsx';
import type { TargetStore, TargetView } from './target-store.ts';
import { TerrainOnMap } from './terrain/terrain-on-map.tsx';
import { useTerrainCells } from './terrain/use-terrain-cells.ts';
import { FilterPanel } from './tools/filter-panel.tsx';
import { ToolMarks } from './tools/tool-marks.tsx';
import { recordEnd, type ToolEnd, type ToolEndName, useTools } from './tools/tool-state.ts';
import { ToolsPanel } from './tools/tools-panel.tsx';
import { useTargetFilter } from './tools/use-filter.ts';
import { ViewsPanel } from './tools/views-panel.tsx';
import { useLayers } from './use-layers.ts';
import { useShown } from './use-shown.ts';
import { TellViewport, useStoreBeat, useTargets } from './use-targets.ts';
import { viewIn } from './view-address.ts';

const nobody: Urgent = new Map();
const noRain: readonly ShownRain[] = [];

/** From this width the map, its panels and what was opened beside it have room at once. */
const roomForAllPx = 1680;

type Selection = { kind: 'target'; id: string } | { kind: 'feature'; feature: MapFeature } | null;

/** The situation map: the home of the product. Its panels stand beside it, never over what flies. */
export function MapPage(additions: MapAdditions) {
  const settings = useMapSettings();
  // The map opens where it is to open: a jump after a second would lose what one is looking at.
  return settings ? (
    <Situation settings={settings} {...additions} />
  ) : (
    <div className="cw-map-page" aria-busy="true" />
  );
}

function Situation({
  settings,
  beside,
  aside,
  marks,
  urgent = nobody,
  words,
  strips,
  ofPlan,
  onCard,
  panels = [],
  foot,
}: { settings: MapSettings } & MapAdditions) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const narrow = useWindowWidth() < roomForAllPx;
  const [query] = useSearchParams();
  const [view] = useState(() => viewIn(query) ?? rememberedView() ?? viewFrom(settings));
  const map = useRef<L.Map>(null);
  const { store, hub } = useTargets();
  const [shown, toggle, showOnly] = useShown();
  const [look, changeLook] = useTargetLook();
  const { layers, groups, states, reload } = useLayers(shown, settings.boundariesUrl);
  const layerLines = layers.flatMap(({ id, titleKey }) => {
    const state = states[id];
    return state === 'failed' || state === 'partial'
      ? [t('map.banner.layer', { layer: t(titleKey), state: t(`map.layer.${state}`) })]
      : [];
  });
  const { rain, error: rainError, retry: retryRain } = useRain(shown.has('rain'));
  const { lightning, error: lightningError, retry: retryLightning } = useLightning(shown.has('lightning'));
  const cells = useTerrainCells();
  const relief = useMemo(
    () => ({ shading: shown.has('hillshade'), contours: shown.has('contours') }),
    [shown],
  );
  const [selection, setSelection] = useState<Selection>(null);
  const moment = useMomentChoice();
  const hasTimes = layers.some(({ id, group }) => group === 'information' && shown.has(id));
  // Rain and lightning are observed: a later time has none.
  const isAhead = hasTimes && moment.offsetMin > 0;
  const selectedTarget = selection?.kind === 'target' ? selection.id : null;

  const tools = useTools();
  const { filter, setFilter, plans } = useTargetFilter(store, urgent);
  const [followId, setFollowId] = useState<string | null>(null);

  const onPick = (target: TargetView | null, feature: MapFeature | null, at: Position) => {
    const { picking } = tools.state;
    if (picking) void pickEnd(picking, target, feature, at);
    else
      setSelection(
        target ? { kind: 'target', id: target.target.id } : feature ? { kind: 'feature', feature } : null,
      );
  };
  const pickEnd = async (
    name: ToolEndName,
    target: TargetView | null,
    feature: MapFeature | null,
    at: Position,
  ) => {
    const [, resource, id] =
      /^(airport|navigationPoint|takeoffLandingPoint)-(\d+)$/.exec(
        feature?.id.replace(/^station-/, 'airport-') ?? '',
      ) ?? [];
    const place: ToolEnd = { kind: 'place', at, name: formatPosition(at, 'dm'), recordedVariation: null };
    if (target) tools.setEnd(name, { kind: 'target', id: target.target.id, name: targetName(target.target) });
    // What cannot be read is still a place.
    else if (resource)
      tools.setEnd(name, (await recordEnd(`/api/records/${resource}/${id}`).catch(() => null)) ?? place);
    else tools.setEnd(name, place);
  };
  const pickingRef = useRef(tools);
  pickingRef.current = tools;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape') return;
      const { state, change } = pickingRef.current;
      if (state.picking) change({ picking: null });
      else setSelection(null);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const choose = (target: TargetView) => {
    setSelection({ kind: 'target', id: target.target.id });
    centre(map.current, target);
  };
  const targets: TargetChoice = {
    choosePlan(planId, callsign) {
      const flying = store.list.filter(({ target }) => target.planId === planId);
      const target = flying.find((one) => one.target.callsign === callsign) ?? flying[0];
      if (target) choose(target);
    },
  };
  const stripList = strips ? [{ id: 'strips', title: strips.title, content: strips.content(targets) }] : [];
  const flights = <FlightsPanel store={store} selectedId={selectedTarget} onChoose={choose} />;
  const layerSwitch = (
    <>
      <SourceTypeChoice store={store} />
      <TargetLookChoice look={look} onChange={changeLook} />
      <LayerSwitch
        {...{ layers, states, shown }}
        pictures={{ hasTerrain: cells !== null && cells.length > 0, hasLightning: true }}
        onToggle={toggle}
        onRetry={reload}
      />
    </>
  );
  const legend = <Legend colours={useMapColours()} />;
  const toolsPanel = <ToolsPanel tools={tools} store={store} />;
  const filterPanel = <FilterPanel filter={filter} onChange={setFilter} plans={plans} store={store} />;
  const viewsPanel = (
    <ViewsPanel
      current={() => {
        if (!map.current) return null;
        const { lat, lng } = map.current.getCenter();
        const zoom = map.current.getZoom();
        return { view: { latitude: lat, longitude: lng, zoom }, shown: [...shown], look, filter };
      }}
      onApply={(saved) => {
        setFollowId(null);
        map.current?.setView([saved.view.latitude, saved.view.longitude], saved.view.zoom);
        showOnly(saved.shown);
        changeLook(saved.look);
        setFilter(saved.filter);
      }}
    />
  );
  const card = (
    <SelectionCard
      {...{ selection, store, map, followId, ofPlan, onCard }}
      onFollow={setFollowId}
      onClose={() => setSelection(null)}
    />
  );

  return (
    <MomentContext value={moment}>
      <div className="cw-map-page">
        <h1 className="cw-hidden">{t('map.title')}</h1>
        <ServerBanner />
        <FeedBanner store={store} hub={hub} more={layerLines} />
        <div className="cw-map-and-beside">
          {!mobile && (
            <MapDock
              id="situation"
              yields={Boolean(aside) && narrow}
              card={selection && card}
              sections={[
                { id: 'flights', title: t('map.flights.title'), content: flights, openAtFirst: true },
                ...stripList,
                { id: 'filter', title: t('map.filter'), content: filterPanel },
                { id: 'tools', title: t('map.tools'), content: toolsPanel },
                { id: 'views', title: t('map.views'), content: viewsPanel },
                ...panels,
                { id: 'layers', title: t('map.layers'), content: layerSwitch },
                { id: 'legend', title: t('map.legend'), content: legend },
              ]}
            />
          )}
          <div className="cw-map-room">
            <FlatMap
              ref={map}
              label={t('map.title')}
              view={view}
              groups={groups}
              selectedFeatureId={selection?.kind === 'feature' ? selection.feature.id : null}
            >
              {cells && <TerrainOnMap cells={cells} relief={relief} />}
              <RainOnMap rain={isAhead ? noRain : rain} />
              <LightningOnMap strokes={isAhead ? undefined : lightning?.strokes} />
              <MovingTargets
                store={store}
                showLabels={shown.has('labels')}
                look={look}
                urgent={urgent}
                {...(words ? { words } : {})}
                selectedId={selectedTarget}
                onPick={onPick}
              />
              {marks}
              <ToolMarks state={tools.state} store={store} />
              {followId !== null && <Follow id={followId} store={store} onEnd={() => setFollowId(null)} />}
              <InformationOnMap />
              <PickCursor active={tools.state.picking !== null} />
              <TellViewport hub={hub} />
              <KeepView />
              <FollowAddress onMove={() => setFollowId(null)} />
              <ChooseAddressed
                store={store}
                onChoose={({ target }) => setSelection({ kind: 'target', id: target.id })}
              />
              <GlobeLink />
            </FlatMap>
            {mobile && (
              <MapSheet
                card={selection ? card : null}
                tabs={[
                  ...(beside ?? []),
                  ...stripList,
                  { id: 'flights', title: t('map.flights.title'), content: flights },
                  {
                    id: 'tools',
                    title: t('map.tools'),
                    content: (
                      <>
                        {toolsPanel}
                        <h3>{t('map.filter')}</h3>
                        {filterPanel}
                        <h3>{t('map.views')}</h3>
                        {viewsPanel}
                      </>
                    ),
                  },
                  ...panels,
                  { id: 'layers', title: t('map.layers'), content: layerSwitch },
                  { id: 'legend', title: t('map.legend'), content: legend },
                ]}
              />
            )}
            <FilterNote store={store} active={isFiltering(filter)} onReset={() => setFilter(noFilter)} />
            <div className="cw-picture-notes">
              <LightningNote
                lightning={lightning}
                error={lightningError}
                isAhead={isAhead}
                onRetry={retryLightning}
              />
              <RainNote rain={rain} error={rainError} isAhead={isAhead} onRetry={retryRain} />
            </div>
            {!mobile && <FeedStrip store={store} hub={hub} />}
          </div>
          {aside}
          {!mobile && beside && (
            <div className="cw-beside">
              {beside.map(({ id, content }) => (
                <Fragment key={id}>{content}</Fragment>
              ))}
            </div>
          )}
        </div>
        <div className="cw-map-times">
          {foot}
          {hasTimes && <TimeBar />}
        </div>
        {mobile && <FeedStrip store={store} hub={hub} />}
      </div>
    </MomentContext>
  );
}

function SelectionCard({
  selection,
  store,
  map,
  followId,
  ofPlan,
  onCard,
  onFollow,
  onClose,
}: {
  selection: Selection;
  store: TargetStore;
  map: RefObject<L.Map | null>;
  followId: string | null;
  ofPlan: MapAdditions['ofPlan'];
  onCard: MapAdditions['onCard'];
  onFollow: (id: string | null) => void;
  onClose: () => void;
}) {
  if (!selection) return null;
  if (selection.kind === 'target') {
    const onCentre = () => centre(map.current, store.get(selection.id));
    return (
      <TargetCard
        key={selection.id}
        store={store}
        id={selection.id}
        ofPlan={ofPlan}
        onCard={onCard}
        isFollowed={followId === selection.id}
        onFollow={(on) => onFollow(on ? selection.id : null)}
        onCentre={onCentre}
        onClose={onClose}
      />
    );
  }
  return <FeatureCardNow feature={selection.feature} onCard={onCard} onClose={onClose} />;
}

/** The card of what stands still, as it is at the moment for which information is shown. */
function FeatureCardNow({
  feature,
  onCard,
  onClose,
}: {
  feature: MapFeature;
  onCard: MapAdditions['onCard'];
  onClose: () => void;
}) {
  const moment = useMoment();
  const card = feature.at?.(moment).card ?? feature.card;
  if (!card) return null;
  return (
    <FeatureCardPanel card={card} onClose={onClose}>
      <UnconcernNote feature={feature} />
      {onCard?.({ id: feature.id, title: card.title, geometry: feature.geometry })}
    </FeatureCardPanel>
  );
}

/** Brings a target to the middle, near enough to tell it from its neighbours. */
function centre(map: L.Map | null, view: TargetView | undefined): void {
  if (!map || !view) return;
  const { latitude, longitude } = view.target;
  map.setView([latitude, longitude], Math.max(map.getZoom(), 8));
}

/** Inside a FlatMap: the next visit opens where this one ended. */
export function KeepView() {
  const map = useMapEvents({
    moveend() {
      const { lat, lng } = map.getCenter();
      remember('view', { latitude: lat, longitude: lng, zoom: map.getZoom() });
    },
  });
  return null;
}

/** Inside a FlatMap: goes where a link on this page leads, which names its view in the address. */
function FollowAddress({ onMove }: { onMove: () => void }) {
  const map = useMap();
  const { key, search } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (key === shown.current) return;
    shown.current = key;
    const view = viewIn(new URLSearchParams(search));
    if (!view) return;
    onMove();
    map.setView([view.latitude, view.longitude], view.zoom);
  }, [map, key, search, onMove]);
  return null;
}

/** Chooses the target that the address names (`target`), once it is in the picture. */
function ChooseAddressed({
  store,
  onChoose,
}: {
  store: TargetStore;
  onChoose: (target: TargetView) => void;
}) {
  const beat = useStoreBeat(store);
  const { key, search } = useLocation();
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    void beat;
    const id = new URLSearchParams(search).get('target');
    const target = id !== null && chosen.current !== key ? store.get(id) : undefined;
    if (!target) return;
    chosen.current = key;
    onChoose(target);
  });
  return null;
}

/** Inside a FlatMap: keeps a target in the middle until it goes or somebody moves the map. */
function Follow({ id, store, onEnd }: { id: string; store: TargetStore; onEnd: () => void }) {
  const beat = useStoreBeat(store);
  const map = useMapEvents({ dragstart: onEnd });
  useEffect(() => {
    void beat;
    const view = store.get(id);
    if (view) map.panTo([view.target.latitude, view.target.longitude]);
  }, [map, store, id, beat]);
  return null;
}

/** Inside a FlatMap: the pointer says that the next click sets an end of a tool. */
function PickCursor({ active }: { active: boolean }) {
  const map = useMap();
  useEffect(() => {
    map.getContainer().classList.toggle('cw-picking', active);
  }, [map, active]);
  return null;
}

/** A filter is seen wherever its panel is: nobody takes half a picture for the whole. */
function FilterNote({
  store,
  active,
  onReset,
}: {
  store: TargetStore;
  active: boolean;
  onReset: () => void;
}) {
  const { t } = useTranslation();
  useStoreBeat(store);
  if (!active) return null;
  return (
    <p className="cw-filter-note" role="status">
      {t('map.filter.hidden', { count: store.hidden() })}{' '}
      <button type="button" className="cw-link" onClick={onReset}>
        {t('map.filter.reset')}
      </button>
    </p>
  );
}
