import { App as AntApp, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { type ReactNode, useEffect, useMemo } from 'react';
import { preferences } from '../preferences.ts';
import { createStore, useStore } from '../store.ts';
import { cssVariables, type Mode, themeFor } from '../theme.ts';
import { scaleFor } from './scale.ts';

const stillQuery = window.matchMedia('(prefers-reduced-motion: reduce)');
const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');
const systemMode = createStore<Mode>(darkQuery.matches ? 'dark' : 'light');
darkQuery.addEventListener('change', () => systemMode.set(darkQuery.matches ? 'dark' : 'light'));

const width = createStore(window.innerWidth);
/** Specification §9: resize handling is debounced by 300 ms. */
const resizeDebounceMs = 300;
let resizeTimer: ReturnType<typeof setTimeout> | undefined;
window.addEventListener('resize', () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(() => width.set(window.innerWidth), resizeDebounceMs);
});

/** Light or dark, as chosen or as the system is. */
export function useMode(): Mode {
  const { theme } = useStore(preferences);
  const system = useStore(systemMode);
  return theme === 'system' ? system : theme;
}

/** Width of the window in pixels, 300 ms after it last changed. */
export function useWindowWidth(): number {
  return useStore(width);
}

/** Below 992 px the interface is the phone's (specification §2). */
export function useIsMobile(): boolean {
  return useWindowWidth() < 992;
}

/** The one ConfigProvider. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { accent, locale, size } = useStore(preferences);
  const mode = useMode();
  const scale = scaleFor(useWindowWidth());
  const theme = useMemo(() => themeFor(mode, accent, scale, !stillQuery.matches), [mode, accent, scale]);
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    dataset.theme = mode;
    style.colorScheme = mode;
    style.fontSize = `${Math.round(16 * scale)}px`;
    for (const [name, value] of Object.entries(cssVariables(mode, accent))) style.setProperty(name, value);
  }, [mode, accent, scale]);
  return (
    <ConfigProvider theme={theme} locale={locale === 'en' ? enUS : zhCN} componentSize={size}>
      <AntApp component={false}>{children}</AntApp>
    </ConfigProvider>
  );
}
