import {
  Axis,
  type Billboard,
  BillboardCollection,
  Cartesian2,
  Cartesian3,
  Cartographic,
  Math as CesiumMath,
  Color,
  ColorGeometryInstanceAttribute,
  DistanceDisplayCondition,
  GeometryInstance,
  HeadingPitchRoll,
  type Label,
  LabelCollection,
  LabelStyle,
  Material,
  Matrix4,
  Model,
  PerInstanceColorAppearance,
  type Polyline,
  PolylineCollection,
  Primitive,
  type Scene,
  Transforms,
  WallGeometry,
} from 'cesium';
import type { Target } from '#domain/surveillance/track/target.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import type { ModelKind } from '#web/features/globe/aircraft-kinds.ts';
import { drawnHeight } from '#web/features/globe/drawn-heights.ts';
import type { FlownPaths } from '#web/features/globe/flown-paths.ts';
import { type MapColours, mapFont } from '#web/map/map-colours.ts';
import { isOld, type TargetStore, type TargetView } from '#web/map/target-store.ts';
import { gltfOf, silhouetteOf } from './models.ts';
import type { Picked } from './volumes-layer.ts';

export interface TargetsShown {
  colours: MapColours;
  showLabels: boolean;
  /** How far back a curtain reaches; 0: there is none. */
  trailMinutes: number;
  selectedId: string | null;
  kinds: ReadonlyMap<string, ModelKind>;
  /** The lines of a label below the name. */
  blockOf(target: Target): string[];
  /** Which of the store's targets are drawn. */
  shows(target: Target): boolean;
}

/** Nearer than this to the camera a target is a model; farther away, or among more, its silhouette. */
const modelWithinM = 15_000;
const mostModels = 24;
/** Curtains: of the selected target, and of so many near ones. */
const curtainWithinM = 60_000;
const mostCurtains = 20;
/** So many labels of the nearest targets, and only of the selected what it does. */
const mostLabels = 60;

interface Drawn {
  billboard: Billboard;
  label: Label;
  drop: Polyline;
  position: Cartesian3;
  kind: ModelKind;
}

