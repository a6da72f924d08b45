// Written by scripts/generate-screens.ts from src/web/app/pages.ts; do not edit.
import type { Label } from '#domain/text/label.ts';
import type { PermissionRule } from './resource.ts';

/** A screen that is written by hand and has an entry in the menu. */
export interface Screen {
  path: string;
  /** Any of these permissions opens it. */
  permission: PermissionRule;
  /** One of the groups of the menu, and the place in it. */
  group: string;
  order: number;
  title: Label;
}

export const screens: readonly Screen[] = [
  {
    path: '/home',
    permission: 'signedIn',
    group: 'home',
    order: 0,
    title: { 'zh-Hans': '空域态势', en: 'Situation map' },
  },
  {
    path: '/flightWatch/situationmap',
    permission: 'signedIn',
    group: 'flightWatch',
    order: 0,
    title: { 'zh-Hans': '空域动态', en: 'Airspace dynamics' },
  },
  {
    path: '/permission/matrix',
    permission: ['Pages.Roles'],
    group: 'permission',
    order: 31,
    title: { 'zh-Hans': '权限矩阵', en: 'Permission matrix' },
  },
  {
    path: '/situation/addNavAirPlan',
    permission: ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    group: 'situation',
    order: 0,
    title: { 'zh-Hans': '快速空域申请', en: 'Quick airspace application' },
  },
  {
    path: '/situation/airspaceRepository',
    permission: ['Pages.AirspaceApproval.Library'],
    group: 'situation',
    order: 30,
    title: { 'zh-Hans': '空域批复库', en: 'Approval library' },
  },
  {
    path: '/situation/airspaceQuery',
    permission: ['Pages.Navigation', 'Pages.AirspaceApproval'],
    group: 'situation',
    order: 40,
    title: { 'zh-Hans': '空域查询', en: 'Airspace query' },
  },
  {
    path: '/situation/airspaceOpen',
    permission: ['Pages.Navigation', 'Pages.AirspaceApproval'],
    group: 'situation',
    order: 50,
    title: { 'zh-Hans': '空域开放与关闭', en: 'Airspace open and close' },
  },
  {
    path: '/situation/dynamic',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'intelligence',
    order: 0,
    title: { 'zh-Hans': '飞行动态', en: 'Flight dynamics' },
  },
  {
    path: '/navigation/addNavPlan',
    permission: ['Pages.Navigation.Create'],
    group: 'navigation',
    order: 0,
    title: { 'zh-Hans': '快速新增计划', en: 'Quick add plan' },
  },
  {
    path: '/navigation/TodayIndex',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'navigation',
    order: 40,
    title: { 'zh-Hans': '当日实施计划', en: 'Same-day execution plans' },
  },
  {
    path: '/navigation/NotFinish',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'navigation',
    order: 80,
    title: { 'zh-Hans': '未完成计划', en: 'Unfinished plans' },
  },
  {
    path: '/intelligence/takeOffReport',
    permission: ['Pages.Navigation'],
    group: 'intelligence',
    order: 10,
    title: { 'zh-Hans': '起飞报告', en: 'Take-off report' },
  },
  {
    path: '/intelligence/landingReport',
    permission: ['Pages.Navigation'],
    group: 'intelligence',
    order: 20,
    title: { 'zh-Hans': '落地报告', en: 'Landing report' },
  },
  {
    path: '/intelligence/MessageReceipt',
    permission: ['Pages.BaseManage.Craft_Audit'],
    group: 'intelligence',
    order: 30,
    title: { 'zh-Hans': '计划报文回执', en: 'Plan message receipts' },
  },
  {
    path: '/navigation/standing',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'navigation',
    order: 20,
    title: { 'zh-Hans': '长期计划', en: 'Standing plans' },
  },
  {
    path: '/navigation/TommorowIndex',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'navigation',
    order: 30,
    title: { 'zh-Hans': '次日计划', en: 'Next-day plans' },
  },
  {
    path: '/statistics/navigationForms',
    permission: ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'statistics',
    order: 0,
    title: { 'zh-Hans': '飞行计划报表', en: 'Flight plan report' },
  },
  {
    path: '/navigation/NavigationBigDataAdmin',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'navigation',
    order: 65,
    title: { 'zh-Hans': '飞行动态大屏', en: 'Flight wall display' },
  },
  {
    path: '/navigation/NavigationBigDataAdmins',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    group: 'navigation',
    order: 66,
    title: { 'zh-Hans': '单位飞行动态大屏', en: 'Wall display of a unit' },
  },
  {
    path: '/flightWatch/trackPlayback',
    permission: ['Pages.FlightWatch.Trackreplay'],
    group: 'flightWatch',
    order: 20,
    title: { 'zh-Hans': '航迹回放', en: 'Track playback' },
  },
  {
    path: '/flightWatch/map3D',
    permission: ['Pages.FlightWatch.Navigation_3D'],
    group: 'flightWatch',
    order: 10,
    title: { 'zh-Hans': '三维态势', en: '3D situation' },
  },
  {
    path: '/baseManage/aircraftAudit',
    permission: ['Pages.BaseManage.Craft_Audit'],
    group: 'baseManage',
    order: 52,
    title: { 'zh-Hans': '航空器审核', en: 'Aircraft audit' },
  },
  {
    path: '/baseManage/pilotAudit',
    permission: ['Pages.BaseManage.Pilot_Audit'],
    group: 'baseManage',
    order: 62,
    title: { 'zh-Hans': '飞行员审核', en: 'Pilot audit' },
  },
  {
    path: '/permission/examine',
    permission: ['Pages.Users'],
    group: 'permission',
    order: 25,
    title: { 'zh-Hans': '认证受理', en: 'Certification acceptance' },
  },
  {
    path: '/situation/airspaceAudit',
    permission: ['Pages.AirspaceApproval.Library'],
    group: 'situation',
    order: 22,
    title: { 'zh-Hans': '空域审批', en: 'Airspace approvals' },
  },
  {
    path: '/baseManage/takeoffLandingPointAudit',
    permission: ['Pages.AirspaceApproval.Library'],
    group: 'baseManage',
    order: 22,
    title: { 'zh-Hans': '起降点审批', en: 'Landing point approvals' },
  },
  {
    path: '/baseManage/airspaceRouteAudit',
    permission: ['Pages.AirspaceApproval.Library'],
    group: 'baseManage',
    order: 32,
    title: { 'zh-Hans': '临时航线审批', en: 'Temporary route approvals' },
  },
  {
    path: '/baseManage/qualificationManagement',
    permission: ['Pages.Navigation'],
    group: 'baseManage',
    order: 10,
    title: { 'zh-Hans': '企业资质', en: 'Company qualification' },
  },
  {
    path: '/permission/schema',
    permission: ['Pages.Admin'],
    group: 'permission',
    order: 55,
    title: { 'zh-Hans': '字段扩展', en: 'Fields and types' },
  },
  {
    path: '/statistics/sourceMonitor',
    permission: ['Pages.Statistics.SoftwareMonitor', 'Pages.Operating'],
    group: 'statistics',
    order: 59,
    title: { 'zh-Hans': '数据源监控', en: 'Source monitor' },
  },
  {
    path: '/permission/QRCode',
    permission: ['Pages.Static'],
    group: 'permission',
    order: 72,
    title: { 'zh-Hans': '二维码', en: 'QR codes' },
  },
  {
    path: '/permission/authProtocol',
    permission: ['Pages.Static'],
    group: 'permission',
    order: 73,
    title: { 'zh-Hans': '注册协议', en: 'Registration agreement' },
  },
  {
    path: '/permission/aboutUs',
    permission: 'signedIn',
    group: 'permission',
    order: 120,
    title: { 'zh-Hans': '关于我们', en: 'About us' },
  },
];
