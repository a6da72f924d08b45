import { useMenuEntry } from '#web/ui/menu-place.ts';
import { transportPath } from './aerodrome-pages.ts';

/** Highlights the menu entry of the civil airports for their records, whose path begins with that of the other list. */
export function TransportEntry() {
  useMenuEntry(transportPath);
  return null;
}
