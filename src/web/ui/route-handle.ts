import { useMatches } from 'react-router';
import { isObject } from '#domain/text/narrow.ts';

/** What a route may say of its page beside its title: it is full, without padding or scrolling; it gets no tag. */
type PageFlag = 'full' | 'untagged';

/** Whether a route of the page that shows says so in its handle. */
export function usePageFlag(flag: PageFlag): boolean {
  return useMatches().some(({ handle }) => isObject(handle) && handle[flag] === true);
}
