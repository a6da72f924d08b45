/** The page of a list that an address names, from 1; what is no page is the first. */
export const pageIn = (search: URLSearchParams): number =>
  Math.max(1, Math.floor(Number(search.get('page')) || 1));
