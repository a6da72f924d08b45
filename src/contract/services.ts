import type { Static, TSchema } from '@sinclair/typebox';
import { account, auditLog, configuration, tenant, userLogin } from './abp.ts';
import { airspace } from './airspace/airspace.ts';
import { template } from './airspace/template.ts';
import { alert } from './alerts.ts';
import { apiToken } from './api-token.ts';
import { audit } from './approvals/audit.ts';
import { flowConfig } from './approvals/flow-config.ts';
import { briefings } from './briefing.ts';
import type { Calls } from './call.ts';
import { channelCalls } from './channels.ts';
import { configurationTransfer } from './configuration-transfer.ts';
import { abpChat, abpFriendship } from './coordination/abp-chat.ts';
import { coordination } from './coordination/coordination.ts';
import { deviceBinding } from './device-binding.ts';
import { equipment } from './equipment.ts';
import { errorLog } from './error-log.ts';
import { evidence } from './evidence.ts';
import { feedback } from './feedback.ts';
import { baseAircraft, basePilot, userFile } from './files.ts';
import { government } from './government.ts';
import { imports } from './import.ts';
import { information } from './information.ts';
import { lightningService } from './lightning.ts';
import { map } from './map.ts';
import { meetings } from './meetings.ts';
import { messageGateway } from './messages/message-gateway.ts';
import { messageQuery } from './messages/message-query.ts';
import { mobileMonitor, monitor } from './monitor.ts';
import { myAccount } from './my-account.ts';
import { notam } from './notam.ts';
import { message, notice, reminder } from './notices.ts';
import { organizationUnit } from './organization-unit.ts';
import { permission } from './permission.ts';
import { navigation } from './plans/navigation.ts';
import { reportResults } from './plans/navigation-report.ts';
import { operateRecord } from './plans/operate-record.ts';
import { tomorrowNavigation } from './plans/tomorrow-navigation.ts';
import { playback } from './playback.ts';
import { preference, view } from './preferences.ts';
import { applicant, registration } from './registration.ts';
import { role } from './role.ts';
import { schemaOverlay } from './schema-overlay.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { share } from './share.ts';
import { mobileStatistics, statistics } from './statistics.ts';
import { surveillanceSource } from './surveillance-source.ts';
import { terrain } from './terrain.ts';
import { trackCorrelation } from './track-correlation.ts';
import { user } from './user.ts';
import { notification, userMessages } from './user-messages.ts';
import { profile, zeroUser } from './user-zero.ts';
import { watch } from './watch.ts';
import { weather } from './weather.ts';
import { weatherRadar } from './weather-radar.ts';
import { webhook } from './webhook.ts';
import { whatIf } from './what-if.ts';

/** Every service of `/api/services/app`, by the name in its path. A new one is a file beside this and a line here. */
export const services = {
  Account: account,
  Alert: alert,
  TrackCorrelation: trackCorrelation,
  ApiToken: apiToken,
  AuditLog: auditLog,
  BaseAircraft: baseAircraft,
  BasePilot: basePilot,
  Briefing: briefings,
  Channel: channelCalls,
  Chat: abpChat,
  Configuration: configuration,
  ConfigurationTransfer: configurationTransfer,
  Coordination: coordination,
  DeviceBinding: deviceBinding,
  Equipment: equipment,
  ErrorLog: errorLog,
  Evidence: evidence,
  Audit: audit,
  FlowConfig: flowConfig,
  MessageGateway: messageGateway,
  MessageQuery: messageQuery,
  Feedback: feedback,
  Friendship: abpFriendship,
  Government: government,
  Import: imports,
  Information: information,
  Lightning: lightningService,
  Map: map,
  Meeting: meetings,
  Message: message,
  Mobile: { ...userMessages, ...mobileStatistics, ...mobileMonitor },
  Monitor: monitor,
  MyAccount: myAccount,
  Navigation: navigation,
  Notam: notam,
  Notice: notice,
  Notification: notification,
  OperateRecord: operateRecord,
  OrganizationUnit: organizationUnit,
  Permission: permission,
  Playback: playback,
  Preference: preference,
  Profile: profile,
  Registration: registration,
  Reminder: reminder,
  ReportResult: reportResults,
  Role: role,
  SchemaOverlay: schemaOverlay,
  Search: search,
  Session: session,
  Share: share,
  Statistics: statistics,
  SurveillanceSource: surveillanceSource,
  Tenant: tenant,
  Terrain: terrain,
  TomorrowNavigation: tomorrowNavigation,
  User: { ...user, ...zeroUser, ...applicant },
  UserFile: userFile,
  UserLogin: userLogin,
  View: view,
  Watch: watch,
  Weather: weather,
  WeatherRadar: weatherRadar,
  Webhook: webhook,
  WhatIf: whatIf,
  Airspace: airspace,
  Template: template,
} satisfies Record<string, Calls>;

export type Services = typeof services;
export type ServiceName = keyof Services & string;
export type CallName<S extends ServiceName> = keyof Services[S] & string;

/** What a call is given, and what it answers with (a file: never, it is in no envelope). */
export type InputOf<S extends ServiceName, M extends CallName<S>> = Services[S][M] extends {
  input: infer I extends TSchema;
}
  ? Static<I>
  : never;
export type OutputOf<S extends ServiceName, M extends CallName<S>> = Services[S][M] extends {
  output: infer O extends TSchema;
}
  ? Static<O>
  : never;