/** The targets of a store: silhouettes and models by kind, drop lines to the ground, curtains below their paths. */
export function createTargetsLayer(scene: Scene, store: TargetStore, paths: FlownPaths) {
  const billboards = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
  const drawn = new Map<string, Drawn>();
  const models = new Map<string, Model | 'loading'>();
  let curtain: Primitive | null = null;
  let shown: TargetsShown | null = null;

  function groundAt(longitude: number, latitude: number): number {
    return scene.globe.getHeight(Cartographic.fromDegrees(longitude, latitude)) ?? 0;
  }

  function positionOf(target: Target): Cartesian3 {
    const groundM = target.onGround ? groundAt(target.longitude, target.latitude) : 0;
    return Cartesian3.fromDegrees(target.longitude, target.latitude, drawnHeight(target, groundM).heightM);
  }

  function colourOf({ target }: TargetView, { colours, selectedId }: TargetsShown): Color {
    const serverNow = store.serverNow(performance.now());
    const key =
      target.id === selectedId
        ? 'selected'
        : target.onGround
          ? 'targetGround'
          : target.planId === null
            ? 'target'
            : 'targetPlan';
    const old = serverNow !== null && isOld(target.at, serverNow);
    return Color.fromCssColorString(colours[key]).withAlpha(old ? 0.45 : 1);
  }

  function add(id: string, kind: ModelKind): Drawn {
    const picked: Picked = { kind: 'target', id };
    const one: Drawn = {
      billboard: billboards.add({ id: picked, position: Cartesian3.ZERO }),
      label: labels.add({
        id: picked,
        position: Cartesian3.ZERO,
        font: `12px ${mapFont}`,
        style: LabelStyle.FILL,
        showBackground: true,
        backgroundPadding: new Cartesian2(4, 2),
        pixelOffset: new Cartesian2(16, -8),
        distanceDisplayCondition: new DistanceDisplayCondition(0, 600_000),
      }),
      drop: lines.add({
        width: 1,
        // A line takes its material with it when it goes.
        material: Material.fromType('Color'),
        positions: [Cartesian3.ZERO, Cartesian3.UNIT_X],
      }),
      position: Cartesian3.ZERO,
      kind,
    };
    // By its name an image is on the graphics card once, however many targets come and go.
    one.billboard.setImage(kind, () => silhouetteOf(kind));
    drawn.set(id, one);
    return one;
  }

  function remove(id: string): void {
    const one = drawn.get(id);
    if (!one) return;
    billboards.remove(one.billboard);
    labels.remove(one.label);
    lines.remove(one.drop);
    drawn.delete(id);
    removeModel(id);
  }

  function removeModel(id: string): void {
    const model = models.get(id);
    if (model && model !== 'loading') scene.primitives.remove(model);
    models.delete(id);
  }

  /** Draws what the store and the paths hold now. */
  function update(): void {
    if (!shown) return;
    const now = shown;
    const list = store.list.filter(({ target }) => now.shows(target));
    const present = new Set(list.map(({ target }) => target.id));
    for (const id of [...drawn.keys()]) if (!present.has(id)) remove(id);
    const dropColour = Color.fromCssColorString(now.colours.trail).withAlpha(0.5);
    for (const view of list) {
      const { target } = view;
      const kind = (target.icao24 && now.kinds.get(target.icao24)) || 'unknown';
      const known = drawn.get(target.id);
      if (known && known.kind !== kind) remove(target.id);
      const one = drawn.get(target.id) ?? add(target.id, kind);
      one.position = positionOf(target);
      const selected = target.id === now.selectedId;
      const colour = colourOf(view, now);
      one.billboard.position = one.position;
      one.billboard.color = colour;
      one.billboard.scale = selected ? 0.8 : 0.62;
      one.billboard.alignedAxis = noseOf(one.position, target.trackDeg ?? 0);
      one.drop.positions = [
        one.position,
        Cartesian3.fromDegrees(
          target.longitude,
          target.latitude,
          groundAt(target.longitude, target.latitude),
        ),
      ];
      one.drop.material.uniforms.color = dropColour;
      one.drop.show = !target.onGround;
    }
    const byDistance = list
      .map((view) => ({
        view,
        distanceM: Cartesian3.distance(
          scene.camera.positionWC,
          drawn.get(view.target.id)?.position ?? Cartesian3.ZERO,
        ),
      }))
      .sort((a, b) => a.distanceM - b.distanceM);
    const near = (withinM: number, most: number) =>
      byDistance.filter(
        ({ view, distanceM }, index) =>
          view.target.id === now.selectedId || (distanceM < withinM && index < most),
      );
    drawLabels(now.showLabels ? near(Number.POSITIVE_INFINITY, mostLabels) : near(0, 0), now);
    drawModels(
      near(modelWithinM, mostModels).filter(({ distanceM }) => distanceM < 4 * modelWithinM),
      now,
    );
    drawCurtains(now.trailMinutes > 0 ? near(curtainWithinM, mostCurtains).map(({ view }) => view) : [], now);
    scene.requestRender();
  }

  function drawLabels(near: readonly { view: TargetView }[], now: TargetsShown): void {
    for (const one of drawn.values()) one.label.show = false;
    for (const { view } of near) {
      const one = drawn.get(view.target.id);
      if (!one) continue;
      const selected = view.target.id === now.selectedId;
      one.label.show = true;
      one.label.text = [targetName(view.target), ...(selected ? now.blockOf(view.target) : [])].join('\n');
      one.label.position = one.position;
      one.label.fillColor = Color.fromCssColorString(now.colours.ink);
      one.label.backgroundColor = Color.fromCssColorString(now.colours.halo);
    }
  }

  function drawModels(near: readonly { view: TargetView }[], now: TargetsShown): void {
    const wanted = new Set(near.map(({ view }) => view.target.id));
    for (const id of [...models.keys()]) if (!wanted.has(id)) removeModel(id);
    for (const one of drawn.values()) one.billboard.show = true;
    for (const { view } of near) {
      const { id, trackDeg } = view.target;
      const one = drawn.get(id);
      if (!one) continue;
      const model = models.get(id);
      if (model === undefined) void loadModel(id, one.kind);
      else if (model !== 'loading') {
        one.billboard.show = !model.ready;
        // Heading 0 of a model is east.
        const turn = new HeadingPitchRoll(CesiumMath.toRadians((trackDeg ?? 0) - 90), 0, 0);
        model.modelMatrix = Transforms.headingPitchRollToFixedFrame(
          one.position,
          turn,
          undefined,
          undefined,
          new Matrix4(),
        );
        model.color = colourOf(view, now);
      }
    }
  }

  async function loadModel(id: string, kind: ModelKind): Promise<void> {
    models.set(id, 'loading');
    const picked: Picked = { kind: 'target', id };
    const model = await Model.fromGltfAsync({
      // An object of glTF is taken as it is, which the types do not say.
      url: gltfOf(kind) as unknown as string,
      id: picked,
      minimumPixelSize: 34,
      maximumScale: 60,
      upAxis: Axis.Y,
      forwardAxis: Axis.Z,
    });
    if (models.get(id) !== 'loading' || scene.isDestroyed()) {
      model.destroy();
      return;
    }
    scene.primitives.add(model);
    models.set(id, model);
    model.readyEvent.addEventListener(update);
    update();
  }

  function drawCurtains(views: readonly TargetView[], now: TargetsShown): void {
    if (curtain) scene.primitives.remove(curtain);
    curtain = null;
    const geometryInstances = views.flatMap((view): GeometryInstance[] => {
      const { target } = view;
      const path = [
        ...paths.of(target.id, now.trailMinutes),
        target.longitude,
        target.latitude,
        drawnHeight(target, 0).heightM,
      ];
      const positions = Cartesian3.fromDegreesArrayHeights(path);
      if (path.length < 6 || target.onGround) return [];
      const minimumHeights = positions.map((_, index) =>
        groundAt(path[3 * index] ?? 0, path[3 * index + 1] ?? 0),
      );
      const colour = Color.fromCssColorString(
        target.id === now.selectedId ? now.colours.selected : now.colours.trail,
      );
      return [
        new GeometryInstance({
          geometry: new WallGeometry({
            positions,
            minimumHeights,
            vertexFormat: PerInstanceColorAppearance.FLAT_VERTEX_FORMAT,
          }),
          attributes: { color: ColorGeometryInstanceAttribute.fromColor(colour.withAlpha(0.3)) },
        }),
      ];
    });
    if (geometryInstances.length === 0) return;
    curtain = scene.primitives.add(
      new Primitive({
        geometryInstances,
        appearance: new PerInstanceColorAppearance({ flat: true, translucent: true }),
        asynchronous: false,
        allowPicking: false,
      }),
    ) as Primitive;
  }

  return {
    update,
    show(next: TargetsShown) {
      shown = next;
      update();
    },
    positionOf: (id: string) => drawn.get(id)?.position ?? null,
  };
}

/** Which way the nose points in the world. */
function noseOf(position: Cartesian3, trackDeg: number): Cartesian3 {
  const frame = Transforms.eastNorthUpToFixedFrame(position);
  const angle = CesiumMath.toRadians(trackDeg);
  return Matrix4.multiplyByPointAsVector(
    frame,
    new Cartesian3(Math.sin(angle), Math.cos(angle), 0),
    new Cartesian3(),
  );
}
