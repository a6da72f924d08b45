import type { Page } from '../index.ts';

/** The desk of one audited type: its chunk is the same for all. */
function desk(resource: string, titleKey: string): Page['load'] {
  return async () => {
    const { AuditDesk } = await import('./audit-desk.tsx');
    return { default: () => <AuditDesk resource={resource} titleKey={titleKey} /> };
  };
}

/** Where records are audited and companies certified, by the specification's route table. */
export const auditPages: Page[] = [
  {
    path: '/baseManage/aircraftAudit',
    permission: ['Pages.BaseManage.Craft_Audit'],
    menu: { group: 'baseManage', order: 52, waiting: 'aircraft' },
    load: desk('aircraft', 'audit.page.aircraft'),
    titleKey: 'audit.page.aircraft',
    full: true,
  },
  {
    path: '/baseManage/pilotAudit',
    permission: ['Pages.BaseManage.Pilot_Audit'],
    menu: { group: 'baseManage', order: 62, waiting: 'pilot' },
    load: desk('pilot', 'audit.page.pilot'),
    titleKey: 'audit.page.pilot',
    full: true,
  },
  {
    path: '/permission/examine',
    permission: ['Pages.Users'],
    menu: { group: 'permission', order: 25, waiting: 'company' },
    load: desk('company', 'audit.page.company'),
    titleKey: 'audit.page.company',
    full: true,
  },
  {
    path: '/situation/airspaceAudit',
    permission: ['Pages.AirspaceApproval.Library'],
    menu: { group: 'situation', order: 22, waiting: 'airspace' },
    load: desk('airspace', 'audit.page.airspace'),
    titleKey: 'audit.page.airspace',
    full: true,
  },
  {
    path: '/baseManage/takeoffLandingPointAudit',
    permission: ['Pages.AirspaceApproval.Library'],
    menu: { group: 'baseManage', order: 22, waiting: 'takeoffLandingPoint' },
    load: desk('takeoffLandingPoint', 'audit.page.takeoffLandingPoint'),
    titleKey: 'audit.page.takeoffLandingPoint',
    full: true,
  },
  {
    path: '/baseManage/airspaceRouteAudit',
    permission: ['Pages.AirspaceApproval.Library'],
    menu: { group: 'baseManage', order: 32, waiting: 'temporaryRoute' },
    load: desk('temporaryRoute', 'audit.page.temporaryRoute'),
    titleKey: 'audit.page.temporaryRoute',
    full: true,
  },
  {
    path: '/baseManage/qualificationManagement',
    permission: ['Pages.Navigation'],
    menu: { group: 'baseManage', order: 10 },
    load: async () => ({ default: (await import('./qualification-page.tsx')).QualificationPage }),
    titleKey: 'audit.page.qualification',
  },
];
