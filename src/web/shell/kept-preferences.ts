import { useEffect, useRef } from 'react';
import { usePreference } from '#web/client/preference.ts';
import { preferences, setPreferences } from '#web/client/preferences.ts';
import { keptOf, readKept } from '#web/client/read-preferences.ts';
import { useStore } from '#web/client/store.ts';

const key = 'shell.settings';

/** The settings follow their user: what the server keeps is taken over, and what he changes is kept there. */
export function useKeptPreferences(): void {
  const { value, loaded, set } = usePreference(key);
  const current = JSON.stringify(keptOf(useStore(preferences)));
  /** What both sides know; undefined: not asked yet. */
  const agreed = useRef<string>(undefined);
  useEffect(() => {
    if (!loaded) return;
    if (agreed.current !== undefined) {
      if (agreed.current === current) return;
      agreed.current = current;
      set(JSON.parse(current));
      return;
    }
    const kept = readKept(value);
    if (kept) setPreferences(kept);
    agreed.current = JSON.stringify(keptOf(preferences.get()));
  }, [loaded, value, current, set]);
}
