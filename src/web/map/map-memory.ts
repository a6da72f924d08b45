import { isObject } from '#domain/text/narrow.ts';
import type { MapView } from './map-view.ts';

const storageKey = 'cw.map';

/** What the map remembers on this device: where it was, what it showed, where its panels stood. */
export function remember(part: string, value: unknown): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...all(), [part]: value }));
  } catch {
    // A full or forbidden store: the map opens as it does for the first time.
  }
}

export function remembered(part: string): unknown {
  return all()[part];
}

function all(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Where the situation map was when it was last seen; null at first. */
export function rememberedView(): MapView | null {
  const value = remembered('view');
  if (!isObject(value)) return null;
  const { latitude, longitude, zoom } = value;
  return typeof latitude === 'number' && typeof longitude === 'number' && typeof zoom === 'number'
    ? { latitude, longitude, zoom }
    : null;
}
