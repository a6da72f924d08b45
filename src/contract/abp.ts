import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { idInput, optionalBoolean, orNull, pagedInput, pageOf } from './input.ts';
import { nullable } from './nullable.ts';
import { openObject } from './open-object.ts';

const administrators = ['Pages.Admin'];

const tenantFields = {
  tenancyName: Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_-]{1,}$', maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: 128 }),
  isActive: Type.Boolean(),
};

const tenantDto = Type.Object({ id: Type.Integer(), ...tenantFields });

const text = nullable(Type.String());

const optionalText = Type.Optional(orNull(Type.String({ maxLength: 256 })));

const optionalTime = Type.Optional(orNull(Type.String({ maxLength: 64 })));

const optionalMs = Type.Optional(orNull(Type.Integer({ minimum: 0 })));

const entry = Type.Object({
  id: Type.Integer(),
  userId: nullable(Type.Integer()),
  userName: text,
  impersonatorTenantId: Type.Null(),
  impersonatorUserId: Type.Null(),
  /** The record type that was changed, and what was done: the history keeps changes, not requests. */
  serviceName: Type.String(),
  methodName: Type.String(),
  /** JSON: the record, its version, the names of the fields that changed. */
  parameters: Type.String(),
  /** UTC, ISO 8601. */
  executionTime: Type.String(),
  /** Always 0: how long a change took is kept by nobody. */
  executionDuration: Type.Integer(),
  clientIpAddress: Type.Null(),
  /** From which endpoint it came: screen, api, import … */
  clientName: text,
  browserInfo: Type.Null(),
  exception: Type.Null(),
  customData: text,
});

const texts = Type.Record(Type.String(), Type.String());

const language = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  icon: text,
  isDefault: Type.Boolean(),
  isDisabled: Type.Boolean(),
  isRightToLeft: Type.Boolean(),
});

const menuItem = Type.Object({
  /** A record type, or the path of a screen. */
  name: Type.String(),
  icon: text,
  displayName: Type.String(),
  order: Type.Number(),
  url: Type.String(),
  customData: Type.Object({ group: Type.String() }),
  target: Type.Null(),
  isEnabled: Type.Boolean(),
  isVisible: Type.Boolean(),
  items: Type.Array(Type.Null(), { maxItems: 0 }),
});

/**
 * What `GET /AbpUserConfiguration/GetAll` answers with: all that a client of ABP loads at its start (wire.md
 * §3).
 */
export const userConfiguration = Type.Object({
  multiTenancy: Type.Object({
    isEnabled: Type.Boolean(),
    ignoreFeatureCheckForHostUsers: Type.Boolean(),
    sides: Type.Object({ host: Type.Integer(), tenant: Type.Integer() }),
  }),
  /** Null without a session. */
  session: Type.Object({
    userId: nullable(Type.Integer()),
    tenantId: nullable(Type.Integer()),
    impersonatorUserId: Type.Null(),
    impersonatorTenantId: Type.Null(),
    multiTenancySide: Type.Integer(),
  }),
  localization: Type.Object({
    currentCulture: Type.Object({ name: Type.String(), displayName: Type.String() }),
    languages: Type.Array(language),
    currentLanguage: language,
    sources: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
    /** Texts by source and key. */
    values: Type.Record(Type.String(), texts),
  }),
  features: Type.Object({
    allFeatures: Type.Record(Type.String(), Type.Object({ value: Type.String() })),
  }),
  /** Names of permissions, each 'true'. */
  auth: Type.Object({ allPermissions: texts, grantedPermissions: texts }),
  nav: Type.Object({
    menus: Type.Object({
      MainMenu: Type.Object({
        name: Type.String(),
        displayName: Type.String(),
        customData: Type.Null(),
        items: Type.Array(menuItem),
      }),
    }),
  }),
  setting: Type.Object({ values: texts }),
  clock: Type.Object({ provider: Type.String() }),
  timing: Type.Object({
    timeZoneInfo: Type.Object({
      windows: Type.Object({
        timeZoneId: Type.String(),
        baseUtcOffsetInMilliseconds: Type.Integer(),
        currentUtcOffsetInMilliseconds: Type.Integer(),
        isDaylightSavingTimeNow: Type.Boolean(),
      }),
      iana: Type.Object({ timeZoneId: Type.String() }),
    }),
  }),
  security: Type.Object({
    antiForgery: Type.Object({ tokenCookieName: Type.String(), tokenHeaderName: Type.String() }),
  }),
  custom: Type.Object({}),
});

