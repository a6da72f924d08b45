/** The tag bar's list as values. A tag is a visited page: its path with the query it was last seen with. */
export interface Tag {
  path: string;
  search: string;
  title: string;
}

/** Tags of pages that no longer mean anything: a form that was saved, a record that was deleted. */
export function dropTags(tags: Tag[], paths: string[]): Tag[] {
  return tags.filter(({ path }) => !paths.includes(path));
}

export const homePath = '/home';
/** More tags than this help nobody; the oldest goes. */
const mostTags = 20;

/** Opens a tag or brings an open one up to date; its place does not change. */
export function openTag(tags: Tag[], tag: Tag): Tag[] {
  const index = tags.findIndex(({ path }) => path === tag.path);
  const current = tags[index];
  if (current) {
    if (current.search === tag.search && current.title === tag.title) return tags;
    return tags.with(index, tag);
  }
  const next = [...tags, tag];
  if (next.length <= mostTags) return next;
  const oldest = next.findIndex(({ path }) => path !== homePath);
  return next.filter((_, i) => i !== oldest);
}

/** Closes a tag; `next` is where to go if it was the one shown: the neighbour on the right, else on the left. */
export function closeTag(tags: Tag[], path: string): { tags: Tag[]; next: string } {
  const index = tags.findIndex((tag) => tag.path === path);
  if (path === homePath || index < 0) return { tags, next: path };
  const rest = tags.filter((tag) => tag.path !== path);
  const neighbour = rest[index] ?? rest[index - 1];
  return { tags: rest, next: neighbour ? neighbour.path + neighbour.search : homePath };
}

export function closeOthers(tags: Tag[], path: string): Tag[] {
  return tags.filter((tag) => tag.path === path || tag.path === homePath);
}

export function closeAll(tags: Tag[]): Tag[] {
  return tags.filter(({ path }) => path === homePath);
}

/** What was kept over a reload; anything that is no list of tags counts as nothing. */
export function parseTags(text: string | null): Tag[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isTag) : [];
  } catch {
    return [];
  }
}

function isTag(value: unknown): value is Tag {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'search' in value &&
    'title' in value &&
    typeof value.path === 'string' &&
    typeof value.search === 'string' &&
    typeof value.title === 'string'
  );
}
