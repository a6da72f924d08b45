import type { ComponentType } from 'react';
import { createContext } from 'react';
import type { PermissionRule } from '#domain/record/resource.ts';

/** A hand-written screen: one line in `pages`. */
export interface Page {
  /** Path from the specification's route table; may end in parameters, e.g. `/navigation/details/:id`. */
  path: string;
  /** Any of these permissions opens it. */
  permission: PermissionRule;
  /**
   * Its entry in the menu; absent: no entry of its own. Groups are listed in shell/menu-groups.ts. `waiting`: the
   * audited resource of which the entry counts what waits for the user.
   */
  menu?: { group: string; order: number; waiting?: string };
  /** Its chunk. */
  load: () => Promise<{ default: ComponentType }>;
  /** Key of its title in the catalogues. */
  titleKey: string;
  /** The screen that serves this path: the visit goes on there. */
  onward?: (query: URLSearchParams) => string;
  /** The whole of the content area, without padding or scrolling: for maps and desks. */
  full?: boolean;
}

/** The screens written by hand, for the parts of the shell that list them; the list itself is app/pages.ts. */
export const PagesContext = createContext<readonly Page[]>([]);
