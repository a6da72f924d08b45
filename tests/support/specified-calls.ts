/**
 * Specification §7, the calls of plans: service, verb, name, and what it says that each is sent. Transcribed by hand, as
 * tests/support/specification.ts is: a list that was made from the product would agree with it whatever it does.
 */
const text: Specified = {
  Navigation: {
    POST: `GetNAircraft (body); GetHistoryNAircraft (body); DelNAircraft (id); UpdateStateAndRealEta (id, state, realEta, actualNum); ApplyOpenDynamic (id, state, realEtd); EditApplyOpenDynamic (id, state, realEtd); BackApplyOpenDynamic (id); EditUpdateStateAndRealEta; BackUpdateStateAndRealEta (id, actualNum); DoFlyApprove (body); SaveNAircrafts (body); CheckErrors (body); AddNAircraft (body); UpdateNAircraftById (body); BackNAircraft (id); SplitNAircraftById (id); GetNAircraftReport; GetFlyTypeNames; GetFlyTypeNameList; GetFlyTypeNameUnit; NAircraftToUserAirspace (id)`,
    GET: 'GetNAircraftById (id); GetActiveNAircrafts; GetJobTaskById (id); GetFeatureByRoute (Route); GetSettingValue; GetStepNaircraft (nairid); UpdateExceutingNum (id, flightNum)',
  },
  Template: { POST: 'EditTemplate', GET: 'GetTemplate (id)' },
  OperateRecord: { GET: 'GetListById (id)' },
  TomorrowNavigation: {
    POST: 'Page; GetNotFinishNAircraft; DelNAircraft (id); DoSubmitApproveNAircraftTomorrow',
    GET: 'GetJobTaskByTomorrowId (id)',
  },
  MessageQuery: { POST: 'Page; RetryMessageQuery; SendMessageQuery' },
};

/** Specification §7, the rest of its calls, and those of decisions.md §2 whose paths it leaves out. */
const others: Specified = {
  Session: { GET: 'GetCurrentLoginInformations; GetCurrentUserInfo' },
  User: {
    GET: 'GetAll; Get (id); GetRoles; GetRoleByUsers (id); GetUserPermissionsForEdit (id); GetValidate (telphone); GetAuthProtocol; GetCoverageIdsBySave (id, coverageIds, type)',
    POST: 'Create; CreateOneStep; ResetPassword; SaveOthers; ChangePassword (currentPassword, newPassword); SaveAuthProtocol (value); LockUser (id); UnLockUser (id)',
    PUT: 'Update',
    DELETE: 'Delete (id)',
  },
  Role: { GET: 'Get (id); GetAll', POST: 'Create', PUT: 'Update', DELETE: 'Delete (id)' },
  Mobile: {
    POST: 'Statistics; TimeStatistics (start, end); AdminStatistics; FssStatistics; FssMonthStatistics; FssQuarterStatistics; FssYearStatistics; SoftwareStatistics; GetOperateRecord; Page; ReadAbpUserMessage (id); AllReadAbpUserMessage; AbpUserMessageCount',
    GET: 'GetOnLineUsers; GetAbpUserPopupMessage',
  },
  Notice: { POST: 'List; AcknowledgeStopActivity (id)', GET: 'GetControlList' },
  Notification: { POST: 'SetNotificationAsRead; DeleteSelNotification' },
  UserFile: { GET: 'GetCurrentList (operateType, query)' },
  BasePilot: { GET: 'GetCurrentFileList (query)' },
  BaseAircraft: { GET: 'GetCurrentFileList (query)' },
  Message: { GET: 'GetCount' },
  Reminder: { GET: 'GetList', POST: 'SetRead (id)' },
};

