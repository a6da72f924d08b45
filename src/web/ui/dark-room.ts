import { useMemo } from 'react';
import { preferences } from '#web/client/preferences.ts';
import { useStore } from '#web/client/store.ts';
import { useWindowWidth } from './appearance.ts';
import { cssVariables } from './palette.ts';
import { scaleFor } from './scale.ts';
import { themeFor } from './theme.ts';

/** Theme and colours of a wall, which is dark whatever the user's theme is. */
export function useDarkRoom() {
  const { accent } = useStore(preferences);
  const scale = scaleFor(useWindowWidth());
  return useMemo(
    () => ({
      theme: { ...themeFor('dark', accent, scale), cssVar: { key: 'cw-board' } },
      variables: cssVariables('dark', accent),
    }),
    [accent, scale],
  );
}
