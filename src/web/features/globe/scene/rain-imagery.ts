import { ImageryLayer, Rectangle, type Scene, SingleTileImageryProvider } from 'cesium';
import type { MapColours } from '#web/map/map-colours.ts';
import { rainCanvas } from '#web/map/rain/rain-canvas.ts';
import type { ShownRain } from '#web/map/rain/use-rain.ts';

/** Rain as imagery over the ground. What is shown stays until what takes its place can be drawn. */
export function createRainImagery(scene: Scene) {
  let shown: ImageryLayer[] = [];
  let turn = 0;

  async function layerOf(one: ShownRain, colours: MapColours): Promise<ImageryLayer | null> {
    const canvas = rainCanvas(one, colours);
    const { bounds } = one.state;
    if (!canvas || !bounds) return null;
    const rectangle = Rectangle.fromDegrees(...bounds);
    return new ImageryLayer(await SingleTileImageryProvider.fromUrl(canvas.toDataURL(), { rectangle }));
  }

  return {
    show(rain: readonly ShownRain[], colours: MapColours): void {
      turn += 1;
      const own = turn;
      void Promise.all(rain.map((one) => layerOf(one, colours))).then(
        (made) => {
          if (own !== turn || scene.isDestroyed()) return;
          const before = shown;
          shown = made.filter((layer) => layer !== null);
          for (const layer of shown) scene.imageryLayers.add(layer);
          for (const layer of before) scene.imageryLayers.remove(layer);
          scene.requestRender();
        },
        // One that cannot be drawn is named where the age of each is told.
        () => undefined,
      );
    },
  };
}
