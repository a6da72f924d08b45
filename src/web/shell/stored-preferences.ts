import { useEffect, useRef } from 'react';
import { usePreference } from '#web/client/preference.ts';
import { preferences, setPreferences, takeChosenLocale } from '#web/client/preferences.ts';
import { readStored } from '#web/client/read-preferences.ts';
import { useStore } from '#web/client/store.ts';

const key = 'shell.settings';

/**
 * The settings follow their user: what the server keeps is taken over, and what they change is kept there.
 */
export function useStoredPreferences(): void {
  const { value, loaded, set } = usePreference(key);
  const current = JSON.stringify(useStore(preferences));
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
    const stored = readStored(value);
    const { locale } = preferences.get();
    if (stored) setPreferences(stored);
    agreed.current = JSON.stringify(preferences.get());
    // What is chosen now is stored by the change that it is.
    if (takeChosenLocale()) setPreferences({ locale });
  }, [loaded, value, current, set]);
}
