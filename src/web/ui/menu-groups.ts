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

/** The group that the page stands in. */
export function sectionOf(groups: MenuGroup[], pathname: string): MenuGroup | undefined {
  const path = longestPrefix(
    pathname,
    groups.flatMap(({ entries }) => entries.map((entry) => entry.path)),
  );
  return groups.find(({ entries }) => entries.some((entry) => entry.path === path));
}
