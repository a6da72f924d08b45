import {
  buildModuleUrl,
  Cartographic,
  CesiumWidget,
  Color,
  ImageryLayer,
  ScreenSpaceEventHandler,
  ScreenSpaceEventType,
  TileMapServiceImageryProvider,
  UrlTemplateImageryProvider,
  WebMercatorTilingScheme,
} from 'cesium';
import type { Position } from 'geojson';
import type { AlertView } from '#contract/alerts.ts';
import { drawnHeight } from '#web/features/globe/drawn-heights.ts';
import { createFlownPaths } from '#web/features/globe/flown-paths.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { ShownStroke } from '#web/map/lightning/use-lightning.ts';
import { mapColours } from '#web/map/map-colours.ts';
import type { MapView } from '#web/map/map-view.ts';
import type { ShownRain } from '#web/map/rain/use-rain.ts';
import type { TargetStore } from '#web/map/target-store.ts';
import type { TerrainCells } from '#web/map/terrain/terrain-layer.ts';
import type { Mode } from '#web/ui/palette.ts';
import { createAlertsLayer } from './alerts-layer.ts';
import { type CameraMode, createCameraControl, fieldOfView } from './camera-control.ts';
import { createLightningLayer } from './lightning-layer.ts';
import { createRainImagery } from './rain-imagery.ts';
import { createStillLayer } from './still-layer.ts';
import { createTargetsLayer, type TargetsShown } from './targets-layer.ts';
import { terrainOf } from './terrain-provider.ts';
import { createVolumesLayer, type Picked, type Volume } from './volumes-layer.ts';

/** Its textures, workers and decoders are copied there by the build: nothing comes from elsewhere. */
const assets = '/cesium/';

export interface GlobeOptions {
  store: TargetStore;
  view: MapView;
  mode: Mode;
  cells: TerrainCells;
  /** Null: its own imagery alone. */
  tileUrl: string | null;
  /** No graphics card draws: a quarter of the pixels has to do. */
  inSoftware: boolean;
  onPick(picked: Picked | null): void;
  /** The camera stands still again. */
  onMoved(): void;
}

/** The globe in an element, outside React: what it shows is told by its functions. */
export function createGlobeScene(container: HTMLElement, options: GlobeOptions) {
  const { store } = options;
  Object.assign(window, { CESIUM_BASE_URL: assets });
  const widget = new CesiumWidget(container, {
    baseLayer: false,
    terrainProvider: terrainOf(options.cells),
    skyBox: false,
    scene3DOnly: true,
    // Of imagery of our own there is nobody to credit on the screen but in the corner, as on the flat map.
    creditContainer: document.createElement('div'),
    requestRenderMode: true,
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    msaaSamples: 1,
    showRenderLoopErrors: false,
  });
  if (options.inSoftware) widget.resolutionScale = 0.5;
  const { scene } = widget;
  const { camera } = scene;
  if ('fov' in camera.frustum) camera.frustum.fov = fieldOfView;
  scene.globe.showGroundAtmosphere = false;
  scene.globe.depthTestAgainstTerrain = options.cells.length > 0;
  scene.fog.enabled = false;
  if (scene.skyAtmosphere) scene.skyAtmosphere.show = false;
  scene.screenSpaceCameraController.minimumZoomDistance = 60;

  const base = ImageryLayer.fromProviderAsync(
    TileMapServiceImageryProvider.fromUrl(buildModuleUrl('Assets/Textures/NaturalEarthII')),
    {},
  );
  widget.imageryLayers.add(base);
  if (options.tileUrl) {
    widget.imageryLayers.addImageryProvider(
      new UrlTemplateImageryProvider({
        url: options.tileUrl,
        tilingScheme: new WebMercatorTilingScheme(),
        subdomains: 'abc',
        maximumLevel: 18,
      }),
    );
  }

  const control = createCameraControl(scene);
  const paths = createFlownPaths(store);
  const volumes = createVolumesLayer(scene);
  const still = createStillLayer(scene);
  const alerts = createAlertsLayer(scene);
  const rain = createRainImagery(scene);
  const lightning = createLightningLayer(scene);
  const targets = createTargetsLayer(scene, store, paths);
  let followed: string | null = null;
  let frames = 0;

  function setMode(mode: Mode): void {
    const colours = mapColours[mode];
    scene.backgroundColor = Color.fromCssColorString(colours.sea);
    scene.globe.baseColor = Color.fromCssColorString(colours.sea);
    // By night the ground must not outshine what flies over it.
    base.brightness = mode === 'dark' ? 0.32 : 1.05;
    base.saturation = mode === 'dark' ? 0.5 : 0.65;
    scene.requestRender();
  }
  setMode(options.mode);
  control.show(options.view);

  const follow = () => {
    paths.follow();
    targets.update();
    if (followed !== null)
      control.step(targets.positionOf(followed), store.get(followed)?.target.trackDeg ?? null);
  };
  const ends = [
    store.subscribe(follow),
    camera.moveEnd.addEventListener(() => {
      options.onMoved();
      targets.update();
    }),
    scene.postRender.addEventListener(() => {
      frames += 1;
    }),
  ];
  const handler = new ScreenSpaceEventHandler(widget.canvas);
  handler.setInputAction(({ position }: ScreenSpaceEventHandler.PositionedEvent) => {
    const found: unknown = scene.pick(position)?.id;
    options.onPick(isPicked(found) ? found : null);
  }, ScreenSpaceEventType.LEFT_CLICK);
  // A double click would bind the camera to what is below it.
  handler.setInputAction(() => undefined, ScreenSpaceEventType.LEFT_DOUBLE_CLICK);

  return {
    control,
    setMode,
    showTargets: (shown: TargetsShown) => targets.show(shown),
    showVolumes: (list: readonly Volume[], mode: Mode, selectedId: string | null) =>
      volumes.show(list, mapColours[mode], selectedId),
    showStill: (features: readonly MapFeature[], mode: Mode) =>
      still.show(features, mapColours[mode], elevationOf),
    showAlerts: (list: readonly AlertView[], mode: Mode) =>
      alerts.show(list, mapColours[mode], (id) => {
        const target = store.get(id)?.target;
        return target ? drawnHeight(target, null).heightM : 0;
      }),
    showRain: (list: readonly ShownRain[], mode: Mode) => rain.show(list, mapColours[mode]),
    showLightning: (strokes: readonly ShownStroke[], mode: Mode) => lightning.show(strokes, mapColours[mode]),
    setCamera(mode: CameraMode, targetId: string | null): void {
      followed = mode.kind === 'free' ? null : targetId;
      control.setMode(mode);
      follow();
    },
    /** Frames drawn since the start. */
    frames: () => frames,
    /** Draws at every turn of the screen, not only where something changed. */
    drawAlways(on: boolean): void {
      scene.requestRenderMode = !on;
    },
    destroy(): void {
      for (const end of ends) end();
      handler.destroy();
      widget.destroy();
    },
  };

  function elevationOf([longitude = 0, latitude = 0]: Position): number {
    return scene.globe.getHeight(Cartographic.fromDegrees(longitude, latitude)) ?? 0;
  }
}

export type GlobeScene = ReturnType<typeof createGlobeScene>;

function isPicked(value: unknown): value is Picked {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}
