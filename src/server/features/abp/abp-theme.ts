import { stringOf } from '#domain/text/narrow.ts';
import type { PreferenceStore } from '#server/features/preferences/preference-store.ts';
import { implement, type Service } from '#server/http/service.ts';

const key = 'abp.uiTheme';

/** ABP's name of the setting. */
export const uiThemeSetting = 'App.UiTheme';

/** The theme that a client of ABP kept for this user; null: none. Our own screens have their settings panel. */
export async function uiThemeOf(preferences: PreferenceStore, userId: number): Promise<string | null> {
  const value = await preferences.read(userId, key);
  return stringOf(value);
}

/** `Configuration/ChangeUiTheme` of ABP's clients (wire.md §3); AbpUserConfiguration/GetAll tells it again. */
export function createConfigurationService({ preferences }: { preferences: PreferenceStore }): Service {
  return implement('Configuration', {
    async ChangeUiTheme({ theme }, { actor }) {
      await preferences.write(actor.userId, key, theme);
      return null;
    },
  });
}
