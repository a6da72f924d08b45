import { Cartesian3, Color, Material, PolylineCollection, type Scene } from 'cesium';
import type { AlertView } from '#contract/alerts.ts';
import { isOpen } from '#web/features/alerts/alert-store.ts';
import type { MapColours } from '#web/map/map-colours.ts';

const levelColour = { advisory: 'neutral', caution: 'application', warning: 'closed' } as const;

/** Dashed lines from each target of an alert to where it will be at the closest approach, and between those two places. */
export function createAlertsLayer(scene: Scene) {
  const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;

  /** `heightOf`: metres at which a target is drawn. */
  function show(
    alerts: readonly AlertView[],
    colours: MapColours,
    heightOf: (targetId: string) => number,
  ): void {
    lines.removeAll();
    for (const alert of alerts) {
      const { approach, targets, level } = alert;
      if (!approach) continue;
      const color = Color.fromCssColorString(colours[levelColour[level]]);
      const dashes = () => Material.fromType('PolylineDash', { color, dashLength: 14 });
      const ends = [approach.one, approach.two].map((end, index) => {
        const target = targets[index] ?? targets[0];
        if (!end || !target) return null;
        const heightM = heightOf(target.id);
        const there = Cartesian3.fromDegrees(end.longitude, end.latitude, heightM);
        if (targets[index]) {
          const here = Cartesian3.fromDegrees(target.longitude, target.latitude, heightM);
          lines.add({ positions: [here, there], width: isOpen(alert) ? 4 : 2, material: dashes() });
        }
        return there;
      });
      const [one, two] = ends;
      if (one && two)
        lines.add({ positions: [one, two], width: 3, material: Material.fromType('Color', { color }) });
    }
    scene.requestRender();
  }

  return { show };
}
