import type { Static, TSchema } from '@sinclair/typebox';
import { account, auditLog, configuration, tenant, userLogin } from './abp.ts';
import { airspace } from './airspace/airspace.ts';
import { template } from './airspace/template.ts';
import { alert } from './alerts.ts';
import { apiToken } from './api-token.ts';
import { audit } from './approvals/audit.ts';
import { flowConfig } from './approvals/flow-config.ts';
import type { Calls } from './call.ts';
import { deviceBinding } from './device-binding.ts';
import { errorLog } from './error-log.ts';
import { feedback } from './feedback.ts';
import { baseAircraft, basePilot, userFile } from './files.ts';
import { imports } from './import.ts';
import { map } from './map.ts';
import { messageGateway } from './messages/message-gateway.ts';
import { messageQuery } from './messages/message-query.ts';
import { myAccount } from './my-account.ts';
import { message, notice, reminder } from './notices.ts';
import { organizationUnit } from './organization-unit.ts';
import { permission } from './permission.ts';
import { navigation } from './plans/navigation.ts';
import { operateRecord } from './plans/operate-record.ts';
import { tomorrowNavigation } from './plans/tomorrow-navigation.ts';
import { playback } from './playback.ts';
import { preference, view } from './preferences.ts';
import { applicant, registration } from './registration.ts';
import { role } from './role.ts';
import { schemaOverlay } from './schema-overlay.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { surveillanceSource } from './surveillance-source.ts';
import { terrain } from './terrain.ts';
import { trackCorrelation } from './track-correlation.ts';
import { user } from './user.ts';
import { watch } from './watch.ts';
import { webhook } from './webhook.ts';

/** Every service of `/api/services/app`, by the name in its path. A new one is a file beside this and a line here. */
export const services = {
  Account: account,
  Alert: alert,
  TrackCorrelation: trackCorrelation,
  ApiToken: apiToken,
  AuditLog: auditLog,
  BaseAircraft: baseAircraft,
  BasePilot: basePilot,
  Configuration: configuration,
  DeviceBinding: deviceBinding,
  ErrorLog: errorLog,
  Audit: audit,
  FlowConfig: flowConfig,
  MessageGateway: messageGateway,
  MessageQuery: messageQuery,
  Feedback: feedback,
  Import: imports,
  Map: map,
  Message: message,
  MyAccount: myAccount,
  Navigation: navigation,
  Notice: notice,
  OperateRecord: operateRecord,
  OrganizationUnit: organizationUnit,
  Permission: permission,
  Playback: playback,
  Preference: preference,
  Registration: registration,
  Reminder: reminder,
  Role: role,
  SchemaOverlay: schemaOverlay,
  Search: search,
  Session: session,
  SurveillanceSource: surveillanceSource,
  Tenant: tenant,
  Terrain: terrain,
  TomorrowNavigation: tomorrowNavigation,
  User: { ...user, ...applicant },
  UserFile: userFile,
  UserLogin: userLogin,
  View: view,
  Watch: watch,
  Webhook: webhook,
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
