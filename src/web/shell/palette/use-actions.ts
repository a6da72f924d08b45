import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '#web/client/auth.ts';
import { setLocale } from '#web/client/i18n.ts';
import { useLabel } from '#web/client/locale.ts';
import { preferences, setPreferences } from '#web/client/preferences.ts';
import { useResources } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { useStore } from '#web/client/store.ts';
import { useMode } from '#web/ui/appearance.ts';
import type { Command } from './commands.ts';

/** What can be done from anywhere: a new record of any type, language, theme, keys, sign-out. */
export function useActions(onHelp: () => void): Command[] {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const resources = useResources();
  const { locale } = useStore(preferences);
  const mode = useMode();
  return useMemo(() => {
    const section = t('palette.actions');
    const other = locale === 'en' ? 'zh-Hans' : 'en';
    const creating = resources
      .filter((resource) => resource.menu && !resource.readOnly && opensScreen(resource, 'create'))
      .map(({ name, path, schema }) => ({
        key: `create:${name}`,
        text: t('palette.create', { name: label(schema['x-label'], name) }),
        section,
        path: `${path}/create`,
      }));
    return [
      ...creating,
      {
        key: 'language',
        text: other === 'en' ? 'English' : '中文',
        second: t('shell.language'),
        section,
        run: () => setLocale(other),
      },
      {
        key: 'theme',
        text: t(`shell.theme.${mode === 'dark' ? 'light' : 'dark'}`),
        second: t('shell.theme'),
        section,
        run: () => setPreferences({ theme: mode === 'dark' ? 'light' : 'dark' }),
      },
      { key: 'keys', text: t('palette.keys'), second: '?', section, run: onHelp },
      {
        key: 'out',
        text: t('shell.signOut'),
        section,
        run: () => {
          void signOut().then(() => navigate(`/login?redirect=${encodeURIComponent(pathname + search)}`));
        },
      },
    ];
  }, [resources, locale, mode, label, t, onHelp, navigate, pathname, search]);
}
