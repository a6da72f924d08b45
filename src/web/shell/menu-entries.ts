import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useResources } from '../catalogue.ts';
import { useLabel, useLocale } from '../locale.ts';
import { useWaitingCounts } from '../pages/audit/waiting-counts.ts';
import { pages } from '../pages/index.ts';
import { isLater } from '../pages/later-routes.ts';
import { opensScreen, pageRefusal } from '../providers/screens.ts';
import { currentUser } from '../session.ts';
import { useStore } from '../store.ts';
import { groupEntries, type MenuEntry, type MenuGroup } from './menu-groups.ts';

/** What the user may open, from the record types and the hand-written pages, in the groups of the menu. */
export function useMenuGroups(): MenuGroup[] {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const user = useStore(currentUser);
  const resources = useResources();
  const waiting = useWaitingCounts();
  return useMemo(() => {
    void [user, locale];
    const entries: MenuEntry[] = [];
    for (const resource of resources) {
      const { menu, path, schema, name } = resource;
      if (menu && opensScreen(resource, 'list')) {
        entries.push({ ...menu, path, text: label(schema['x-label'], name) });
      }
    }
    for (const page of pages) {
      const { menu, path, titleKey } = page;
      if (!menu || pageRefusal(page)) continue;
      const count = menu.waiting ? (waiting[menu.waiting] ?? 0) : 0;
      const text = t(titleKey);
      entries.push({ ...menu, path, text: count > 0 ? t('audit.menu.waiting', { text, count }) : text });
    }
    return groupEntries(entries.filter(({ path }) => !isLater(path)));
  }, [user, locale, label, t, resources, waiting]);
}
