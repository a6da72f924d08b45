interface Desk {
  path: string;
  permission: string[];
  menu: { group: string; order: number };
}

const library = ['Pages.AirspaceApproval.Library'];

/** Where the records of a type are decided on, by the specification's route table, and who may go there. */
export const desks: Record<string, Desk> = {
  aircraft: {
    path: '/baseManage/aircraftAudit',
    permission: ['Pages.BaseManage.Craft_Audit'],
    menu: { group: 'baseManage', order: 52 },
  },
  pilot: {
    path: '/baseManage/pilotAudit',
    permission: ['Pages.BaseManage.Pilot_Audit'],
    menu: { group: 'baseManage', order: 62 },
  },
  company: {
    path: '/permission/examine',
    permission: ['Pages.Users'],
    menu: { group: 'permission', order: 25 },
  },
  airspace: {
    path: '/situation/airspaceAudit',
    permission: library,
    menu: { group: 'situation', order: 22 },
  },
  takeoffLandingPoint: {
    path: '/baseManage/takeoffLandingPointAudit',
    permission: library,
    menu: { group: 'baseManage', order: 22 },
  },
  temporaryRoute: {
    path: '/baseManage/airspaceRouteAudit',
    permission: library,
    menu: { group: 'baseManage', order: 32 },
  },
};