/** wire.md §3: the services of ABP's template and of ASP.NET Zero. */
const abp: Specified = {
  Session: { GET: 'GetCurrentLoginInformations' },
  User: {
    GET: 'Get (id); GetAll (keyword, isActive, sorting, skipCount, maxResultCount); GetRoles; GetUsers (filter, permissions, role, onlyLockedUsers, sorting, maxResultCount, skipCount); GetUserForEdit (id); GetUserPermissionsForEdit (id)',
    POST: 'Create (userName, name, surname, emailAddress, isActive, roleNames, password); Activate (id); DeActivate (id); ChangeLanguage (languageName); ChangePassword (currentPassword, newPassword); ResetPassword (adminPassword, userId, newPassword); GetUsers (filter, permissions, role, onlyLockedUsers, sorting, maxResultCount, skipCount); CreateOrUpdateUser (user, assignedRoleNames, sendActivationEmail, setRandomPassword, organizationUnits); UnlockUser (id)',
    PUT: 'Update (id, userName, name, surname, emailAddress, isActive, roleNames); UpdateUserPermissions (id, grantedPermissionNames)',
    DELETE: 'Delete (id); DeleteUser (id)',
  },
  Role: {
    GET: 'GetRoles (permission); GetAllPermissions; GetRoleForEdit (id); Get (id); GetAll (keyword, sorting, skipCount, maxResultCount)',
    POST: 'Create (name, displayName, normalizedName, description, grantedPermissions)',
    PUT: 'Update (id, name, displayName, normalizedName, description, grantedPermissions)',
    DELETE: 'Delete (id)',
  },
  Account: {
    POST: 'IsTenantAvailable (tenancyName); Register (name, surname, userName, emailAddress, password, captchaResponse)',
  },
  Tenant: {
    GET: 'Get (id); GetAll (keyword, isActive, sorting, skipCount, maxResultCount)',
    POST: 'Create (tenancyName, name, isActive, adminEmailAddress, connectionString)',
    PUT: 'Update (id, tenancyName, name, isActive)',
    DELETE: 'Delete (id)',
  },
  Configuration: { POST: 'ChangeUiTheme (theme)' },
  Profile: { POST: 'ChangePassword (currentPassword, newPassword)' },
  Chat: {
    GET: 'GetUserChatFriendsWithSettings; GetUserChatMessages (tenantId, userId, minMessageId)',
    POST: 'MarkAllUnreadMessagesOfUserAsRead (tenantId, userId)',
  },
  Friendship: {
    POST: 'CreateFriendshipRequest (userId, tenantId); CreateFriendshipRequestByUserName (tenancyName, userName); BlockUser (userId, tenantId); UnblockUser (userId, tenantId); AcceptFriendshipRequest (userId, tenantId)',
  },
  Notification: {
    GET: 'GetUserNotifications (state, startDate, endDate, maxResultCount, skipCount); GetNotificationSettings',
    POST: 'SetAllNotificationsAsRead; SetNotificationAsRead (id)',
    PUT: 'UpdateNotificationSettings',
    DELETE: 'DeleteNotification (id); DeleteAllUserNotifications (state)',
  },
  AuditLog: {
    GET: 'GetAuditLogs (startDate, endDate, userName, serviceName, methodName, browserInfo, hasException, minExecutionDuration, maxExecutionDuration, sorting, maxResultCount, skipCount)',
  },
  UserLogin: { GET: 'GetRecentUserLoginAttempts' },
  OrganizationUnit: {
    GET: 'GetOrganizationUnits; GetOrganizationUnitUsers (id, sorting, skipCount, maxResultCount); GetOrganizationUnitRoles (id, sorting, skipCount, maxResultCount)',
    POST: 'CreateOrganizationUnit (parentId, displayName); MoveOrganizationUnit (id, newParentId); AddUsersToOrganizationUnit (userIds, organizationUnitId); FindUsers (organizationUnitId, filter, skipCount, maxResultCount)',
    PUT: 'UpdateOrganizationUnit (id, displayName)',
    DELETE: 'DeleteOrganizationUnit (id); RemoveUserFromOrganizationUnit (userId, organizationUnitId)',
  },
};

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Specified = Record<string, Partial<Record<Verb, string>>>;

export interface SpecifiedCall {
  /** `Navigation/GetNAircraft` */
  name: string;
  verb: Verb;
  /** Named fields that it is sent; empty where the specification says "body" or nothing. */
  takes: string[];
}

/** `Name (a, b); Other` as calls. */
export function callsIn(service: string, verb: Verb, list: string): SpecifiedCall[] {
  return list.split(';').map((one) => {
    const [, name = '', given = ''] = /^\s*(\w+)(?:\s*\(([^)]*)\))?\s*$/.exec(one) ?? [];
    const takes = given === 'body' || given === '' ? [] : given.split(',').map((field) => field.trim());
    return { name: `${service}/${name}`, verb, takes };
  });
}

const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];

const callsOf = (specified: Specified): SpecifiedCall[] =>
  Object.entries(specified).flatMap(([service, byVerb]) =>
    verbs.flatMap((verb) => (byVerb[verb] ? callsIn(service, verb, byVerb[verb]) : [])),
  );

export const specifiedPlanCalls: SpecifiedCall[] = callsOf(text);

/** Every service call that the specification or wire.md names. */
export const specifiedCalls: SpecifiedCall[] = [text, others, abp].flatMap(callsOf);
