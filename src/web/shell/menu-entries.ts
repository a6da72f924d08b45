import { useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listLabel } from '#domain/record/resource.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { opensScreen, pageRefusal } from '#web/client/screens.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { useWaitingCounts } from '#web/features/approvals/audit/waiting-counts.ts';
import { groupEntries, type MenuEntry, type MenuGroup } from '#web/ui/menu-groups.ts';
import { PagesContext } from '#web/ui/page.ts';

/** What the user may open, from the record types and the hand-written pages, in the groups of the menu. */
export function useMenuGroups(): MenuGroup[] {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const user = useStore(currentUser);
  const resources = useResources();
  const waiting = useWaitingCounts();
  const pages = useContext(PagesContext);
  return useMemo(() => {
    void [user, locale];
    const entries: MenuEntry[] = [];
    for (const resource of resources) {
      const { menu, path, schema, name } = resource;
      if (menu && opensScreen(resource, 'list')) {
        const { group, order } = menu;
        entries.push({ group, order, path, text: label(menu.label ?? listLabel(schema), name) });
      }
    }
    for (const page of pages) {
      const { menu, path, titleKey } = page;
      if (!menu || pageRefusal(page)) continue;
      const count = menu.waiting ? (waiting[menu.waiting] ?? 0) : 0;
      const text = t(titleKey);
      entries.push({ ...menu, path, text: count > 0 ? t('audit.menu.waiting', { text, count }) : text });
    }
    return groupEntries(entries);
  }, [user, locale, label, t, resources, waiting, pages]);
}
