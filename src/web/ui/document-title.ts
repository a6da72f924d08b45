import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { useLocale } from '#web/client/locale.ts';
import { createStore, useStore } from '#web/client/store.ts';

/** A page's own words for itself (the record's name), by its path; the tag bar shows them too. */
export const pageTitles = createStore<Record<string, string>>({});

/** How many alerts nobody has acknowledged: it stands before the title, so that a tab in the background says it. */
export const titleCount = createStore(0);

/** How many messages, of rooms and of the message centre, are unread: before the title too. */
export const unreadInTitle = createStore(0);

/** Names the page that shows, e.g. `aircraft B-70XQ`. */
export function usePageTitle(pathname: string, title: string | undefined): void {
  useEffect(() => {
    if (title && pageTitles.get()[pathname] !== title)
      pageTitles.set({ ...pageTitles.get(), [pathname]: title });
  }, [pathname, title]);
}

/** The title that the deepest matched route gives itself. */
export function useRouteTitle(): string | undefined {
  const { t } = useTranslation();
  const locale = useLocale();
  const matches = useMatches();
  for (const match of [...matches].reverse()) {
    const { handle } = match;
    if (typeof handle !== 'object' || handle === null) continue;
    const label =
      'labelOf' in handle && typeof handle.labelOf === 'function'
        ? handle.labelOf(match.params)
        : 'label' in handle
          ? handle.label
          : undefined;
    if (typeof label === 'object' && label !== null && locale in label) {
      return String(Object.getOwnPropertyDescriptor(label, locale)?.value);
    }
    if ('titleKey' in handle && typeof handle.titleKey === 'string') return t(handle.titleKey);
  }
  return undefined;
}

/** Sets the document's title from the route, the product's name being the default (specification §2). */
export function useDocumentTitle(pathname: string): void {
  const { t } = useTranslation();
  const own = useStore(pageTitles)[pathname];
  const route = useRouteTitle();
  const product = t('shell.product');
  const alerts = useStore(titleCount);
  const unread = useStore(unreadInTitle);
  useEffect(() => {
    const page = own ?? route;
    const counts = `${alerts > 0 ? `(${alerts}) ` : ''}${unread > 0 ? `✉ ${unread > 99 ? '99+' : unread} ` : ''}`;
    document.title = `${counts}${page ? `${page} - ` : ''}${product}`;
  }, [own, route, product, alerts, unread]);
}
