import { isObject } from '../providers/http.ts';

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
