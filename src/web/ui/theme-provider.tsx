import '@ant-design/v5-patch-for-react-19';
import { App as AntApp, ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useEffect, useMemo } from 'react';
import { preferences } from '#web/client/preferences.ts';
import { useStore } from '#web/client/store.ts';
import { useActiveOption } from './active-option.ts';
import { useIsMobile, useMode, useWindowWidth } from './appearance.ts';
import { keepComposedKeys } from './composing.ts';
import { useCutTitles } from './cut-titles.ts';
import { scaleFor } from './scale.ts';
import { useTabMovesOn } from './tab-moves-on.ts';
import { themeFor } from './theme.ts';

const stillQuery = window.matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Toasts stand on the left, away from the alerts and from the buttons of a form, above the bar of the page (112 px with the bar of
 * a form); more than two lie on each other until they are pointed at.
 */
const toasts = { placement: 'bottomLeft', bottom: 112, stack: { threshold: 2 } } as const;
/** On a phone lists, alerts and buttons are below: there toasts stand under the head of the page. */
const toastsOnPhone = { ...toasts, placement: 'top', top: 80 } as const;

/** The one ConfigProvider. Pages outside the frame (sign-in, errors, tickets) are drawn without antd: they must be light. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { accent, locale, size } = useStore(preferences);
  const mode = useMode();
  const scale = scaleFor(useWindowWidth());
  const isMobile = useIsMobile();
  useActiveOption();
  useEffect(keepComposedKeys, []);
  useTabMovesOn();
  useCutTitles();
  const theme = useMemo(() => themeFor(mode, accent, scale, !stillQuery.matches), [mode, accent, scale]);
  return (
    <ConfigProvider
      theme={theme}
      locale={locale === 'en' ? enUS : zhCN}
      componentSize={size}
      button={{ autoInsertSpace: false }}
      // Options of a list that draws only what is in view have no role.
      virtual={false}
    >
      <AntApp className="cw-app" notification={isMobile ? toastsOnPhone : toasts}>
        {children}
      </AntApp>
    </ConfigProvider>
  );
}
