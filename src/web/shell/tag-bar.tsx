import {
  CloseOutlined,
  DownOutlined,
  MoreOutlined,
  PushpinOutlined,
  ReloadOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatches, useNavigate } from 'react-router';
import { useLocale } from '#web/client/locale.ts';
import { setPreferences } from '#web/client/preferences.ts';
import { useStore } from '#web/client/store.ts';
import { pageTitles, useRouteTitle } from '#web/ui/document-title.ts';
import { usePageFlag } from '#web/ui/route-handle.ts';
import { tagStore } from '#web/ui/tag-store.ts';
import { closeAll, closeOthers, closeTag, homePath, openTag } from '#web/ui/tags.ts';

/** Keeps the list of visited pages, whether their bar is shown or folded. Mounted once. */
export function useVisitedTags(): void {
  const { t } = useTranslation();
  const locale = useLocale();
  const titles = useStore(pageTitles);
  const { pathname, search } = useLocation();
  const routeTitle = useRouteTitle();
  const untagged = usePageFlag('untagged');
  const known = useMatches().length > 1 && !untagged;
  const title = titles[pathname] ?? routeTitle ?? pathname;
  const home = t('shell.page.home');

  useEffect(() => {
    void locale;
    let next = tagStore.get();
    if (next[0]?.path !== homePath || next[0].title !== home) {
      next = [{ path: homePath, search: '', title: home }, ...next.filter(({ path }) => path !== homePath)];
    }
    if (known && pathname !== homePath) next = openTag(next, { path: pathname, search, title });
    tagStore.set(next);
  }, [pathname, search, title, home, known, locale]);
}

/** Visited pages, with refresh, close, close others and close all; the map is pinned. */
export function TagBar({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTranslation();
  const list = useStore(tagStore);
  const titles = useStore(pageTitles);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const invalidate = useInvalidate();

  // More tags than fit scroll: the one that is open is in sight.
  const bar = useRef<HTMLUListElement>(null);
  useEffect(() => {
    void [pathname, list];
    bar.current
      ?.querySelector('[data-active="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, list]);

  const close = (path: string) => {
    const { tags: rest, next } = closeTag(tagStore.get(), path);
    if (path !== pathname) {
      tagStore.set(rest);
      return;
    }
    // The page may hold a form that asks first: the tag goes when the page has gone.
    void Promise.resolve(navigate(next)).then(() => {
      if (window.location.pathname !== path) tagStore.set(closeTag(tagStore.get(), path).tags);
    });
  };

  const refresh = () => {
    void invalidate({ invalidates: ['all'] });
    onRefresh();
  };

  const items: MenuProps['items'] = [
    { key: 'refresh', icon: <ReloadOutlined />, label: t('shell.tags.refresh'), onClick: refresh },
    {
      key: 'close',
      label: t('shell.tags.close'),
      disabled: pathname === homePath,
      onClick: () => close(pathname),
    },
    {
      key: 'others',
      label: t('shell.tags.closeOthers'),
      onClick: () => tagStore.set(closeOthers(tagStore.get(), pathname)),
    },
    {
      key: 'all',
      label: t('shell.tags.closeAll'),
      onClick: () => {
        void Promise.resolve(navigate(homePath)).then(() => {
          if (window.location.pathname === homePath) tagStore.set(closeAll(tagStore.get()));
        });
      },
    },
    { type: 'divider' },
    {
      key: 'fold',
      icon: <UpOutlined />,
      label: t('shell.tags.fold'),
      onClick: () => setPreferences({ tagsView: false }),
    },
  ];

  return (
    <nav className="cw-tags" aria-label={t('shell.tags')}>
      <ul ref={bar}>
        {list.map((tag) => (
          <li key={tag.path} className="cw-tag" data-active={tag.path === pathname}>
            <Link to={tag.path + tag.search} aria-current={tag.path === pathname ? 'page' : undefined}>
              {tag.path === homePath && <PushpinOutlined style={{ marginRight: 6 }} />}
              {titles[tag.path] ?? tag.title}
            </Link>
            {tag.path !== homePath && (
              <button
                type="button"
                aria-label={t('shell.tags.closeNamed', { title: tag.title })}
                onClick={() => close(tag.path)}
              >
                <CloseOutlined style={{ fontSize: 10 }} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('shell.tags.actions')} />
      </Dropdown>
    </nav>
  );
}

/** The bar folded away: the same pages from one button, which opens it again too. */
export function FoldedTags() {
  const { t } = useTranslation();
  const list = useStore(tagStore);
  const titles = useStore(pageTitles);
  const { pathname } = useLocation();
  const items: MenuProps['items'] = [
    ...list.map((tag) => ({
      key: tag.path,
      label: <Link to={tag.path + tag.search}>{titles[tag.path] ?? tag.title}</Link>,
    })),
    { type: 'divider' },
    {
      key: 'unfold',
      icon: <DownOutlined />,
      label: t('shell.tags.unfold'),
      onClick: () => setPreferences({ tagsView: true }),
    },
  ];
  return (
    <Dropdown menu={{ items, selectedKeys: [pathname] }} trigger={['click']}>
      <Button
        type="text"
        icon={<DownOutlined />}
        iconPosition="end"
        aria-label={t('shell.tags')}
        title={t('shell.tags')}
      >
        {list.length}
      </Button>
    </Dropdown>
  );
}
