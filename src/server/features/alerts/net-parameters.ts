import {
  type AirspaceFigure,
  airspaceFigureNames,
  defaultHeights,
  defaultSteadinessFigures,
  type HeightFigures,
  type StatedFigures,
  type SteadinessFigures,
} from '#domain/conflicts/nets/figures.ts';
import { nets } from '#domain/conflicts/nets/index.ts';

type Stored = ReadonlyMap<string, string>;

/** Parameters `tactical.<net>.<name>`; what is not set is as the net has it. */
export function netValues(stored: Stored): Record<string, Record<string, number>> {
  return Object.fromEntries(
    nets.map(({ name, parameters }) => [name, figuresOf(stored, name, Object.keys(parameters))]),
  );
}

/** Parameters `tactical.heights.<name>`. */
export const heightValues = (stored: Stored): HeightFigures => ({
  ...defaultHeights,
  ...figuresOf(stored, 'heights', Object.keys(defaultHeights)),
});

/** Parameters `tactical.steadiness.<name>`. */
export const steadinessValues = (stored: Stored): SteadinessFigures => ({
  ...defaultSteadinessFigures,
  ...figuresOf(stored, 'steadiness', Object.keys(defaultSteadinessFigures)),
});

function figuresOf(stored: Stored, group: string, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name): [string, number][] => {
      const value = figure(stored, `tactical.${group}.${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Separation in an airspace of a class that states none itself, metres; null: that of all. */
export interface ClassSeparation {
  separationM: number | null;
  separationVerticalM: number | null;
}

export const separationOfClass = (stored: Stored, airspaceClass: string | null): ClassSeparation => ({
  separationM: figure(stored, `tactical.class${airspaceClass}.separationM`),
  separationVerticalM: figure(stored, `tactical.class${airspaceClass}.separationVerticalM`),
});

/** Parameters `tactical.class<class>.<net>.<name>`: what holds in an airspace of a class that states nothing else itself. */
export function figuresOfClass(stored: Stored, airspaceClass: string | null): StatedFigures {
  if (airspaceClass === null) return {};
  return Object.fromEntries(
    airspaceFigureNames.flatMap((name): [AirspaceFigure, number][] => {
      const value = figure(stored, `tactical.class${airspaceClass}.${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** No figure of a net is below zero: one that is, or is none, is taken as not set. */
function figure(stored: Stored, key: string): number | null {
  const text = stored.get(key)?.trim();
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 0 ? value : null;
}
