import type { PermissionRule } from '#domain/record/resource.ts';

/** `sourceToken`: no user at all, only who brings the token of the surveillance source. */
export type CallRule = PermissionRule | 'anonymous' | 'sourceToken';

/**
 * Who may call what, outside the endpoints of records: decided by specification §6 and §7 with decisions.md
 * §3, and held here by hand. The endpoints tell their own rule; a table that was made from them would agree
 * with it whatever it is. Whether what is asked is the caller's own, and whether the flow names them, is
 * decided behind these (endpoint-rows).
 */
export const callRules: readonly {
  /** Any of these; Pages.Admin has all. */
  rule: CallRule;
  /** By service, `''` being no service: verb and name. */
  calls: Readonly<Record<string, string>>;
}[] = [
  {
    rule: 'anonymous',
    calls: {
      '': 'POST /api/TokenAuth/Authenticate, GET /AbpUserConfiguration/GetAll, GET /api/files/{signed}, GET /api/files/{signed}/about',
      Session: 'GET GetCurrentLoginInformations',
      Account: 'POST IsTenantAvailable, POST Register',
      ErrorLog: 'POST Report',
      Evidence: 'GET GetKey',
      User: 'GET GetValidate, GET GetAuthProtocol, POST CreateOneStep, POST GetInvitation, POST AcceptInvitation',
      Registration: 'GET GetRules, GET GetChallenge, POST RenewTicket, GET GetState',
      DeviceBinding: 'POST Ask, POST Collect',
      Share: 'POST Open, POST GetPosition',
    },
  },
  {
    rule: 'signedIn',
    calls: {
      '': 'POST /api/TokenAuth/LogOut, GET /api/catalogue',
      Session: 'GET GetCurrentUserInfo',
      User: 'POST ChangeLanguage, GET GetRoles, POST ChangePassword',
      Profile: 'POST ChangePassword',
      MyAccount:
        'GET GetProfile, PUT UpdateProfile, GET GetPasswordRules, GET GetLife, GET GetSessions, POST EndSession, POST EndOtherSessions, GET GetSecondFactor, POST BeginSecondFactor, POST ConfirmSecondFactor, POST RemoveSecondFactor, POST NewRecoveryCodes',
      OrganizationUnit: 'GET GetOrganizationUnits',
      UserLogin: 'GET GetRecentUserLoginAttempts',
      Configuration: 'POST ChangeUiTheme',
      Permission: 'POST Explain',
      Search: 'GET Find',
      ReportResult: 'GET Get, GET Download',
      Channel:
        'GET GetSettings, POST SaveSettings, POST UseDefaults, POST Test, POST Subscribe, POST Unsubscribe, POST RenewWebhookSecret, POST OpenMessage',
      Notam: 'POST GetList, GET Get, GET GetAreas, POST Acknowledge, GET GetQCodes',
      Notice: 'POST List, GET GetControlList, POST AcknowledgeStopActivity',
      Reminder: 'GET GetList, POST SetRead',
      Message: 'GET GetCount',
      Mobile:
        'POST Page, POST ReadAbpUserMessage, POST AllReadAbpUserMessage, POST AbpUserMessageCount, GET GetAbpUserPopupMessage, POST GetOperateRecord',
      Notification:
        'GET GetUserNotifications, POST SetAllNotificationsAsRead, POST SetNotificationAsRead, POST DeleteSelNotification, DELETE DeleteNotification, DELETE DeleteAllUserNotifications, GET GetNotificationSettings, PUT UpdateNotificationSettings',
      Map: 'GET GetSettings',
      Terrain: 'GET GetCoverage, POST GetProfile, POST GetGround, GET GetTile',
      Lightning: 'GET GetStrokes',
      Equipment: 'GET GetInterferenceNow',
      WeatherRadar: 'GET GetPictures, GET GetAreas, GET GetImage',
      Weather:
        'GET GetStations, GET GetStation, GET GetWarnings, GET GetWindsAloft, GET GetQnh, POST GetRouteWeather',
      Preference: 'GET Get, POST Set',
      View: 'GET GetList, POST Save, DELETE Delete, POST SetDefault',
      UserFile: 'GET GetCurrentList',
      ApiToken: 'GET GetList, POST Create, POST Revoke',
      Registration: 'GET GetProgress',
      DeviceBinding: 'POST Create, GET Get, POST Answer',
      Navigation: 'GET GetSettingValue, GET GetFeatureByRoute',
      FlowConfig: 'GET GetInbox',
      Audit: 'POST Submit, POST Withdraw, POST Decide, GET GetInbox, GET GetTimeline, GET Candidates',
      Import: 'GET GetList',
      Government: 'POST Search, GET GetArticle',
      Briefing: 'POST Query, POST Make, GET Get',
      Share: 'GET GetLimits',
    },
  },
  {
    rule: ['Pages.Chat'],
    calls: {
      Meeting:
        'GET GetList, GET Get, GET GetPeople, POST FindOverlaps, POST Call, POST Change, POST Move, POST Cancel, POST Answer, POST Begin, POST TakeOver, POST SetPresent, POST OpenRoom, POST Sync, POST Write, POST Point, POST Submit, POST Withdraw, POST Decide, POST Correct, POST SetTask, GET Export, GET ExportWord',
    },
  },
  {
    rule: ['Pages.Users'],
    calls: {
      User: 'GET GetAll, GET Get, POST Create, PUT Update, DELETE Delete, POST LockUser, POST UnLockUser, POST Activate, POST DeActivate, GET GetCoverageIdsBySave, POST SaveOthers, POST ResetPassword, POST Invite, POST RevokeInvitation, POST GiveFirstPassword, GET GetUsers, POST GetUsers, GET GetUserForEdit, POST CreateOrUpdateUser, PUT UpdateUserPermissions, DELETE DeleteUser',
      MyAccount: 'GET GetUserSessions, POST EndUserSessions, POST ResetSecondFactor',
      OrganizationUnit:
        'GET GetOrganizationUnitUsers, GET GetOrganizationUnitRoles, POST AddUsersToOrganizationUnit, DELETE RemoveUserFromOrganizationUnit, POST FindUsers',
      Feedback: 'POST Answer, POST Close',
      ErrorLog: 'POST Resolve, POST Reopen',
    },
  },
  { rule: ['Pages.Chat'], calls: { Mobile: 'GET GetOnLineUsers' } },
  {
    rule: ['Pages.Chat', 'Pages.Navigation.Create'],
    calls: { Coordination: 'POST Acknowledge, GET GetOpenOrders' },
  },
  {
    rule: ['Pages.Chat'],
    calls: {
      Coordination:
        'GET GetRooms, GET GetRoom, GET GetContacts, POST OpenRoom, POST CreateRoom, POST RenameRoom, POST AddMembers, POST RemoveMember, POST LeaveRoom, POST CloseRoom, POST MarkRead, POST Send, GET GetMessages, GET GetChanges, POST Edit, POST Withdraw, POST Pin, POST Unpin, POST Search, GET GetVersions, GET VerifyRoom, GET ExportRecord',
      Chat: 'GET GetUserChatFriendsWithSettings, GET GetUserChatMessages, POST MarkAllUnreadMessagesOfUserAsRead',
      Friendship:
        'POST CreateFriendshipRequest, POST CreateFriendshipRequestByUserName, POST BlockUser, POST UnblockUser, POST AcceptFriendshipRequest',
    },
  },
  {
    rule: ['Pages.BaseManage.Type'],
    calls: { Government: 'POST ReadFile, POST SaveArticles' },
  },
  {
    rule: ['Pages.Roles', 'Pages.Users'],
    calls: {
      User: 'GET GetRoleByUsers, GET GetUserPermissionsForEdit',
      Role: 'GET Get, GET GetAll, GET GetRoles, GET GetAllPermissions, GET GetRoleForEdit',
    },
  },
  {
    rule: ['Pages.Roles'],
    calls: {
      Role: 'POST Create, PUT Update, DELETE Delete',
      Channel: 'GET GetRoleSettings, POST SaveRoleSettings',
    },
  },
  {
    rule: ['Pages.Organizations'],
    calls: {
      OrganizationUnit:
        'POST CreateOrganizationUnit, PUT UpdateOrganizationUnit, POST MoveOrganizationUnit, DELETE DeleteOrganizationUnit',
    },
  },
  {
    rule: ['Pages.Admin'],
    calls: {
      Statistics: 'POST Recount',
      Tenant: 'GET Get, GET GetAll, POST Create, PUT Update, DELETE Delete',
      AuditLog: 'GET GetAuditLogs',
      WhatIf: 'POST Start, GET Get, POST Cancel, POST Apply',
      ConfigurationTransfer:
        'GET Export, POST Preview, POST Apply, GET GetTransfers, GET GetTransfer, GET GetPrevious',
      SchemaOverlay:
        'GET GetList, POST Save, POST Preview, POST Publish, POST GetConsequences, POST Withdraw, POST Discard, GET Export',
    },
  },
  {
    rule: [
      'Pages.BaseManage',
      'Pages.BaseManage.Craft_Add',
      'Pages.BaseManage.Craft_Audit',
      'Pages.FlightWatch.Navigation_3D',
      'Pages.Navigation',
      'Pages.StandingNAircraft',
    ],
    calls: {
      BaseAircraft: 'GET GetCurrentFileList',
    },
  },
  {
    rule: [
      'Pages.BaseManage',
      'Pages.BaseManage.Pilot_Add',
      'Pages.BaseManage.Pilot_Audit',
      'Pages.Navigation',
      'Pages.StandingNAircraft',
    ],
    calls: {
      BasePilot: 'GET GetCurrentFileList',
    },
  },
  {
    rule: ['Pages.FlightWatch.Navigation_3D'],
    calls: {
      Alert:
        'GET GetList, POST Acknowledge, POST Mute, POST Classify, GET GetStatistics, GET GetTimeline, GET ExportStatistics, GET ExportStatisticsCsv',
      Playback: 'GET GetAlertIncident',
      Watch:
        'GET GetPositions, GET GetList, GET GetRelief, POST SignOn, POST SignOff, POST OfferHandover, POST WithdrawHandover, POST TakeHandover, POST Write, POST Correct',
    },
  },
  {
    rule: ['Pages.Operating'],
    calls: {
      Channel: 'POST SendAgain',
      Monitor: 'POST ForgetServer',
      Webhook: 'POST RenewSecret, POST Ping, POST SendAgain',
      Information: 'POST Submit, POST TryOut, POST RenewToken, POST SetPassword, GET GetSources',
      MessageGateway: 'POST RenewSecret',
      Playback: 'GET ExportDay',
      '': 'POST /api/playback/days',
      SurveillanceSource: 'POST RenewToken, POST SetPassword, GET GetRaw, GET ExportRaw',
    },
  },
  {
    rule: ['Pages.Statistics.SoftwareMonitor'],
    calls: {
      Monitor: 'GET GetState, GET GetHistory, POST Acknowledge',
      Mobile: 'POST SoftwareStatistics',
      Equipment:
        'GET GetList, GET GetTerminals, GET GetHistory, GET GetCoverage, GET GetGaps, GET GetJointCoverage, GET GetInterference, GET Export, GET ExportCsv',
    },
  },
  {
    rule: ['Pages.Statistics.SoftwareMonitor', 'Pages.Operating'],
    calls: { SurveillanceSource: 'GET GetStates, GET Listen' },
  },
  { rule: 'sourceToken', calls: { '': 'POST /api/surveillance/{source}, POST /api/information/{source}' } },
  {
    rule: ['Pages.Static'],
    calls: {
      User: 'POST SaveAuthProtocol',
      Registration: 'GET GetProtocolTexts',
    },
  },
  {
    rule: ['Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'],
    calls: {
      Navigation:
        'POST AddNAircraft, POST UpdateNAircraftById, POST SaveNAircrafts, POST CheckErrors, POST SplitNAircraftById, POST DelNAircraft, POST BackNAircraft',
      TomorrowNavigation: 'POST MakeFromStanding, POST DelNAircraft, POST DoSubmitApproveNAircraftTomorrow',
    },
  },
  {
    rule: ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    calls: {
      Briefing: 'GET GetList',
      Evidence: 'GET ExportDossier',
      Navigation:
        'GET GetFindingsById, POST GetNAircraft, POST GetHistoryNAircraft, GET GetNAircraftById, GET GetJobTaskById, GET GetActiveNAircrafts, GET GetStepNaircraft, GET GetProposals, GET GetDetours, GET GetFlightOrders',
      TomorrowNavigation: 'POST Page, POST GetNotFinishNAircraft, GET GetJobTaskByTomorrowId',
      OperateRecord: 'GET GetListById',
    },
  },
  {
    rule: ['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'],
    calls: {
      Navigation: 'POST NAircraftToUserAirspace',
      Template: 'POST EditTemplate',
    },
  },
  {
    rule: ['Pages.Navigation.Create'],
    calls: {
      Navigation:
        'POST AcceptProposal, POST DismissProposal, POST AcknowledgeOrder, POST ApplyDetour, POST ApplyOpenDynamic, POST EditApplyOpenDynamic, POST BackApplyOpenDynamic, POST UpdateStateAndRealEta, POST EditUpdateStateAndRealEta, POST BackUpdateStateAndRealEta, GET UpdateExceutingNum',
    },
  },
  {
    rule: ['Pages.Navigation'],
    calls: {
      Navigation:
        'POST DecideDetour, POST TakeUp, POST DoFlyApprove, POST CancelNAircraft, GET GetCandidates',
    },
  },
  {
    rule: ['Pages.BaseManage.Craft_Audit', 'Pages.FlightWatch.Navigation_3D'],
    calls: {
      Navigation: 'POST OrderFlight, POST LiftOrder',
    },
  },
  {
    rule: ['Pages.FlightWatch.Navigation_3D'],
    calls: {
      Navigation: 'POST SetFlightStatus, POST WithdrawFlightStatus',
      TrackCorrelation: 'GET GetCandidates, POST Correlate, POST Cut',
    },
  },
  {
    rule: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    calls: {
      Navigation: 'POST EndStanding, GET GetBoard',
    },
  },
  {
    rule: ['Pages.StandingNAircraft.Create'],
    calls: {
      Navigation: 'POST ExtendStanding',
    },
  },
  {
    rule: ['Pages.Statistics'],
    calls: { ReportResult: 'POST SendNow' },
  },
  {
    rule: ['Pages.Navigation', 'Pages.StandingNAircraft', 'Pages.Statistics'],
    calls: {
      Navigation:
        'POST GetNAircraftReport, POST GetFlyTypeNames, POST GetFlyTypeNameList, POST GetFlyTypeNameUnit, GET ExportNAircraftReport',
      Statistics:
        'POST GetPlans, POST GetHeat, POST GetMovements, POST GetTrackFlights, GET Export, GET ExportCsv, GET ExportMovements, GET ExportMovementsCsv, GET ExportTrackFlights, GET ExportTrackFlightsCsv',
      Mobile: 'POST Statistics, POST TimeStatistics',
      MyAccount: 'POST BeginDisplay',
    },
  },
  { rule: ['Pages.Statistics'], calls: { Mobile: 'POST AdminStatistics' } },
  {
    rule: ['Pages.Statistics.NavigationFSS'],
    calls: {
      Statistics:
        'POST GetWork, POST GetDecisions, POST GetWaiting, GET ExportDecisions, GET ExportDecisionsCsv, GET ExportWaiting, GET ExportWaitingCsv, GET ExportWork, GET ExportWorkCsv, GET ExportPeriods, GET ExportPeriodsCsv',
      Mobile:
        'POST FssStatistics, POST FssMonthStatistics, POST FssQuarterStatistics, POST FssYearStatistics',
    },
  },
  {
    rule: ['Pages.AirspaceApproval', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    calls: {
      Template: 'GET GetTemplate',
    },
  },
  {
    rule: ['Pages.BaseManage.Craft_Audit', 'Pages.Navigation'],
    calls: {
      MessageQuery: 'POST Page, POST Compose, POST Check, POST Known',
    },
  },
  {
    rule: ['Pages.BaseManage.Craft_Audit', 'Pages.Navigation.Create'],
    calls: {
      MessageQuery: 'POST RetryMessageQuery, POST SendMessageQuery',
    },
  },
  {
    rule: ['Pages.BaseManage.Craft_Audit'],
    calls: {
      MessageQuery: 'POST Receive, POST Match, POST Ignore',
    },
  },
  {
    rule: ['Pages.Operating.FlowConfig'],
    calls: {
      FlowConfig: 'POST Check, GET GetNameable, POST Publish, GET GetVersions',
    },
  },
  {
    rule: ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    calls: {
      Airspace:
        'POST Save, POST Delete, POST Complete, POST ImportCheck, GET ImportProgress, POST ImportSave',
    },
  },
  {
    rule: ['Pages.AirspaceApproval.Create'],
    calls: {
      Airspace: 'POST Submit, POST Withdraw, POST AskExtension, POST WithdrawExtension',
    },
  },
  {
    rule: ['Pages.AirspaceApproval', 'Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'],
    calls: {
      Airspace: 'POST CheckErrors',
    },
  },
  {
    rule: ['Pages.AirspaceApproval'],
    calls: {
      Airspace: 'POST Open, POST Close, GET GetClosingEffects',
    },
  },
  {
    rule: ['Pages.AirspaceApproval.Library'],
    calls: {
      Notam: 'POST Preview, POST Save, POST Cancel',
      Airspace: 'POST Extend, POST DeclineExtension, GET GetExtensionAsks',
    },
  },
  {
    rule: [
      'Pages.AirspaceApproval',
      'Pages.FlightWatch.Navigation_3D',
      'Pages.Navigation',
      'Pages.StandingNAircraft',
    ],
    calls: {
      Airspace: 'POST Page, GET Get, GET GetAt, GET GetVersions, GET GetEvents, GET Export',
      Map: 'GET GetAirPicture',
    },
  },
  {
    rule: [
      'Pages.AirspaceApproval',
      'Pages.FlightWatch.Navigation_3D',
      'Pages.FlightWatch.Trackreplay',
      'Pages.Navigation',
      'Pages.StandingNAircraft',
    ],
    calls: {
      Share: 'POST Create, POST Withdraw',
    },
  },
  {
    rule: ['Pages.FlightWatch.Trackreplay'],
    calls: {
      Playback: 'GET GetDays, GET GetDensity, GET GetMoment, GET GetAlerts, GET GetTracks, GET GetIncident',
    },
  },
];

/** `GET /api/services/app/User/Get` → its rule, sorted. */
export function ruleByCall(): Map<string, CallRule> {
  const rules = new Map<string, CallRule>();
  for (const { rule, calls } of callRules) {
    for (const [service, names] of Object.entries(calls)) {
      for (const one of names.split(', ')) {
        const [verb = '', name = ''] = one.split(' ');
        rules.set(`${verb} ${service === '' ? name : `/api/services/app/${service}/${name}`}`, rule);
      }
    }
  }
  return rules;
}
