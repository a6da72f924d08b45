import type { MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type MenuEntry, type MenuGroup, sectionsOf } from '#web/ui/menu-groups.ts';

type Items = NonNullable<MenuProps['items']>;

/** The entries of a group as antd's menu takes them, under the titles of its sections. */
export function useEntryItems(): (group: MenuGroup) => Items {
  const { t } = useTranslation();
  const items = (entries: MenuEntry[]): Items =>
    entries.map(({ path, text }) => ({ key: path, title: text, label: <Link to={path}>{text}</Link> }));
  return (group) =>
    sectionsOf(group).flatMap(
      ({ name, entries }): Items =>
        name === null
          ? items(entries)
          : [
              {
                key: `section:${name}`,
                type: 'group',
                label: t(`shell.section.${name}`),
                children: items(entries),
              },
            ],
    );
}
