import type * as L from 'leaflet';
import { Fragment, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import type { MapSettings } from '#contract/map.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { FeedBanner, FeedStrip } from './feed-strip.tsx';
import { FlatMap, type MapView, useMapColours } from './flat-map.tsx';
import { FlightsPanel } from './flights-panel.tsx';
import { LayerSwitch, targetSwitches } from './layer-switch.tsx';
import { mapLayers } from './layers/index.ts';
import type { MapFeature } from './layers/map-feature.ts';
import { Legend } from './legend.tsx';
import { MapDock } from './map-dock.tsx';
import { remember, remembered, rememberedView } from './map-memory.ts';
import { useMapSettings } from './map-settings.ts';
import { MapSheet } from './map-sheet.tsx';
import { MovingTargets } from './moving-targets.tsx';
import { SourceTypeChoice } from './source-type.tsx';
import { FeatureCardPanel, TargetCard } from './target-card.tsx';
import { TargetLookChoice, useTargetLook } from './target-look.tsx';
import type { TargetStore, TargetView } from './target-store.ts';
import { useLayers } from './use-layers.ts';
import { TellViewport, useTargets } from './use-targets.ts';

const shownAtFirst = [
  ...targetSwitches,
  ...mapLayers.filter((layer) => layer.shownAtFirst).map(({ id }) => id),
];

type Selection = { kind: 'target'; id: string } | { kind: 'feature'; feature: MapFeature } | null;

interface MapAdditions {
  /** Stand beside the map, never over it, one below the other; on a phone each is a tab of its sheet. */
  beside?: { id: string; title: string; content: ReactNode }[];
  /** Drawn on the map, over the targets. */
  marks?: ReactNode;
  /** Targets in an alert. */
  urgentIds?: ReadonlySet<string>;
}

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

function Situation({ settings, beside, marks, urgentIds }: { settings: MapSettings } & MapAdditions) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [view] = useState(() => rememberedView() ?? viewFrom(settings));
  const map = useRef<L.Map>(null);
  const { store, hub } = useTargets();
  const [shown, toggle] = useShown();
  const [look, changeLook] = useTargetLook();
  const { layers, groups, states, reload } = useLayers(shown, settings.boundariesUrl);
  const [selection, setSelection] = useState<Selection>(null);
  const selectedTarget = selection?.kind === 'target' ? selection.id : null;

  const onPick = useCallback((target: TargetView | null, feature: MapFeature | null) => {
    setSelection(
      target ? { kind: 'target', id: target.target.id } : feature ? { kind: 'feature', feature } : null,
    );
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setSelection(null);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const choose = (target: TargetView) => {
    setSelection({ kind: 'target', id: target.target.id });
    centre(map.current, target);
  };
  const flights = <FlightsPanel store={store} selectedId={selectedTarget} onChoose={choose} />;
  const layerSwitch = (
    <>
      <SourceTypeChoice store={store} />
      <TargetLookChoice look={look} onChange={changeLook} />
      <LayerSwitch layers={layers} states={states} shown={shown} onToggle={toggle} onRetry={reload} />
    </>
  );
  const legend = <Legend colours={useMapColours()} />;
  const card = <SelectionCard {...{ selection, store, map }} onClose={() => setSelection(null)} />;

  return (
    <div className="cw-map-page">
      <h1 className="cw-hidden">{t('map.title')}</h1>
      <FeedBanner store={store} hub={hub} />
      <div className="cw-map-and-beside">
        {!mobile && (
          <MapDock
            id="situation"
            card={selection && card}
            sections={[
              { id: 'flights', title: t('map.flights.title'), content: flights, openAtFirst: true },
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
            <MovingTargets
              store={store}
              showLabels={shown.has('labels')}
              look={look}
              {...(urgentIds ? { urgentIds } : {})}
              selectedId={selectedTarget}
              onPick={onPick}
            />
            {marks}
            <TellViewport hub={hub} />
            <KeepView />
          </FlatMap>
          {mobile && (
            <MapSheet
              card={selection ? card : null}
              tabs={[
                ...(beside ?? []),
                { id: 'flights', title: t('map.flights.title'), content: flights },
                { id: 'layers', title: t('map.layers'), content: layerSwitch },
                { id: 'legend', title: t('map.legend'), content: legend },
              ]}
            />
          )}
          {!mobile && <FeedStrip store={store} hub={hub} />}
        </div>
        {!mobile && beside && (
          <div className="cw-beside">
            {beside.map(({ id, content }) => (
              <Fragment key={id}>{content}</Fragment>
            ))}
          </div>
        )}
      </div>
      {mobile && <FeedStrip store={store} hub={hub} />}
    </div>
  );
}

function SelectionCard({
  selection,
  store,
  map,
  onClose,
}: {
  selection: Selection;
  store: TargetStore;
  map: RefObject<L.Map | null>;
  onClose: () => void;
}) {
  if (!selection) return null;
  if (selection.kind === 'target') {
    const onCentre = () => centre(map.current, store.get(selection.id));
    return (
      <TargetCard key={selection.id} store={store} id={selection.id} onCentre={onCentre} onClose={onClose} />
    );
  }
  return selection.feature.card ? <FeatureCardPanel card={selection.feature.card} onClose={onClose} /> : null;
}

/** Brings a target to the middle, near enough to tell it from its neighbours. */
function centre(map: L.Map | null, view: TargetView | undefined): void {
  if (!map || !view) return;
  const { latitude, longitude } = view.target;
  map.setView([latitude, longitude], Math.max(map.getZoom(), 8));
}

function useShown(): [ReadonlySet<string>, (id: string, on: boolean) => void] {
  const [shown, setShown] = useState<ReadonlySet<string>>(() => {
    const stored = remembered('shown');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : shownAtFirst);
  });
  const toggle = (id: string, on: boolean) => {
    const next = new Set(shown);
    if (on) next.add(id);
    else next.delete(id);
    setShown(next);
    remember('shown', [...next]);
  };
  return [shown, toggle];
}

/** Inside a FlatMap: the next visit opens where this one ended. */
function KeepView() {
  const map = useMapEvents({
    moveend() {
      const { lat, lng } = map.getCenter();
      remember('view', { latitude: lat, longitude: lng, zoom: map.getZoom() });
    },
  });
  return null;
}

function viewFrom({ center: [latitude, longitude], zoom }: MapSettings): MapView {
  return { latitude, longitude, zoom };
}
