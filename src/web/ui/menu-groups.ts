/** The groups of the menu in the order of the specification's route table; their texts are `menu.group.<name>`. */
export const menuGroups = [
  'home',
  'situation',
  'navigation',
  'intelligence',
  'flightWatch',
  'baseManage',
  'information',
  'statistics',
  'governmentInformation',
  'coordination',
  'permission',
] as const;

/** Parts of a long group, each from this `order` on to the next one's; their texts are `shell.section.<name>`. */
const sections: Record<string, { name: string; from: number }[]> = {
  permission: [
    { name: 'accounts', from: 0 },
    { name: 'data', from: 50 },
    { name: 'service', from: 60 },
    { name: 'interfaces', from: 85 },
    { name: 'logs', from: 90 },
  ],
};

/** One entry of the menu, from a resource or from a hand-written page. */
export interface MenuEntry {
  group: string;
  order: number;
  path: string;
  text: string;
}

export interface MenuGroup {
  name: string;
  entries: MenuEntry[];
}

/** The entries of a group by its sections, without empty ones; a group that has none is one without a name. */
export function sectionsOf({ name, entries }: MenuGroup): { name: string | null; entries: MenuEntry[] }[] {
  const known = sections[name];
  if (!known) return [{ name: null, entries }];
  return known
    .map((section, index) => ({
      name: section.name,
      entries: entries.filter(
        ({ order }) => order >= section.from && order < (known[index + 1]?.from ?? Number.POSITIVE_INFINITY),
      ),
    }))
    .filter(({ entries: own }) => own.length > 0);
}

/** Entries in groups, both in order. A group nobody knows comes last under its own name; an empty one is left out. */
export function groupEntries(entries: MenuEntry[]): MenuGroup[] {
  const known: readonly string[] = menuGroups;
  const names = [...new Set([...known, ...entries.map(({ group }) => group)])];
  return names
    .map((name) => ({
      name,
      entries: entries
        .filter(({ group }) => group === name)
        .sort((a, b) => a.order - b.order || a.text.localeCompare(b.text)),
    }))
    .filter(({ entries: own }) => own.length > 0);
}

/** The entry that the page belongs to: `/a/b/7/edit` lights `/a/b`. */
export function longestPrefix(pathname: string, paths: string[]): string | undefined {
  return paths
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Where a page stands in the menu. */
export interface MenuPlace {
  /** Path of the entry that it belongs to; undefined: it belongs to none. */
  path: string | undefined;
  group: MenuGroup | undefined;
}

/** A page that has no entry stands in the group that its path begins with: `/navigation/details` is a page of plans. */
export function placeIn(groups: MenuGroup[], pathname: string): MenuPlace {
  const path = longestPrefix(
    pathname,
    groups.flatMap(({ entries }) => entries.map((entry) => entry.path)),
  );
  const group =
    path === undefined
      ? groups.find(({ name }) => name === pathname.split('/')[1])
      : groups.find(({ entries }) => entries.some((entry) => entry.path === path));
  return { path, group };
}

/** What the sidebar lists: the group; one page alone needs no list beside it. */
export function sectionAt({ group }: MenuPlace): MenuGroup | undefined {
  return group && group.entries.length > 1 ? group : undefined;
}
