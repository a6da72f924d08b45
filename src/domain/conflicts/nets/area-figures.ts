import { contains, isActive } from './area-geometry.ts';
import { areasAt, areasFor } from './area-index.ts';
import { type AirspaceFigure, airspaceFigureNames, stricter } from './figures.ts';
import { heightWithin, mayBeWithin } from './heights.ts';
import type { Scene, SceneArea, SceneTarget } from './safety-net.ts';

/** Of each group whether an area states any of its figures: the same function each time, as the index of areas wants it. */
const stating = new Map<string, (area: SceneArea) => boolean>();

function statesOf(group: string): (area: SceneArea) => boolean {
  const known = stating.get(group);
  if (known) return known;
  const states = ({ figures }: SceneArea) =>
    figures !== null && Object.keys(figures).some((name) => name.startsWith(`${group}.`));
  stating.set(group, states);
  return states;
}

/**
 * The figures of a group that hold for a target: those of all, and in their place what the airspaces that it flies in state
 * (the stricter, where several do).
 */
export function figuresAt<V extends Record<string, number>>(
  scene: Scene,
  group: string,
  target: SceneTarget,
  values: V,
): V {
  const areas = areasFor(scene.areas, statesOf(group));
  if (areas.length === 0) return values;
  const stated = areasAt(areas, target).filter(
    ({ volume }) =>
      isActive(volume, scene.nowMs) &&
      contains(volume, target) &&
      mayBeWithin(heightWithin(scene, target, volume)),
  );
  return stated.length === 0 ? values : withStated(group, values, stated);
}

/** The strictest that holds anywhere: what a search must reach, whoever is where. */
export function strictestOf<V extends Record<string, number>>(scene: Scene, group: string, values: V): V {
  const areas = areasFor(scene.areas, statesOf(group));
  if (areas.length === 0) return values;
  const own = withStated(group, values, areas);
  return {
    ...own,
    ...entriesOf(group, (figure, name) => stricter(figure, values[name] ?? 0, own[name] ?? 0)),
  };
}

/** Of two targets each of which may be in another airspace. */
export function stricterOf<V extends Record<string, number>>(group: string, one: V, two: V): V {
  if (one === two) return one;
  return { ...one, ...entriesOf(group, (figure, name) => stricter(figure, one[name] ?? 0, two[name] ?? 0)) };
}

function withStated<V extends Record<string, number>>(
  group: string,
  values: V,
  areas: readonly SceneArea[],
): V {
  const own: Record<string, number> = {};
  for (const figure of airspaceFigureNames) {
    const [of, name] = figure.split('.');
    if (of !== group || name === undefined) continue;
    for (const { figures } of areas) {
      const value = figures?.[figure];
      if (value === undefined) continue;
      const before = own[name];
      own[name] = before === undefined ? value : stricter(figure, before, value);
    }
  }
  return { ...values, ...own };
}

function entriesOf(
  group: string,
  of: (figure: AirspaceFigure, name: string) => number,
): Record<string, number> {
  return Object.fromEntries(
    airspaceFigureNames.flatMap((figure) => {
      const [named, name] = figure.split('.');
      return named === group && name !== undefined ? [[name, of(figure, name)]] : [];
    }),
  );
}
