import type { ComponentType } from 'react';
import type { PermissionRule } from '../../domain/resource.ts';
import { accountPages } from './account/account-pages.ts';
import { adminPages } from './admin/admin-pages.ts';
import { airspacePages } from './airspace/airspace-pages.ts';
import { aliasPages } from './aliases.ts';
import { auditPages } from './audit/audit-pages.tsx';
import { boardPages } from './board/board-pages.ts';
import { flowPages } from './flow/flow-pages.ts';
import { messagePages } from './message/message-pages.ts';
import { planPages } from './plan/plan-pages.ts';
import { planReportPages } from './plan-report/report-pages.ts';
import { registerPages } from './register/register-pages.ts';
import { schemaPages } from './schema/schema-pages.ts';
import { standingPages } from './standing/standing-pages.ts';
import { tokenPages } from './tokens/token-pages.ts';

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

const mapPage: Page['load'] = async () => ({ default: (await import('../map/map-page.tsx')).MapPage });

/** The one list of hand-written screens. */
export const pages: Page[] = [
  {
    path: '/home',
    permission: 'signedIn',
    menu: { group: 'home', order: 0 },
    load: mapPage,
    titleKey: 'shell.page.home',
    full: true,
  },
  {
    path: '/situation/situationmap',
    permission: 'signedIn',
    load: mapPage,
    titleKey: 'shell.page.situationmap',
    full: true,
  },
  {
    path: '/flightWatch/situationmap',
    permission: 'signedIn',
    menu: { group: 'flightWatch', order: 0 },
    load: mapPage,
    titleKey: 'shell.page.situationmap',
    full: true,
  },
  {
    path: '/permission/matrix',
    permission: ['Pages.Roles'],
    menu: { group: 'permission', order: 31 },
    load: async () => ({ default: (await import('./matrix/matrix-page.tsx')).MatrixPage }),
    titleKey: 'matrix.title',
  },
  ...aliasPages,
  ...airspacePages,
  ...planPages,
  ...messagePages,
  ...standingPages,
  ...planReportPages,
  ...boardPages,
  ...auditPages,
  ...flowPages,
  ...schemaPages,
  ...tokenPages,
  ...registerPages,
  ...adminPages,
  ...accountPages,
];
