import { adminPermission } from '#domain/identity/access.ts';
import { withParents } from '#domain/identity/permissions.ts';
import type { Role } from '#domain/record/records.gen.ts';

const operator = [
  'Pages.BaseManage.Craft_Add',
  'Pages.BaseManage.Pilot_Add',
  'Pages.Navigation.Create',
  'Pages.StandingNAircraft.Create',
  'Pages.AirspaceApproval.Create',
  'Pages.FlightWatch.Navigation_3D',
  'Pages.FlightWatch.Trackreplay',
  'Pages.Chat',
  'Pages.Question',
];

const flightWatch = ['Pages.FlightWatch.Navigation_3D', 'Pages.FlightWatch.Trackreplay'];

/** The default roles of decisions.md §3, with the parents of their permissions. */
export const roles: Role[] = [
  role('Admin', '系统管理员', 'System administrator', '拥有全部权限', 'Holds every permission', [
    adminPermission,
  ]),
  role(
    'OM',
    '运营人',
    'Operator',
    '通用航空企业的计划、航空器与飞行员管理',
    'Plans, aircraft and pilots of a general aviation operator',
    operator,
  ),
  role(
    'AGENT',
    '飞行服务代理人',
    'Flight service agent',
    '为所服务的企业代办计划与空域申请',
    'Files plans and airspace applications for the operators it serves',
    [...operator, 'Pages.Statistics.NavigationFSS', 'Pages.governmentInformation'],
  ),
  role(
    'ATMB',
    '空管单位',
    'Air traffic control',
    '审批计划与空域，审核航空器与飞行员',
    'Decides on plans and airspace, audits aircraft and pilots',
    [
      'Pages.BaseManage.Type',
      'Pages.BaseManage.Craft_Audit',
      'Pages.BaseManage.Pilot_Audit',
      'Pages.Navigation',
      'Pages.StandingNAircraft',
      'Pages.AirspaceApproval.Library',
      ...flightWatch,
      'Pages.Statistics.NavigationFSS',
      'Pages.Chat',
      'Pages.Question',
    ],
  ),
  role('AIW', '空域监视', 'Airspace watch', '监视空域与飞行动态', 'Monitors airspace and flights', [
    'Pages.AirspaceApproval',
    ...flightWatch,
    'Pages.Chat',
  ]),
];

function role(
  name: string,
  displayName: string,
  displayNameEn: string,
  description: string,
  descriptionEn: string,
  permissions: string[],
): Role {
  return {
    name,
    displayName,
    displayNameEn,
    description,
    descriptionEn,
    permissions: namesOf(withParents(permissions)),
    isStatic: true,
    isDefault: false,
  };
}

type PermissionName = NonNullable<Role['permissions']>[number];

/** The list of the schema is the list of permissions.ts; a test holds them together. */
function namesOf(names: string[]): PermissionName[] {
  return names.filter((name): name is PermissionName => name.startsWith('Pages.'));
}
