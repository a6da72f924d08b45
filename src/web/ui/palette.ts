/** The colours of experience.md §3. `soft` is the second ink: AA on panel and on ground. */
export const palette = {
  light: {
    ground: '#f5f7fa',
    panel: '#ffffff',
    raised: '#ffffff',
    line: '#d9dfe8',
    ink: '#1f2a37',
    soft: '#56637a',
  },
  dark: {
    ground: '#0b1220',
    panel: '#111a2b',
    raised: '#17233a',
    line: '#22304a',
    ink: '#d5deeb',
    soft: '#93a3bd',
  },
} as const;

export type Mode = keyof typeof palette;

/** Where white letters stand on the accent, or the accent is itself a letter, it is darkened until AA holds. */
export const accentInk: Record<Mode, string> = { light: '#0b63b8', dark: '#5cb0ff' };

/** What `style.css` and hand-drawn parts (map, charts) take from the theme. */
export function cssVariables(mode: Mode, accent: string): Record<string, string> {
  const colours = palette[mode];
  return {
    '--cw-ground': colours.ground,
    '--cw-panel': colours.panel,
    '--cw-raised': colours.raised,
    '--cw-line': colours.line,
    '--cw-ink': colours.ink,
    '--cw-soft': colours.soft,
    '--cw-accent': accent,
    '--cw-edge': mode === 'dark' ? '#5a6e94' : '#8a97a8',
    '--cw-button': '#1267c4',
    '--cw-focus': accentInk[mode],
    '--cw-error': mode === 'dark' ? '#ff7b72' : '#c62828',
    '--cw-warn': mode === 'dark' ? '#f0b429' : '#9a5b00',
    '--cw-good': mode === 'dark' ? '#4ade80' : '#1a7f4b',
  };
}
