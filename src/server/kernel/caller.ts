import type { Ability, Actor } from '#domain/identity/access.ts';
import { abilityOf, adminPermission } from '#domain/identity/access.ts';
import type { SignInRequirement } from '#domain/identity/sign-in-requirement.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';

/** From which endpoint a change came; kept in the history. */
export type Source =
  | 'screen'
  | 'api'
  /** With the number of the import. */
  | `import:${number}`
  | 'approval'
  | 'restore'
  | 'surveillance'
  /** By a message of aviation's own telegraph network. */
  | 'aftn'
  | 'system';

/** A screen on a wall that only shows: what it is called, and until when it is signed in (ISO 8601, UTC). */
export interface Display {
  name: string;
  endsAt: string;
}

/** Everything a service may know about who asks: it is an argument, never a global. */
export interface Caller {
  actor: Actor;
  ability: Ability;
  locale: Locale;
  source: Source;
  sessionId: string | null;
  /** The user asks by an API token, and not in a session of their own. */
  token?: { id: number; readOnly: boolean };
  /** The session is that of a display: nothing is changed by it. */
  display?: Display;
  /**
   * The user has no session, but the ticket of their registration (decisions.md §9); `open`: it lets them
   * change what is theirs.
   */
  ticket?: { registration: number; open: boolean; expiresAt: string };
  /** The user asks by the opaque token of their session: for what the map for phones shows, and nothing else. */
  mapOnly?: true;
  /** From where the user asks; known at the endpoints of services. */
  client?: { address: string; browser: string };
  /** What the user must do before anything else; absent: nothing. */
  signInRequirement?: SignInRequirement;
  requestId: string;
  /**
   * An administrator who sees the system as this role: the actor is that of the role, and nothing may be
   * changed.
   */
  viewAs?: { role: string; companyId: number | null };
}

/** Who sees the system as another changes nothing. */
export function refuseViewing({ viewAs }: Pick<Caller, 'viewAs'>): void {
  if (!viewAs) return;
  throw new AppError('forbidden', { key: 'permission.viewAs.readOnly', values: { role: viewAs.role } });
}

/** A display and an API token for reading change nothing. */
export function refuseReader({ display, token }: Pick<Caller, 'display' | 'token'>): void {
  if (display) throw new AppError('forbidden', { key: 'session.display.readsOnly' });
  if (token?.readOnly) throw new AppError('forbidden', { key: 'tokens.readsOnly' });
}

/** Who only looks: as another role, by a token for reading, or on a display. */
export function onlyLooks({ viewAs, token, display }: Caller): boolean {
  return viewAs !== undefined || token?.readOnly === true || display !== undefined;
}

const everything = abilityOf([{ action: 'manage', subject: 'all' }]);

/**
 * The clock, the seed and other parts of the server itself: may do everything, and is named so in the
 * history.
 */
export function systemCaller(source: Source = 'system'): Caller {
  return {
    actor: {
      userId: 0,
      userName: 'system',
      name: 'system',
      companyId: null,
      companyIds: [],
      coverageIds: [],
      roles: [],
      permissions: [adminPermission],
      organizationUnitIds: [],
    },
    ability: everything,
    locale: 'zh-Hans',
    source,
    sessionId: null,
    requestId: source,
  };
}

/** Nobody: may do nothing that asks for a session. */
export function anonymousCaller(locale: Locale, requestId: string): Caller {
  return {
    actor: {
      userId: 0,
      userName: '',
      name: '',
      companyId: null,
      companyIds: [],
      coverageIds: [],
      roles: [],
      permissions: [],
      organizationUnitIds: [],
    },
    ability: abilityOf([]),
    locale,
    source: 'api',
    sessionId: null,
    requestId,
  };
}

/**
 * The user acts by themselves, and the record says so, but its table is nobody's to write: the service has
 * asked already.
 */
export function asService(caller: Caller): Caller {
  return { ...caller, ability: everything };
}

/** The system acts under no user's id. */
export function userIdOf(caller: Caller): number | null {
  return caller.actor.userId > 0 ? caller.actor.userId : null;
}
