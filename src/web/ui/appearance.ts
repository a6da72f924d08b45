import { createContext, use, useEffect } from 'react';
import { preferences } from '#web/client/preferences.ts';
import { createStore, useStore } from '#web/client/store.ts';
import { cssVariables, type Mode } from './palette.ts';
import { mobileBelowPx, scaleFor } from './scale.ts';

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');
const systemMode = createStore<Mode>(darkQuery.matches ? 'dark' : 'light');
darkQuery.addEventListener('change', () => systemMode.set(darkQuery.matches ? 'dark' : 'light'));

/** What pages are laid out for: the width of the window in pixels, 300 ms after it last changed. */
export const windowWidth = createStore(window.innerWidth);
/** Specification §9: resize handling is debounced by 300 ms. */
const resizeDebounceMs = 300;
let resizeTimer: ReturnType<typeof setTimeout> | undefined;
window.addEventListener('resize', () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(() => windowWidth.set(window.innerWidth), resizeDebounceMs);
});

/** A part of the page that has a mode of its own, as the wall of a room; null: the mode of the page. */
export const ModeContext = createContext<Mode | null>(null);

/** Light or dark, as chosen or as the system is. */
export function useMode(): Mode {
  const own = use(ModeContext);
  const { theme } = useStore(preferences);
  const system = useStore(systemMode);
  return own ?? (theme === 'system' ? system : theme);
}

export function useWindowWidth(): number {
  return useStore(windowWidth);
}

/** Below 992 px the interface is the phone's (specification §2). */
export function useIsMobile(): boolean {
  return useWindowWidth() < mobileBelowPx;
}

/** Puts mode, colours and scale on the document: all that pages without antd need, and what hand-drawn parts read. */
export function useAppearance(): void {
  const { accent } = useStore(preferences);
  const mode = useMode();
  const scale = scaleFor(useWindowWidth());
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    dataset.theme = mode;
    style.colorScheme = mode;
    style.fontSize = `${Math.round(16 * scale)}px`;
    for (const [name, value] of Object.entries(cssVariables(mode, accent))) style.setProperty(name, value);
  }, [mode, accent, scale]);
}
