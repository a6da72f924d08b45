import { decidingPermissions } from '#domain/approvals/flow.ts';

interface Desk {
  path: string;
  permission: string[];
  menu: { group: string; order: number };
}

/** Where the records of a type are decided on, by the specification's route table, and who may go there. */
export const desks: Record<string, Desk> = {
  aircraft: {
    path: '/baseManage/aircraftAudit',
    permission: decidingPermissions.aircraft,
    menu: { group: 'baseManage', order: 52 },
  },
  pilot: {
    path: '/baseManage/pilotAudit',
    permission: decidingPermissions.pilot,
    menu: { group: 'baseManage', order: 62 },
  },
  company: {
    path: '/permission/examine',
    permission: decidingPermissions.company,
    menu: { group: 'permission', order: 25 },
  },
  airspace: {
    path: '/situation/airspaceAudit',
    permission: decidingPermissions.airspace,
    menu: { group: 'situation', order: 22 },
  },
  takeoffLandingPoint: {
    path: '/baseManage/takeoffLandingPointAudit',
    permission: decidingPermissions.airspace,
    menu: { group: 'baseManage', order: 22 },
  },
  temporaryRoute: {
    path: '/baseManage/airspaceRouteAudit',
    permission: decidingPermissions.airspace,
    menu: { group: 'baseManage', order: 32 },
  },
};
