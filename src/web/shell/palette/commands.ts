import type { MenuGroup } from '#web/ui/menu-groups.ts';

/** One line of the palette. */
export interface Command {
  /** Unique in the palette, and the same tomorrow: what was used lately is kept by it. */
  key: string;
  text: string;
  /** Tells two of the same text apart. */
  second?: string | undefined;
  /** Heading that it stands under. */
  section: string;
  /** Where it leads; with Ctrl or ⌘ in a new tab. */
  path?: string;
  /** What it does instead. */
  run?: () => void;
}

/** Lines that are shown of one section at most while something is typed. */
const mostOfSection = 8;
const mostRecent = 6;

/** How well the words fit: 0 not at all; better where the text begins with them, then where a word of it does. */
export function closeness(command: Pick<Command, 'text' | 'second'>, words: string): number {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = command.text.toLowerCase();
  const whole = `${text} ${command.second?.toLowerCase() ?? ''}`;
  if (!parts.every((part) => whole.includes(part))) return 0;
  const [first = ''] = parts;
  if (text.startsWith(first)) return 3;
  return whole.split(/[\s\-/]+/).some((word) => word.startsWith(first)) ? 2 : 1;
}

/** What is shown for the words, best first within each section; without words what was used lately comes first. */
export function matching(
  commands: Command[],
  words: string,
  recent: string[],
  recentSection: string,
): Command[] {
  if (words.trim() === '') {
    const lately = recent.flatMap((key) => {
      const command = commands.find((one) => one.key === key);
      return command ? [{ ...command, section: recentSection }] : [];
    });
    const known = new Set(lately.map(({ key }) => key));
    return [...lately.slice(0, mostRecent), ...commands.filter(({ key }) => !known.has(key))];
  }
  const sections = [...new Set(commands.map(({ section }) => section))];
  return sections.flatMap((section) =>
    commands
      .filter((command) => command.section === section)
      .map((command) => ({ command, score: closeness(command, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.command.text.localeCompare(b.command.text))
      .slice(0, mostOfSection)
      .map(({ command }) => command),
  );
}

/** Every page of the menu as a line. */
export function pageCommands(
  groups: MenuGroup[],
  section: string,
  groupText: (name: string) => string,
): Command[] {
  return groups.flatMap(({ name, entries }) =>
    entries.map(({ path, text }) => ({
      key: `page:${path}`,
      text,
      second: groupText(name),
      section,
      path,
    })),
  );
}

const storageKey = 'clearway.palette';

/** Keys of what was used lately, newest first. */
export function readRecent(storage: Pick<Storage, 'getItem'>): string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

export function noteUse(storage: Pick<Storage, 'getItem' | 'setItem'>, key: string): void {
  const keys = [key, ...readRecent(storage).filter((one) => one !== key)].slice(0, mostRecent);
  storage.setItem(storageKey, JSON.stringify(keys));
}
