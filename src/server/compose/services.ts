import type { Base } from '#server/compose/base.ts';
import type { Features, Late } from '#server/compose/features.ts';
import { createBaseFileServices } from '#server/engine/files/base-files.ts';
import { createUserFileService } from '#server/engine/files/user-file-calls.ts';
import { createSchemaOverlayService } from '#server/engine/overlays/schema-overlay-calls.ts';
import { createSearchService } from '#server/engine/records/search-calls.ts';
import { createWebhookService } from '#server/engine/webhooks/webhook-calls.ts';
import { createAuditLogService } from '#server/features/abp/abp-audit-log.ts';
import { createLoginAttemptService } from '#server/features/abp/abp-login-attempts.ts';
import { createTenantService } from '#server/features/abp/abp-tenant.ts';
import { createConfigurationService } from '#server/features/abp/abp-theme.ts';
import { createTransitionAltitude } from '#server/features/alerts/transition-altitude.ts';
import { createBriefingService } from '#server/features/briefing/briefing-calls.ts';
import { createConfigurationTransferService } from '#server/features/configuration/index.ts';
import { createErrorCollector } from '#server/features/error-log/collector.ts';
import { createErrorLogService } from '#server/features/error-log/error-log-calls.ts';
import { createEvidenceService } from '#server/features/evidence/index.ts';
import { createFeedbackService } from '#server/features/feedback/feedback-calls.ts';
import { createGovernmentService } from '#server/features/government/government-calls.ts';
import { createApiTokenService } from '#server/features/identity/api-token-calls.ts';
import { createOrganizationUnitService } from '#server/features/identity/organization-unit-calls.ts';
import { createPermissionService } from '#server/features/identity/permission-calls.ts';
import { createRoleService } from '#server/features/identity/role-calls.ts';
import { createSessionService } from '#server/features/identity/session-calls.ts';
import { createProfileService, createUserService } from '#server/features/identity/user-calls.ts';
import { createMapService } from '#server/features/map/map-calls.ts';
import { createMeetingService } from '#server/features/meetings/index.ts';
import { createNotamService } from '#server/features/notam/notam-calls.ts';
import { createMessageService } from '#server/features/notices/message-calls.ts';
import { createNoticeService } from '#server/features/notices/notice-calls.ts';
import { createReminderService } from '#server/features/notices/reminder-calls.ts';
import { createUserMessageServices } from '#server/features/notices/user-message-calls.ts';
import { createPlanParts } from '#server/features/plans/plan-parts.ts';
import { createPreferenceService } from '#server/features/preferences/preference-calls.ts';
import { createViewService } from '#server/features/preferences/view-calls.ts';
import { createAccountService } from '#server/features/registration/abp-account.ts';
import { createShareService } from '#server/features/sharing/share-calls.ts';
import { createTerrainService } from '#server/features/terrain/terrain-calls.ts';
import { createWatchService } from '#server/features/watch/watch-calls.ts';
import { createWeatherService } from '#server/features/weather/weather-calls.ts';
import { createAsk } from '#server/http/ask.ts';
import type { Service } from '#server/http/service.ts';

/** Every service below `/api/services/app`. */
export function createServices(base: Base, features: Features, late: Late): Service[] {
  const { config, clock, sql, catalogue, records, parameters, secret, air, version, releaseDate, webFolder } =
    base;
  const { resources } = catalogue;
  const {
    auth,
    notams,
    information,
    navigation,
    audit,
    airspace,
    preferences,
    overlays,
    fileQueries,
    webhooks,
    reports,
    channels,
    messages,
    transfer,
    coordination,
    registration,
    terrain,
    aerodromes,
    watch,
    statistics,
    monitorCalls,
    whatIf,
  } = features;
  const { accounts } = auth;
  const services = [
    createSessionService({ records, sql, resources, parameters, version, releaseDate }),
    createUserService({ records, catalogue, clock, ...auth, applicant: registration.applicant }),
    createProfileService(auth),
    auth.service,
    createRoleService({ records, catalogue }),
    createOrganizationUnitService({ records, catalogue, clock }),
    createAccountService(registration),
    createTenantService(),
    createLoginAttemptService({ records }),
    createConfigurationService({ preferences }),
    createAuditLogService({ sql, catalogue }),
    createFeedbackService({ records, clock }),
    createErrorLogService({
      records,
      clock,
      collector: createErrorCollector({ sql, records, clock, webFolder: webFolder }),
    }),
    createPermissionService({
      catalogue,
      records,
      actorOf: accounts.actor,
    }),
    createSearchService({ records, catalogue }),
    createGovernmentService({ records, sql, parameters, clock }),
    createNoticeService({ records, sql, clock }),
    createNotamService({ records, sql, store: notams, clock, terrain }),
    createReminderService({ records, sql }),
    ...createUserMessageServices({
      records,
      sql,
      parameters,
      onlineUsers: () => late.signalr().onlineUsers(),
      statistics: { ...statistics.mobile, ...monitorCalls.mobile },
    }),
    statistics.service,
    createMeetingService({
      records,
      sql,
      parameters,
      rooms: coordination.rooms,
      toUsers: (ids) => late.hubs().chat.users(ids),
      clock,
    }),
    createMessageService({ records, flows: navigation.flows, sql }),
    createMapService({
      records,
      sql,
      parameters,
      conflicts: air,
      clock,
      dataFolder: config.dataFolder,
      basemapFile: config.basemapFile,
    }),
    createTerrainService({ terrain }),
    createBriefingService({
      records,
      sql,
      parameters,
      conflicts: air,
      clock,
      elevationAt: terrain.elevationAt,
    }),
    createWeatherService({
      records,
      sql,
      parameters,
      clock,
      route: createPlanParts({ records, sql, parameters, clock }),
      elevationAt: terrain.elevationAt,
      transitionAltitudeM: createTransitionAltitude({ aerodromes, parameters }),
    }),
    createWatchService({ records, catalogue, sql, orders: navigation.orders, clock }),
    createPreferenceService({ preferences }),
    createViewService({ catalogue, records, preferences, sql }),
    createUserFileService({ files: fileQueries }),
    ...createBaseFileServices({ files: fileQueries }),
    createWebhookService({ sql, records, webhooks, clock }),
    messages.service,
    channels.service,
    reports.service,
    information.service,
    createApiTokenService({ records, clock, onRevoke: (key) => late.signalr().disconnectSession(key) }),
    monitorCalls.service,
    createSchemaOverlayService({ overlays, records, catalogue }),
    createConfigurationTransferService({
      records,
      catalogue,
      overlays,
      flows: navigation.flows,
      sql,
      secret,
      version,
      clock,
    }),
    ...registration.services,
    ...watch.services,
    createShareService({
      records,
      catalogue,
      sql,
      parameters,
      target: watch.target,
      areas: watch.areas,
      actorOf: accounts.actor,
      clock,
    }),
    ...navigation.services,
    ...coordination.services,
    audit.service,
    airspace.service,
    transfer.service,
    whatIf.service,
  ];
  const ask = createAsk(services, resources);
  services.push(
    createEvidenceService({ ask, records, catalogue, sql, areas: watch.areas, clock, secret, version }),
  );
  return services;
}
