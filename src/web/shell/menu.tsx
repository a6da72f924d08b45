import { Menu as AntMenu, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from '#web/client/store.ts';
import { useWindowWidth } from '#web/ui/appearance.ts';
import { unreadInTitle } from '#web/ui/document-title.ts';
import { sectionAt } from '#web/ui/menu-groups.ts';
import { useMenuPlace } from '#web/ui/menu-place.ts';
import { useMenuGroups } from './menu-entries.ts';
import { groupIcon } from './menu-icons.tsx';
import { useEntryItems } from './menu-items.tsx';
import { sidebar } from './sidebar-store.ts';

/** Compact at this width or less (specification §9): icons make room for the words. */
const compactPx = 1400;

/**
 * The menu from the resources and the hand-written pages, without what the user may never open. The group whose pages the
 * sidebar lists is a link to the first of them: one list of them is enough.
 */
export function Menu({ mode }: { mode: 'horizontal' | 'inline' }) {
  const { t } = useTranslation();
  const compact = useWindowWidth() <= compactPx;

  const groups = useMenuGroups();
  const place = useMenuPlace(groups);
  const { opened } = useStore(sidebar);
  const unread = useStore(unreadInTitle);
  const beside = mode === 'horizontal' && opened ? sectionAt(place)?.name : undefined;
  const entryItems = useEntryItems();
  const items: MenuProps['items'] = groups.map((group) => {
    const { name, entries } = group;
    const icon = mode === 'horizontal' && compact ? undefined : groupIcon(name);
    const [only] = entries;
    if (name === 'home' && only && entries.length === 1) {
      return { key: only.path, icon, label: <Link to={only.path}>{only.text}</Link> };
    }
    const key = `group:${name}`;
    const text = t(`shell.group.${name}`, { defaultValue: name });
    const title =
      name === 'coordination' && unread > 0 ? t('chat.menu.unread', { text, count: unread }) : text;
    if (name === beside && only) return { key, icon, label: <Link to={only.path}>{title}</Link> };
    return { key, icon, label: title, children: entryItems(group) };
  });

  return (
    <AntMenu
      mode={mode}
      items={items}
      selectedKeys={[place.path, place.group && `group:${place.group.name}`].filter(
        (key) => key !== undefined,
      )}
      style={{
        borderBottom: 0,
        background: 'transparent',
        lineHeight: '46px',
        ...(compact ? { fontSize: 13 } : {}),
      }}
      triggerSubMenuAction={mode === 'horizontal' ? 'hover' : 'click'}
    />
  );
}
