import { type Billboard, BillboardCollection, Cartesian3, HeightReference, type Scene } from 'cesium';
import { drawStroke } from '#web/map/lightning/lightning-ink.ts';
import type { ShownStroke } from '#web/map/lightning/use-lightning.ts';
import type { MapColours } from '#web/map/map-colours.ts';

/** Side of the image of a stroke, pixels: the largest sign with its edge. */
const imagePx = 24;
/** Pixels of the image for each of the screen: signs stay sharp on dense screens. */
const density = 2;

/** Lightning on the ground, in the signs of the flat map. */
export function createLightningLayer(scene: Scene) {
  const signs = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
  /** By place and kind: one that stays is not brought to the ground again, which takes its time on terrain. */
  let drawn = new Map<string, Billboard>();

  function show(strokes: readonly ShownStroke[], colours: MapColours): void {
    // Where the ground is flat a sign stays where it is; on terrain it follows the ground as that is loaded.
    const heightReference = scene.globe.depthTestAgainstTerrain
      ? HeightReference.CLAMP_TO_GROUND
      : HeightReference.NONE;
    const before = drawn;
    drawn = new Map();
    for (const { longitude, latitude, ...look } of strokes) {
      const key = `${longitude} ${latitude} ${look.isInCloud}`;
      const sign =
        drawn.get(key) ??
        before.get(key) ??
        signs.add({
          position: Cartesian3.fromDegrees(longitude, latitude),
          scale: 1 / density,
          heightReference,
        });
      // By its name an image is on the graphics card once, however many strokes show it.
      const name = imageName(look, colours);
      if (sign.image !== name) sign.setImage(name, () => strokeImage(look, colours));
      drawn.set(key, sign);
    }
    for (const [key, sign] of before) if (!drawn.has(key)) signs.remove(sign);
    scene.requestRender();
  }

  return { show };
}

type Look = Pick<ShownStroke, 'age' | 'isInCloud'>;

/** The colours of both themes differ. */
const imageName = ({ age, isInCloud }: Look, { strokeEdge, strokeNew }: MapColours) =>
  `${age}${isInCloud ? ' in cloud' : ''} ${strokeEdge} ${strokeNew}`;

function strokeImage(look: Look, colours: MapColours): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = imagePx * density;
  canvas.height = imagePx * density;
  const context = canvas.getContext('2d');
  context?.scale(density, density);
  if (context) drawStroke(context, look, imagePx / 2, imagePx / 2, colours);
  return canvas;
}
