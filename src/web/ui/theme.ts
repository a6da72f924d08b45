import { type ThemeConfig, theme } from 'antd';
import { accentInk, type Mode, palette } from './palette.ts';

/**
 * The one set of tokens. `scale` is 1 from 1680 px of width and falls with the window below it, so that a
 * screen designed for 1920×1080 keeps its proportions; letters never go below 12 px.
 */
export function themeFor(mode: Mode, accent: string, scale: number, motion = true): ThemeConfig {
  const colours = palette[mode];
  const px = (value: number, least = 0) => Math.max(least, Math.round(value * scale));
  const standard = accent.toLowerCase() === '#1890ff';
  const ink = standard ? accentInk[mode] : accent;
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'cw' },
    hashed: false,
    token: {
      colorPrimary: mode === 'light' && standard ? '#1267c4' : accent,
      ...(mode === 'light' ? { colorError: '#cf1322' } : {}),
      colorInfo: accent,
      colorLink: ink,
      // Under the pointer a lighter one would no longer be read; the line below it says that it is meant.
      colorLinkHover: ink,
      colorLinkActive: ink,
      linkHoverDecoration: 'underline',
      colorBgLayout: colours.ground,
      colorBgContainer: colours.panel,
      colorBgElevated: colours.raised,
      colorBorder: mode === 'dark' ? '#3a4c6e' : '#c3ccd9',
      colorBorderSecondary: colours.line,
      colorText: colours.ink,
      colorTextSecondary: colours.soft,
      colorTextTertiary: colours.soft,
      colorTextDescription: colours.soft,
      colorTextPlaceholder: mode === 'dark' ? '#8393ae' : '#66738a',
      borderRadius: 4,
      borderRadiusLG: 4,
      borderRadiusSM: 4,
      fontSize: px(14, 12),
      controlHeight: px(32, 28),
      fontFamily: 'inherit',
      wireframe: false,
      motion,
    },
    components: {
      Table: { cellFontSize: px(13, 12), cellFontSizeMD: px(13, 12), cellFontSizeSM: px(13, 12) },
      Menu: {
        horizontalItemSelectedColor: ink,
        itemSelectedColor: ink,
        subMenuItemSelectedColor: ink,
        activeBarHeight: 2,
      },
      Tabs: { itemSelectedColor: ink, itemActiveColor: ink, itemHoverColor: ink },
      Dropdown: { colorPrimary: ink, ...(mode === 'dark' ? { colorError: '#ff7b72' } : {}) },
      Layout: { headerBg: colours.panel, bodyBg: colours.ground },
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // White letters stand on it, and red ones on the panel: AA in both modes.
        ...(standard
          ? { colorPrimary: '#1267c4', colorPrimaryHover: '#1773d4', colorPrimaryActive: '#0f58a8' }
          : {}),
        ...(mode === 'dark'
          ? {
              colorError: '#f27a7a',
              colorErrorHover: '#ff9a98',
              dangerColor: '#2a0608',
              // Under the pointer too: the fill of a primary button is too dark for letters on the panel.
              defaultHoverColor: '#69b1ff',
              defaultHoverBorderColor: '#69b1ff',
              defaultActiveColor: '#91caff',
              defaultActiveBorderColor: '#91caff',
            }
          : {}),
      },
      Form: {
        itemMarginBottom: px(16),
        verticalLabelPadding: '0 0 4px',
        ...(mode === 'dark' ? { colorError: '#ff7b72' } : {}),
      },
    },
  };
}
