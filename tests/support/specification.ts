/**
 * What the specification lists, line by line, as the house's tests hold it against the product. Transcribed
 * by hand: a table that was made from the product would agree with it whatever it does.
 */

export interface SpecifiedRoute {
  path: string;
  /** Any of these opens it; none: the specification names none. */
  permission: readonly string[];
  /** Reached without a token. */
  open?: boolean;
}

function group(base: string, permission: readonly string[], lines: readonly (string | [string, string[]])[]) {
  return lines.map((line): SpecifiedRoute => {
    const [name, own] = typeof line === 'string' ? [line, permission] : line;
    return { path: name.startsWith('/') ? name : `${base}/${name}`, permission: own };
  });
}

/** Specification §2, "Public or hidden routes" and what its guard lets through. */
export const publicRoutes: readonly SpecifiedRoute[] = [
  '/login',
  '/auth-redirect',
  '/reg',
  '/auth',
  '/404',
  '/401',
  '/preview',
  '/permission/bindCode',
  '/permission/mapApp',
  '/permission/mapAPPno1',
  '/permission/mapshow',
  '/pilot',
  '/aircraft',
  '/baseManage/addaircraft',
  '/baseManage/aircraftDetail',
  '/pilotManage/addPilot',
  '/pilotManage/pilotDetail',
].map((path) => ({ path, permission: [], open: true }));

/** Ours beside those of the specification: a dossier is checked by whoever was given it, with an account or without. */
export const addedPublicPaths = ['/verify'];

const navigation = ['Pages.Navigation'];
const plans = ['Pages.Navigation', 'Pages.StandingNAircraft'];

