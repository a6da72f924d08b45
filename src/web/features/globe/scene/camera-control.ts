import {
  type Camera,
  Cartesian2,
  Cartesian3,
  Cartographic,
  Math as CesiumMath,
  EasingFunction,
  HeadingPitchRange,
  Matrix4,
  type Scene,
  Transforms,
} from 'cesium';
import type { Viewport } from '#contract/hub.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { distanceOf, halfFieldOfView, zoomOf } from '#web/features/globe/camera-view.ts';
import type { MapView } from '#web/map/map-view.ts';

/**
 * How the camera moves: `free` by hand; `follow` turns around a target, `chase` flies behind it; `tower` stands at a place and
 * looks at it.
 */
export type CameraMode =
  | { kind: 'free' }
  | { kind: 'follow' }
  | { kind: 'chase' }
  | { kind: 'tower'; at: Position };

const usualPitch = CesiumMath.toRadians(-50);
const followM = 6_000;
const chase = { behindM: 900, pitch: CesiumMath.toRadians(-14) };
/** Eyes of a tower controller above the ground. */
const towerM = 40;

/** The camera of the globe, in the terms of the flat map. */
export function createCameraControl(scene: Scene) {
  const { camera, canvas } = scene;
  let mode: CameraMode = { kind: 'free' };
  const longerSide = () => Math.max(canvas.clientWidth, canvas.clientHeight, 1);

  /** What the middle of the screen shows; null: the sky. */
  function middle(): Cartesian3 | null {
    const at = new Cartesian2(canvas.clientWidth / 2, canvas.clientHeight / 2);
    const ray = camera.getPickRay(at);
    return (ray && scene.globe.pick(ray, scene)) ?? camera.pickEllipsoid(at) ?? null;
  }

  function lookAt(centre: Cartesian3, offset: HeadingPitchRange): void {
    camera.lookAt(centre, offset);
    camera.lookAtTransform(Matrix4.IDENTITY);
    scene.requestRender();
  }

  return {
    show(view: MapView): void {
      const centre = Cartesian3.fromDegrees(view.longitude, view.latitude);
      lookAt(centre, new HeadingPitchRange(0, usualPitch, distanceOf(view, longerSide())));
    },

    view(): MapView {
      const centre = middle();
      const at = Cartographic.fromCartesian(centre ?? camera.positionWC);
      const distanceM = centre ? Cartesian3.distance(centre, camera.positionWC) : at.height;
      const latitude = CesiumMath.toDegrees(at.latitude);
      return {
        latitude,
        longitude: CesiumMath.toDegrees(at.longitude),
        zoom: zoomOf(distanceM, latitude, longerSide()),
      };
    },

    /** What can be seen; the whole world where the sky is on the screen. */
    viewport(): Viewport {
      const seen = camera.computeViewRectangle();
      if (!seen) return [-180, -90, 180, 90];
      const [west, south, east, north] = [seen.west, seen.south, seen.east, seen.north].map(
        CesiumMath.toDegrees,
      ) as Viewport;
      return [west, south, east, north];
    },

    zoomBy(factor: number): void {
      const centre = middle();
      const far = centre
        ? Cartesian3.distance(centre, camera.positionWC)
        : Cartographic.fromCartesian(camera.positionWC).height;
      camera.move(camera.directionWC, far * (1 - factor));
      scene.requestRender();
    },

    turnBy(degrees: number): void {
      const centre = middle();
      if (!centre) return;
      const range = Cartesian3.distance(centre, camera.positionWC);
      lookAt(
        centre,
        new HeadingPitchRange(camera.heading + CesiumMath.toRadians(degrees), camera.pitch, range),
      );
    },

    tiltBy(degrees: number): void {
      const centre = middle();
      if (!centre) return;
      const pitch = CesiumMath.clamp(
        camera.pitch + CesiumMath.toRadians(degrees),
        CesiumMath.toRadians(-89.9),
        CesiumMath.toRadians(-5),
      );
      lookAt(
        centre,
        new HeadingPitchRange(camera.heading, pitch, Cartesian3.distance(centre, camera.positionWC)),
      );
    },

    north(): void {
      this.turnBy(-CesiumMath.toDegrees(camera.heading));
    },

    setMode(next: CameraMode): void {
      mode = next;
      camera.lookAtTransform(Matrix4.IDENTITY);
      scene.requestRender();
    },

    /** Goes to where the mode wants the camera, the target being at a place and flying on a track. */
    step(position: Cartesian3 | null, trackDeg: number | null): void {
      if (!position || mode.kind === 'free') return;
      if (mode.kind === 'follow') {
        // Whoever turns the view by hand keeps it so.
        const range = followRange(camera, position);
        lookFrom(camera, position, new HeadingPitchRange(camera.heading, range.pitch, range.m));
      } else if (mode.kind === 'chase') {
        const heading = CesiumMath.toRadians(trackDeg ?? 0);
        lookFrom(camera, position, new HeadingPitchRange(heading, chase.pitch, chase.behindM));
      } else {
        const { latitude, longitude } = mode.at;
        const groundM = scene.globe.getHeight(Cartographic.fromDegrees(longitude, latitude)) ?? 0;
        const eye = Cartesian3.fromDegrees(longitude, latitude, groundM + towerM);
        const direction = Cartesian3.normalize(
          Cartesian3.subtract(position, eye, new Cartesian3()),
          new Cartesian3(),
        );
        camera.setView({ destination: eye, orientation: { direction, up: upFor(eye, direction) } });
      }
      scene.requestRender();
    },

    flyTo(view: MapView): void {
      const goal = Cartesian3.fromDegrees(view.longitude, view.latitude);
      camera.flyToBoundingSphere({ center: goal, radius: 1 } as never, {
        duration: 0.8,
        easingFunction: EasingFunction.QUADRATIC_OUT,
        offset: new HeadingPitchRange(camera.heading, usualPitch, distanceOf(view, longerSide())),
      });
    },
  };
}

export type CameraControl = ReturnType<typeof createCameraControl>;

export const fieldOfView = 2 * halfFieldOfView;

function lookFrom(camera: Camera, at: Cartesian3, offset: HeadingPitchRange): void {
  camera.lookAtTransform(Matrix4.IDENTITY);
  camera.lookAt(at, offset);
  camera.lookAtTransform(Matrix4.IDENTITY);
}

/** From how far and how steeply a target is looked at: as now where that is near, else as usual. */
function followRange(camera: Camera, position: Cartesian3): { m: number; pitch: number } {
  const m = Cartesian3.distance(camera.positionWC, position);
  if (m > 20 * followM) return { m: followM, pitch: CesiumMath.toRadians(-30) };
  return { m, pitch: Math.min(camera.pitch, CesiumMath.toRadians(-3)) };
}

/** What is up for somebody who stands at a place and looks in a direction. */
function upFor(eye: Cartesian3, direction: Cartesian3): Cartesian3 {
  const frame = Transforms.eastNorthUpToFixedFrame(eye);
  const zenith = Matrix4.multiplyByPointAsVector(frame, Cartesian3.UNIT_Z, new Cartesian3());
  const right = Cartesian3.cross(direction, zenith, new Cartesian3());
  return Cartesian3.normalize(Cartesian3.cross(right, direction, new Cartesian3()), new Cartesian3());
}
