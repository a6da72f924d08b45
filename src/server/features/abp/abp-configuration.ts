import type { Static } from '@sinclair/typebox';
import type { userConfiguration } from '#contract/abp.ts';
import { holds } from '#domain/identity/access.ts';
import { permissionNames, permissions } from '#domain/identity/permissions.ts';
import { screenRefusal } from '#domain/identity/screens.ts';
import type { Resource } from '#domain/record/resource.ts';
import { screens } from '#domain/record/screens.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import type { PreferenceStore } from '#server/features/preferences/preference-store.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { abpTexts } from './abp-texts.ts';
import { uiThemeOf, uiThemeSetting } from './abp-theme.ts';
import { theTenant } from './the-tenant.ts';

export interface AbpConfigurationDeps {
  /** Live: as the catalogue is now. */
  resources: readonly Resource[];
  parameters: Parameters;
  preferences: PreferenceStore;
  clock: () => Date;
}

const languages: { name: Locale; displayName: string; icon: string }[] = [
  { name: 'zh-Hans', displayName: '简体中文', icon: 'famfamfam-flags cn' },
  { name: 'en', displayName: 'English', icon: 'famfamfam-flags us' },
];

/** Windows' names of time zones, for clients of .NET that know no others. */
const windowsZones: Record<string, string> = {
  'Asia/Shanghai': 'China Standard Time',
  'Asia/Urumqi': 'Central Asia Standard Time',
  UTC: 'UTC',
};

/**
 * All that a client of ABP loads before it shows anything (wire.md §3), for whoever asks, without a session
 * too.
 */
export async function configurationFor(
  caller: Caller,
  { resources, parameters, preferences, clock }: AbpConfigurationDeps,
): Promise<Static<typeof userConfiguration>> {
  const { actor, locale } = caller;
  const signedIn = actor.userId > 0;
  const values = await parameters.all();
  const theme = signedIn ? await uiThemeOf(preferences, actor.userId) : null;
  const zone = values.get('deadline.timeZone') ?? 'UTC';
  const current = languages.find(({ name }) => name === locale) ?? languages[0];
  const language = (one: (typeof languages)[number] | undefined) => ({
    name: one?.name ?? locale,
    displayName: one?.displayName ?? locale,
    icon: one?.icon ?? null,
    isDefault: one?.name === 'zh-Hans',
    isDisabled: false,
    isRightToLeft: false,
  });
  const names = (list: string[]) => Object.fromEntries(list.map((name) => [name, 'true']));
  return {
    multiTenancy: {
      isEnabled: false,
      ignoreFeatureCheckForHostUsers: false,
      sides: { host: 2, tenant: 1 },
    },
    session: {
      userId: signedIn ? actor.userId : null,
      tenantId: signedIn ? theTenant.id : null,
      impersonatorUserId: null,
      impersonatorTenantId: null,
      multiTenancySide: 1,
    },
    localization: {
      currentCulture: { name: locale, displayName: current?.displayName ?? locale },
      languages: languages.map(language),
      currentLanguage: language(current),
      sources: ['Abp', 'AbpWeb', 'AbpZero', 'Clearway'].map((name) => ({
        name,
        type: 'MultiTenantLocalizationSource',
      })),
      values: {
        ...abpTexts(locale),
        Clearway: {
          ...sharedTexts[locale],
          ...Object.fromEntries(permissions.map(({ name, label }) => [name, labelIn(label, locale)])),
        },
      },
    },
    features: {
      allFeatures: { SignalR: { value: 'true' }, 'SignalR.AspNetCore': { value: 'true' } },
    },
    auth: {
      allPermissions: names(permissionNames),
      grantedPermissions: names(signedIn ? permissionNames.filter((name) => holds(actor, [name])) : []),
    },
    nav: { menus: { MainMenu: menuOf(caller, resources) } },
    setting: {
      values: {
        'Abp.Localization.DefaultLanguageName': locale,
        'Abp.Timing.TimeZone': zone,
        'Abp.Zero.UserManagement.UserLockOut.IsEnabled': 'true',
        ...(theme ? { [uiThemeSetting]: theme } : {}),
        // Parameters are for those who signed in, as they are at the records endpoint.
        ...(signedIn ? Object.fromEntries(values) : {}),
      },
    },
    clock: { provider: 'utcClockProvider' },
    timing: { timeZoneInfo: zoneInfo(zone, clock()) },
    security: { antiForgery: { tokenCookieName: 'XSRF-TOKEN', tokenHeaderName: 'X-XSRF-TOKEN' } },
    custom: {},
  };
}

/**
 * What the caller finds in the menu, in ABP's form: record types, and the screens that are written by hand.
 */
function menuOf({ ability, actor, locale }: Caller, resources: readonly Resource[]) {
  const records = resources.flatMap((resource) => {
    const { name, path, schema, menu } = resource;
    if (!menu || screenRefusal(actor, ability, resource, 'list')) return [];
    return [entry(name, path, labelIn(schema['x-label'], locale), menu)];
  });
  const written = actor.userId > 0 ? screens.filter(({ permission }) => holds(actor, permission)) : [];
  const items = [
    ...records,
    ...written.map((screen) =>
      entry(screen.path.slice(1), screen.path, labelIn(screen.title, locale), screen),
    ),
  ];
  return { name: 'MainMenu', displayName: 'Clearway', customData: null, items };
}

interface MenuPlace {
  group: string;
  order: number;
  icon?: string;
}

function entry(name: string, url: string, displayName: string, { group, order, icon }: MenuPlace) {
  return {
    name,
    icon: icon ?? null,
    displayName,
    order,
    url,
    customData: { group },
    target: null,
    isEnabled: true,
    isVisible: true,
    items: [],
  };
}

function zoneInfo(zone: string, now: Date) {
  const offset = offsetMs(zone, now);
  const january = offsetMs(zone, new Date(Date.UTC(now.getUTCFullYear(), 0, 1)));
  const july = offsetMs(zone, new Date(Date.UTC(now.getUTCFullYear(), 6, 1)));
  const base = Math.min(january, july);
  return {
    windows: {
      timeZoneId: windowsZones[zone] ?? zone,
      baseUtcOffsetInMilliseconds: base,
      currentUtcOffsetInMilliseconds: offset,
      isDaylightSavingTimeNow: offset !== base,
    },
    iana: { timeZoneId: zone },
  };
}

/** How far the clocks of a zone are ahead of UTC. A zone that nobody knows is UTC. */
function offsetMs(zone: string, at: Date): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
    }).formatToParts(at);
    const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  } catch {
    return 0;
  }
}
