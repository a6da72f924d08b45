import type { Label } from '#domain/text/label.ts';

/** One permission of specification §6. */
export interface Permission {
  name: string;
  label: Label;
  /** Name of the permission above it in the tree; null at the top. */
  parent: string | null;
}

/** Every permission string there is, parents before children. A role is a set of these names. */
export const permissions: Permission[] = [
  permission('Pages.Admin', '管理员（全部权限）', 'Administrator (everything)'),
  permission('Pages.BaseManage', '基础资料', 'Base records'),
  permission('Pages.BaseManage.Type', '机型管理', 'Aircraft types', 'Pages.BaseManage'),
  permission('Pages.BaseManage.Craft_Add', '航空器录入', 'Aircraft: add', 'Pages.BaseManage'),
  permission('Pages.BaseManage.Craft_Audit', '航空器审核', 'Aircraft: audit', 'Pages.BaseManage'),
  permission('Pages.BaseManage.Pilot_Add', '飞行员录入', 'Pilots: add', 'Pages.BaseManage'),
  permission('Pages.BaseManage.Pilot_Audit', '飞行员审核', 'Pilots: audit', 'Pages.BaseManage'),
  permission('Pages.Navigation', '飞行计划', 'Flight plans'),
  permission('Pages.Navigation.Create', '飞行计划编制', 'Flight plans: create', 'Pages.Navigation'),
  permission('Pages.StandingNAircraft', '长期计划', 'Standing plans'),
  permission(
    'Pages.StandingNAircraft.Create',
    '长期计划编制',
    'Standing plans: create',
    'Pages.StandingNAircraft',
  ),
  permission('Pages.AirspaceApproval', '空域申请', 'Airspace applications'),
  permission(
    'Pages.AirspaceApproval.Library',
    '空域批复库',
    'Airspace approval library',
    'Pages.AirspaceApproval',
  ),
  permission(
    'Pages.AirspaceApproval.Create',
    '空域申请编制',
    'Airspace applications: create',
    'Pages.AirspaceApproval',
  ),
  permission('Pages.FlightWatch.Navigation_3D', '三维监视', '3D monitoring'),
  permission('Pages.FlightWatch.Trackreplay', '航迹回放', 'Track playback'),
  permission('Pages.Statistics', '统计分析', 'Statistics'),
  permission(
    'Pages.Statistics.NavigationFSS',
    '飞行服务站统计',
    'Flight service statistics',
    'Pages.Statistics',
  ),
  permission(
    'Pages.Statistics.SoftwareMonitor',
    '软件与设备监控',
    'Software and equipment monitoring',
    'Pages.Statistics',
  ),
  permission('Pages.governmentInformation', '政务信息', 'Government information'),
  permission('Pages.Chat', '协调会话', 'Coordination chat'),
  permission('Pages.Static', '静态资料', 'Static pages'),
  permission('Pages.Operating', '运行参数', 'Operating parameters'),
  permission('Pages.Operating.FlowConfig', '流程配置', 'Flow configuration', 'Pages.Operating'),
  permission('Pages.Dictionary', '数据字典', 'Dictionaries'),
  permission('Pages.Organizations', '组织机构', 'Organization units'),
  permission('Pages.Roles', '角色管理', 'Roles'),
  permission('Pages.Users', '用户管理', 'Users'),
  permission('Pages.PhoneCodes', '手机验证码', 'Phone codes'),
  permission('Pages.Question', '问题反馈', 'Feedback'),
];

function permission(name: string, zh: string, en: string, parent: string | null = null): Permission {
  return { name, label: { 'zh-Hans': zh, en }, parent };
}

export const permissionNames = permissions.map(({ name }) => name);

/** The names with all the parents that they stand under: nobody holds a leaf without its branch. */
export function withParents(names: string[]): string[] {
  const wanted = new Set(names);
  for (const name of names) {
    let parent = permissions.find((one) => one.name === name)?.parent ?? null;
    while (parent !== null) {
      wanted.add(parent);
      const above = parent;
      parent = permissions.find((one) => one.name === above)?.parent ?? null;
    }
  }
  return permissionNames.filter((name) => wanted.has(name));
}
