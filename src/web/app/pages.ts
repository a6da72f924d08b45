import { adminPages } from '#web/features/administration/admin-pages.ts';
import { aerodromePages } from '#web/features/aerodromes/aerodrome-pages.ts';
import { airspacePages } from '#web/features/airspace/airspace-pages.ts';
import { alertPages } from '#web/features/alerts/alert-pages.ts';
import { auditPages } from '#web/features/approvals/audit/audit-pages.tsx';
import { flowPages } from '#web/features/approvals/flow/flow-pages.ts';
import { briefingPages } from '#web/features/briefing/briefing-pages.ts';
import { channelPages } from '#web/features/channels/channel-pages.ts';
import { configurationPages } from '#web/features/configuration/configuration-pages.ts';
import { coordinationPages } from '#web/features/coordination/coordination-pages.ts';
import { dashboardPages } from '#web/features/dashboards/dashboard-pages.ts';
import { equipmentPages } from '#web/features/equipment/equipment-pages.ts';
import { globePages } from '#web/features/globe/globe-pages.ts';
import { governmentPages } from '#web/features/government/government-pages.ts';
import { accountPages } from '#web/features/identity/account/account-pages.ts';
import { tokenPages } from '#web/features/identity/tokens/token-pages.ts';
import { meetingPages } from '#web/features/meetings/meeting-pages.ts';
import { messagePages } from '#web/features/messages/message-pages.ts';
import { monitorPages } from '#web/features/monitor/monitor-pages.ts';
import { notamPages } from '#web/features/notam/notam-pages.ts';
import { userMessagePages } from '#web/features/notices/notice-message-pages.ts';
import { boardPages } from '#web/features/plans/board/board-pages.ts';
import { planPages } from '#web/features/plans/plan-pages.ts';
import { planReportPages } from '#web/features/plans/report/report-pages.ts';
import { standingPages } from '#web/features/plans/standing/standing-pages.ts';
import { playbackPages } from '#web/features/playback/playback-pages.ts';
import { registerPages } from '#web/features/registration/register/register-pages.ts';
import { schemaPages } from '#web/features/schema/schema-pages.ts';
import { statisticsPages } from '#web/features/statistics/statistics-pages.ts';
import { sourcePages } from '#web/features/surveillance/source-pages.ts';
import { weatherPages } from '#web/features/weather/weather-pages.ts';
import { whatIfPages } from '#web/features/what-if/what-if-pages.ts';
import type { Page } from '#web/ui/page.ts';
import { aliasPages } from './aliases.ts';

const mapPage: Page['load'] = async () => ({
  default: (await import('#web/features/watch/watch-map-page.tsx')).WatchMapPage,
});

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
    load: async () => ({
      default: (await import('#web/features/identity/matrix/matrix-page.tsx')).MatrixPage,
    }),
    titleKey: 'matrix.title',
  },
  ...aliasPages,
  ...aerodromePages,
  ...briefingPages,
  ...airspacePages,
  ...planPages,
  ...meetingPages,
  ...messagePages,
  ...userMessagePages,
  ...channelPages,
  ...coordinationPages,
  ...notamPages,
  ...standingPages,
  ...planReportPages,
  ...statisticsPages,
  ...dashboardPages,
  ...boardPages,
  ...alertPages,
  ...whatIfPages,
  ...playbackPages,
  ...governmentPages,
  ...globePages,
  ...auditPages,
  ...flowPages,
  ...schemaPages,
  ...configurationPages,
  ...sourcePages,
  ...monitorPages,
  ...equipmentPages,
  ...weatherPages,
  ...tokenPages,
  ...registerPages,
  ...adminPages,
  ...accountPages,
];
