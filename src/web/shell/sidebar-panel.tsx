import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Menu as AntMenu, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/client/store.ts';
import { type MenuGroup, sectionAt } from '#web/ui/menu-groups.ts';
import { useMenuPlace } from '#web/ui/menu-place.ts';
import { useMenuGroups } from './menu-entries.ts';
import { useEntryItems } from './menu-items.tsx';
import { sidebarWidthPx } from './sidebar.ts';
import { sidebar, toggleSidebar } from './sidebar-store.ts';

interface Section {
  group: MenuGroup;
  /** Path of the entry that the page belongs to. */
  selected: string | undefined;
}

/** The part of the menu that stands beside the page. */
export function useSection(): Section | undefined {
  const groups = useMenuGroups();
  const place = useMenuPlace(groups);
  const group = sectionAt(place);
  return group && { group, selected: place.path };
}

/** The other pages of the section, one click away: 210 px that can be folded away. */
export function SidebarPanel({ section: { group, selected } }: { section: Section }) {
  const { t } = useTranslation();
  const { opened, withoutAnimation } = useStore(sidebar);
  const entryItems = useEntryItems();
  const title = t(`shell.group.${group.name}`, { defaultValue: group.name });
  const panel = useRef<HTMLElement>(null);
  // Of a long section the entry of the page may be below the edge.
  useEffect(() => {
    void selected;
    panel.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <aside
      ref={panel}
      id="sidebar"
      className="cw-sidebar"
      data-opened={opened}
      data-still={withoutAnimation}
      inert={!opened}
      style={{ width: opened ? sidebarWidthPx : 0 }}
    >
      <nav aria-label={title} style={{ width: sidebarWidthPx }}>
        <p className="cw-sidebar-title">{title}</p>
        <AntMenu
          mode="inline"
          items={entryItems(group)}
          selectedKeys={selected ? [selected] : []}
          style={{ borderInlineEnd: 0, background: 'transparent' }}
        />
      </nav>
    </aside>
  );
}

export function SidebarToggle() {
  const { t } = useTranslation();
  const { opened } = useStore(sidebar);
  return (
    <Button
      type="text"
      icon={opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      aria-label={t('shell.sidebar')}
      title={t('shell.sidebar')}
      aria-expanded={opened}
      aria-controls="sidebar"
      onClick={toggleSidebar}
    />
  );
}
