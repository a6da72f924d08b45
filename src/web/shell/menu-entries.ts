import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '../../domain/access.ts';
import { useResources } from '../catalogue.ts';
import { useLabel, useLocale } from '../locale.ts';
import { useWaitingCounts } from '../pages/audit/waiting-counts.ts';
import { pages } from '../pages/index.ts';
import { isLater } from '../pages/later-routes.ts';
import { ability, holdsPermission } from '../providers/access.ts';
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
    for (const { menu, path, schema, name } of resources) {
      if (menu && mayEver(ability, 'read', name) && holdsPermission(menu.permission ?? 'signedIn')) {
        entries.push({ ...menu, path, text: label(schema['x-label'], name) });
      }
    }
    for (const { menu, permission, path, titleKey } of pages) {
      if (!menu || !holdsPermission(permission)) continue;
      const count = menu.waiting ? (waiting[menu.waiting] ?? 0) : 0;
      const text = t(titleKey);
      entries.push({ ...menu, path, text: count > 0 ? t('audit.menu.waiting', { text, count }) : text });
    }
    return groupEntries(entries.filter(({ path }) => !isLater(path)));
  }, [user, locale, label, t, resources, waiting]);
}
