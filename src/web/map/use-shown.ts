import { useState } from 'react';
import { pictureSwitches, targetSwitches } from './layer-switch.tsx';
import { mapLayers } from './layers/index.ts';
import { remember, remembered } from './map-memory.ts';

/** Every switch of the map, and whether it is on until somebody turns it. */
const switches: ReadonlyMap<string, boolean> = new Map([
  ...targetSwitches.map((id) => [id, true] as const),
  ...pictureSwitches.map(({ id, shownAtFirst }) => [id, shownAtFirst] as const),
  ...mapLayers.map(({ id, shownAtFirst }) => [id, shownAtFirst] as const),
]);

/** What of the map is switched on, on the flat one and on the globe. */
export function useShown(): [
  ReadonlySet<string>,
  (id: string, on: boolean) => void,
  (ids: string[]) => void,
] {
  const [shown, setShown] = useState<ReadonlySet<string>>(() =>
    shownIn(remembered('shown'), remembered('offered')),
  );
  const showOnly = (ids: string[]) => {
    setShown(new Set(ids));
    remember('shown', ids);
    remember('offered', [...switches.keys()]);
  };
  const toggle = (id: string, on: boolean) =>
    showOnly(on ? [...shown, id] : [...shown].filter((one) => one !== id));
  return [shown, toggle, showOnly];
}

/** What was on at the last visit; a switch that was not offered then is as it is at first. */
export function shownIn(stored: unknown, offered: unknown): ReadonlySet<string> {
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  const atFirst = [...switches].flatMap(([id, on]) => (on ? [id] : []));
  if (!Array.isArray(stored)) return new Set(atFirst);
  const known = new Set(texts(offered));
  return new Set([...texts(stored), ...atFirst.filter((id) => !known.has(id))]);
}
