import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { createStore, useStore } from '#web/client/store.ts';
import { type MenuGroup, type MenuPlace, placeIn } from './menu-groups.ts';

/** The entry of the menu to which the page that shows belongs, where its path begins otherwise. */
const ownEntry = createStore<{ pathname: string; entry: string } | null>(null);

/** The page that shows belongs to the menu entry of this path. */
export function useMenuEntry(entry: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    ownEntry.set({ pathname, entry });
    return () => ownEntry.set(null);
  }, [pathname, entry]);
}

/** Where the page that shows stands in the menu. */
export function useMenuPlace(groups: MenuGroup[]): MenuPlace {
  const { pathname } = useLocation();
  const own = useStore(ownEntry);
  return placeIn(groups, own?.pathname === pathname ? own.entry : pathname);
}
