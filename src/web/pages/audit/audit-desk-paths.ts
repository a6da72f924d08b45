import { holdsPermission } from '../../providers/access.ts';

/** Where the records of a type are decided on, by the specification's route table, and who may go there. */
const desks: Record<string, { path: string; permission: string[] }> = {
  aircraft: { path: '/baseManage/aircraftAudit', permission: ['Pages.BaseManage.Craft_Audit'] },
  pilot: { path: '/baseManage/pilotAudit', permission: ['Pages.BaseManage.Pilot_Audit'] },
  company: { path: '/permission/examine', permission: ['Pages.Users'] },
  airspace: { path: '/situation/airspaceAudit', permission: ['Pages.AirspaceApproval.Library'] },
  temporaryRoute: { path: '/baseManage/airspaceRouteAudit', permission: ['Pages.AirspaceApproval.Library'] },
  takeoffLandingPoint: {
    path: '/baseManage/takeoffLandingPointAudit',
    permission: ['Pages.AirspaceApproval.Library'],
  },
};

/** The desk of a type, for whom it is open. */
export function deskPathOf(resource: string): string | undefined {
  const desk = desks[resource];
  return desk && holdsPermission(desk.permission) ? desk.path : undefined;
}

/** Somebody who decides on anything. */
export function auditsAnything(): boolean {
  return Object.values(desks).some(({ permission }) => holdsPermission(permission));
}