/** What a client of ABP asks before anybody signs in. */
export const account = {
  IsTenantAvailable: call({
    verb: 'POST',
    permission: 'anonymous',
    writes: false,
    summary: 'Is there a tenant of this name? 1 available, 3 not found: an installation has one, Default',
    input: Type.Object({ tenancyName: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: Type.Object({ state: Type.Integer(), tenantId: nullable(Type.Integer()) }),
  }),
  Register: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: 60,
    summary:
      'Registers a company and its first user, as User/CreateOneStep does; a user without a company is refused with where to register',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 64 }),
      surname: Type.Optional(orNull(Type.String({ maxLength: 64 }))),
      userName: Type.String({ minLength: 1, maxLength: 64 }),
      emailAddress: Type.String({ minLength: 3, maxLength: 256 }),
      password: Type.String({ minLength: 1, maxLength: 128 }),
      captchaResponse: Type.Optional(orNull(Type.String({ maxLength: 2048 }))),
      /** What a registration of this product asks for beside; see User/CreateOneStep. */
      company: Type.Optional(openObject<Record<string, unknown>>()),
      phone: Type.Optional(Type.String({ pattern: '^1[3-9]\\d{9}$' })),
      phoneCode: Type.Optional(Type.String({ maxLength: 12 })),
      protocolVersion: Type.Optional(Type.Integer()),
      challenge: Type.Optional(Type.String({ maxLength: 512 })),
      nonce: Type.Optional(Type.String({ maxLength: 32 })),
    }),
    /** False: the user signs in once the company is certified. */
    output: Type.Object({ canLogin: Type.Boolean() }),
  }),
};

/** The one tenant of an installation. */
export const tenant = {
  Get: call({
    verb: 'GET',
    permission: administrators,
    summary: 'The one tenant of the installation, by its id',
    input: idInput,
    output: tenantDto,
  }),
  GetAll: call({
    verb: 'GET',
    permission: administrators,
    summary: 'The tenants: one',
    input: Type.Object({
      keyword: Type.Optional(orNull(Type.String({ maxLength: 128 }))),
      isActive: optionalBoolean,
      ...pagedInput,
    }),
    output: pageOf(tenantDto),
  }),
  Create: call({
    verb: 'POST',
    permission: administrators,
    summary: 'Refused: an installation has one tenant',
    input: Type.Object({
      ...tenantFields,
      adminEmailAddress: Type.String({ minLength: 3, maxLength: 256 }),
      connectionString: Type.Optional(orNull(Type.String({ maxLength: 1024 }))),
    }),
    output: tenantDto,
  }),
  Update: call({
    verb: 'PUT',
    permission: administrators,
    summary: 'Refused: the one tenant stays as it is',
    input: tenantDto,
    output: tenantDto,
  }),
  Delete: call({
    verb: 'DELETE',
    permission: administrators,
    summary: 'Refused: an installation has one tenant',
    input: idInput,
    output: Type.Null(),
  }),
};

/** Attempts to sign in. */
export const userLogin = {
  GetRecentUserLoginAttempts: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The last ten attempts to sign in as the caller, newest first',
    input: Type.Object({}),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          tenancyName: Type.String(),
          userNameOrEmail: Type.String(),
          clientIpAddress: nullable(Type.String()),
          clientName: Type.Null(),
          browserInfo: nullable(Type.String()),
          result: Type.String(),
          creationTime: Type.String(),
        }),
      ),
    }),
  }),
};

/** Settings that ABP's clients keep for a user. */
export const configuration = {
  ChangeUiTheme: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Keep the theme of an ABP client for the caller',
    input: Type.Object({ theme: Type.String({ minLength: 1, maxLength: 32 }) }),
    output: Type.Null(),
  }),
};

/** The history of all records in the shape of ABP's audit log. */
export const auditLog = {
  GetAuditLogs: call({
    verb: 'GET',
    permission: ['Pages.Admin'],
    summary: 'Changes of records of every type, newest first, in the shape of ABP’s audit log',
    input: Type.Object({
      startDate: optionalTime,
      endDate: optionalTime,
      userName: optionalText,
      serviceName: optionalText,
      methodName: optionalText,
      browserInfo: optionalText,
      hasException: optionalBoolean,
      minExecutionDuration: optionalMs,
      maxExecutionDuration: optionalMs,
      ...pagedInput,
    }),
    output: pageOf(entry),
  }),
};
