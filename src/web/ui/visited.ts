/** The query each page was last seen with in this window: a record knows the list that it was opened from. */
const searches = new Map<string, string>();

export function noteVisit(pathname: string, search: string): void {
  searches.set(pathname, search);
}

/** Undefined: the page was not open in this window. */
export function lastSearchOf(pathname: string): string | undefined {
  return searches.get(pathname);
}