/** Specification §2, "Main layout routes". */
export const mainRoutes: readonly SpecifiedRoute[] = [
  ...group('', [], ['/home', '/situation/dynamic', '/situation/situationmap']),
  ...group(
    '/baseManage',
    ['Pages.BaseManage'],
    [
      ['qualificationManagement', ['Pages.Navigation']],
      'takeoffLandingPoint',
      'airspaceRoute',
      'airspaceRouteEdit',
      'airspaceRouteAdd',
      'airspaceEntry',
      ['aircraftTypeManage', ['Pages.BaseManage.Type']],
      'addaircraftType',
      'typeDetail',
      ['aircraftManage', ['Pages.BaseManage.Craft_Add']],
      ['aircraftAudit', ['Pages.BaseManage.Craft_Audit']],
      ['pilotManage', ['Pages.BaseManage.Pilot_Add']],
      ['pilotAudit', ['Pages.BaseManage.Pilot_Audit']],
      'flyType',
    ],
  ),
  ...group('/situation', navigation, [
    'addNavAirPlan',
    'detailsAir',
    ['airspaceApproval', ['Pages.AirspaceApproval']],
    ['airspaceRepository', ['Pages.AirspaceApproval.Library']],
    'airspaceQuery',
    'airspaceOpen',
    'edit_a',
    ['edit_Air', ['Pages.AirspaceApproval.Create']],
  ]),
  ...group('/navigation', plans, [
    'addNavPlan',
    'standing',
    'TommorowIndex',
    'TodayIndex',
    'navigation',
    'NavigationBigDataAdmin',
    'NavigationBigDataAdmins',
    ['edit_sn', ['Pages.StandingNAircraft.Create']],
    ['edit_n', ['Pages.Navigation.Create']],
    ['editNavPlan', ['Pages.Navigation.Create']],
    'edit_T',
    'details',
    'detailsT',
    'detailsSN',
    'NotFinish',
  ]),
  ...group(
    '/intelligence',
    [],
    [
      ['takeOffReport', navigation],
      ['landingReport', navigation],
      ['MessageReceipt', ['Pages.BaseManage.Craft_Audit']],
    ],
  ),
  ...group(
    '/flightWatch',
    [],
    [
      'situationmap',
      ['map3D', ['Pages.FlightWatch.Navigation_3D']],
      ['trackPlayback', ['Pages.FlightWatch.Trackreplay']],
    ],
  ),
  ...group('/information', [], ['weatherInfor', 'notice', 'infoMana', 'airport', 'cAirport']),
  ...group(
    '/statistics',
    ['Pages.Statistics', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    [
      'navigationForms',
      'NavigationBigData',
      ['navigationFSS', ['Pages.Statistics.NavigationFSS']],
      ['navigationFSSNew', ['Pages.Statistics.NavigationFSS']],
      ['softwareMonitor', ['Pages.Statistics.SoftwareMonitor']],
      ['equipmentMonitoring', ['Pages.Statistics.SoftwareMonitor']],
    ],
  ),
  { path: '/governmentInformation', permission: ['Pages.governmentInformation'] },
  ...group('/coordination', ['Pages.Chat'], ['index', 'meeting', 'chat', 'detail']),
  ...group(
    '/permission',
    [],
    [
      ['QRCode', ['Pages.Static']],
      ['static', ['Pages.Static']],
      ['param', ['Pages.Operating']],
      ['dictionary', ['Pages.Dictionary']],
      ['organizationUnits', ['Pages.Organizations']],
      ['role', ['Pages.Roles']],
      ['user', ['Pages.Users']],
      ['flowConfig', ['Pages.Operating.FlowConfig']],
      ['examine', ['Pages.Users']],
      ['company', ['Pages.Users']],
      ['question', ['Pages.Question', 'Pages.Navigation']],
      'loginLog',
      ['errorLog', ['Pages.Users']],
      'updateLog',
      'aboutUs',
    ],
  ),
  { path: '/message/allmessage', permission: [] },
];

/** Specification §6. */
export const specifiedPermissions: readonly string[] = [
  'Pages.BaseManage',
  'Pages.BaseManage.Type',
  'Pages.BaseManage.Craft_Add',
  'Pages.BaseManage.Craft_Audit',
  'Pages.BaseManage.Pilot_Add',
  'Pages.BaseManage.Pilot_Audit',
  'Pages.Navigation',
  'Pages.Navigation.Create',
  'Pages.StandingNAircraft',
  'Pages.StandingNAircraft.Create',
  'Pages.AirspaceApproval',
  'Pages.AirspaceApproval.Library',
  'Pages.AirspaceApproval.Create',
  'Pages.FlightWatch.Navigation_3D',
  'Pages.FlightWatch.Trackreplay',
  'Pages.Statistics',
  'Pages.Statistics.NavigationFSS',
  'Pages.Statistics.SoftwareMonitor',
  'Pages.governmentInformation',
  'Pages.Chat',
  'Pages.Static',
  'Pages.Operating',
  'Pages.Operating.FlowConfig',
  'Pages.Dictionary',
  'Pages.Organizations',
  'Pages.Roles',
  'Pages.Users',
  'Pages.Question',
  'Pages.Admin',
];

/** Texts that the specification quotes, with the key of the catalogue that says each in Chinese (§5, §8). */
export const quotedTexts: readonly (readonly [key: string, text: string])[] = [
  ['shell.password.differ', '两次输入的密码应一致！'],
  ['shell.password.done', '修改密码成功！'],
  ['common.ago.now', '刚刚'],
  ['common.ago.minutes', '{{count}}分钟前'],
  ['common.ago.hours', '{{count}}小时前'],
  ['common.ago.day', '1天前'],
  ['shell.error.unknown', 'Error'],
];

/**
 * Texts that the specification quotes and that stand in the code itself, for they are said in no other
 * language.
 */
export const quotedInCode: readonly (readonly [file: string, text: string])[] = [
  ['src/web/client/auth.ts', '验证失败，请重新登录。'],
  ['src/web/client/auth.ts', '用户角色为空!'],
  ['src/web/app/frame.tsx', 'Has Error'],
];

/** Where the product asks for something else than the table does, and why. */
export const otherwise: Readonly<
  Record<string, readonly [rule: readonly string[] | 'signedIn', why: string]>
> = {
  '/situation/dynamic': [plans, 'the desk shows plans; the table leaves the landing page without a name'],
  '/situation/detailsAir': [
    ['Pages.Navigation', 'Pages.AirspaceApproval'],
    'whoever reads the list of applications reads one of them',
  ],
  '/baseManage/airspaceEntry': [
    ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    'whoever enters airspaces is served, whatever base records they keep',
  ],
  '/situation/addNavAirPlan': [
    ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    'it adds what only its holders may add',
  ],
  '/situation/edit_a': [
    ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    'it changes the same record as edit_Air',
  ],
  '/situation/edit_Air': [
    ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    'the keeper of the library changes what is approved',
  ],
  '/situation/airspaceQuery': [
    ['Pages.Navigation', 'Pages.AirspaceApproval'],
    'airspace watch asks for airspaces too, and has no plans',
  ],
  '/situation/airspaceOpen': [
    ['Pages.Navigation', 'Pages.AirspaceApproval'],
    'airspace watch opens and closes, and has no plans',
  ],
  '/navigation/addNavPlan': [['Pages.Navigation.Create'], 'it adds what only its holders may add'],
  '/navigation/details': [
    ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.FlightWatch.Navigation_3D'],
    'whoever may read a plan reads it, and nobody else',
  ],
  '/navigation/detailsT': [
    ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.FlightWatch.Navigation_3D'],
    'whoever may read a plan reads it, and nobody else',
  ],
  '/navigation/detailsSN': [
    ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.FlightWatch.Navigation_3D'],
    'whoever may read a plan reads it, and nobody else',
  ],
  '/baseManage/addaircraftType': [['Pages.BaseManage.Type'], 'it adds what only its holders may add'],
  '/permission/loginLog': [['Pages.Users'], 'who signed in from where is told to nobody else'],
};

/** Specification §9, each with the place that keeps it. */
export const constants: readonly (readonly [what: string, file: string, pattern: RegExp])[] = [
  ['a request may take 10 s', 'src/web/client/http.ts', /requestTimeoutMs = 10_000\b/],
  ['reminders are asked for every 60 s', 'src/web/features/notices/queries.ts', /reminderMs = 60_000\b/],
  [
    'the administrator’s count is asked for every 5 s',
    'src/web/features/notices/queries.ts',
    /administratorCountMs = 5_000\b/,
  ],
  [
    'the receipt prompt is asked for every 120 s',
    'src/web/features/notices/queries.ts',
    /\bcountMs = 120_000\b/,
  ],
  ['the administrator is user 1', 'src/web/features/notices/queries.ts', /administratorId = 1\b/],
  [
    'the summary is spoken after 5 s',
    'src/web/features/notices/message-count.tsx',
    /firstSpeechMs = 5_000\b/,
  ],
  ['the summary is spoken every 60 s', 'src/web/features/notices/message-count.tsx', /speechMs = 60_000\b/],
  ['the alarm sounds every 10 s', 'src/web/features/notices/reminder-button.tsx', /alarmMs = 10_000\b/],
  ['the hub starts after 2 s', 'src/web/client/hub.ts', /startDelayMs = 2_000\b/],
  ['the hub tries every 5 s', 'src/web/client/hub.ts', /retryMs = 5_000\b/],
  ['the hub tries 20 times', 'src/web/client/hub.ts', /retries = 20\b/],
  ['speech has rate 1.5', 'src/web/features/notices/sound.ts', /speechRate = 1\.5\b/],
  ['speech is zh-CN', 'src/web/features/notices/sound.ts', /'zh-CN'/],
  ['the layout is scaled below 1680 px', 'src/web/ui/scale.ts', /scaledBelowPx = 1680\b/],
  ['the phone begins below 992 px', 'src/web/ui/scale.ts', /mobileBelowPx = 992\b/],
  ['resizing is debounced by 300 ms', 'src/web/ui/appearance.ts', /resizeDebounceMs = 300\b/],
  ['the menu is compact at 1400 px', 'src/web/shell/menu.tsx', /compactPx = 1400\b/],
  ['the sidebar is 210 px wide', 'src/web/shell/sidebar.ts', /sidebarWidthPx = 210\b/],
  ['start and end dynamics stay 6 s', 'src/web/features/plans/toast-seconds.ts', /return 6\b/],
  [
    'other toasts stay 60 s, approvals until closed',
    'src/web/features/plans/toast-seconds.ts',
    /\? 0 : 60\b/,
  ],
  ['the control notice runs by 0.5', 'src/web/features/notices/notice-strip.tsx', /step = 0\.5\b/],
  ['a refusal is said for 5 s', 'src/web/client/error-catalogue.ts', /messageSeconds = 5\b/],
  ['the theme colour is #1890ff', 'src/web/client/read-preferences.ts', /accent: '#1890ff'/],
  ['the token cookie is enc_auth_token', 'src/web/client/session.ts', /'enc_auth_token'/],
  ['remember-me lives expireInSeconds × 1000 ms', 'src/web/client/session.ts', /expireInSeconds \* 1000\b/],
  [
    'the size is kept in a cookie, medium by default',
    'src/web/client/read-preferences.ts',
    /read\('size'\) \?\? 'medium'/,
  ],
  ['the sidebar flag is kept in a cookie as 0 or 1', 'src/web/shell/sidebar.ts', /opened \? '1' : '0'/],
];
