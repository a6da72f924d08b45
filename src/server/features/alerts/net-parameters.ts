import { nets } from '#domain/conflicts/nets/index.ts';

type Stored = ReadonlyMap<string, string>;

/** Parameters `tactical.<net>.<name>`; what is not set is as the net has it. */
export function netValues(stored: Stored): Record<string, Record<string, number>> {
  return Object.fromEntries(
    nets.map(({ name, parameters }) => [
      name,
      Object.fromEntries(
        Object.keys(parameters).flatMap((parameter): [string, number][] => {
          const value = figure(stored, `tactical.${name}.${parameter}`);
          return value === null ? [] : [[parameter, value]];
        }),
      ),
    ]),
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

/** No figure of a net is below zero: one that is, or is none, is taken as not set. */
function figure(stored: Stored, key: string): number | null {
  const text = stored.get(key)?.trim();
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 0 ? value : null;
}
