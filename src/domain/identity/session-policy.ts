/** What an administrator set about signing in: one parameter each (seed/data/parameters-session.ts). */
export interface SessionPolicy {
  /** A session ends this long after its sign-in, whatever is done. */
  maxHours: number;
  /** A session ends after this long without a person; 0: never. */
  idleMinutes: number;
  /** The same of a sign-in that is remembered. */
  rememberedIdleMinutes: number;
  /** A display (a wall screen that nobody sits at) stays signed in for this long; 0: there are none. */
  displayDays: number;
  /** The person is warned this long before either end. */
  warnSeconds: number;
  /** Wrong passwords or codes in a row that lock the account. */
  lockoutAttempts: number;
  lockoutMinutes: number;
  passwordMinLength: number;
  /** How many of lower case, upper case, digits and other characters must be in it. */
  passwordClasses: number;
  /** The user name may not be in it. */
  passwordNotUserName: boolean;
  /** The last so many passwords may not be set again; 0: any may. */
  passwordHistory: number;
  /** A password older than this must be changed at sign-in; 0: never. */
  passwordMaxAgeDays: number;
}

interface PolicySetting {
  key: string;
  default: number;
  least: number;
  most: number;
}

const setting = (key: string, fallback: number, least: number, most: number): PolicySetting => ({
  key,
  default: fallback,
  least,
  most,
});

/** Each figure's parameter, its default, and between which bounds it is taken. */
export const policySettings: Record<Exclude<keyof SessionPolicy, 'passwordNotUserName'>, PolicySetting> = {
  maxHours: setting('session.maxHours', 24, 1, 8_760),
  idleMinutes: setting('session.idleMinutes', 120, 0, 525_600),
  rememberedIdleMinutes: setting('session.rememberedIdleMinutes', 1_440, 0, 525_600),
  displayDays: setting('session.displayDays', 35, 0, 366),
  warnSeconds: setting('session.warnSeconds', 120, 10, 3_600),
  lockoutAttempts: setting('session.lockoutAttempts', 5, 1, 1_000),
  lockoutMinutes: setting('session.lockoutMinutes', 5, 1, 10_080),
  passwordMinLength: setting('session.passwordMinLength', 8, 6, 64),
  passwordClasses: setting('session.passwordClasses', 2, 1, 4),
  passwordHistory: setting('session.passwordHistory', 5, 0, 24),
  passwordMaxAgeDays: setting('session.passwordMaxAgeDays', 0, 0, 3_650),
};

const notUserNameKey = 'session.passwordNotUserName';

/**
 * Reads the policy from the parameters. Nobody may be locked out by a slip there: what is missing or no number is
 * its default, what is out of bounds the bound.
 */
export function sessionPolicy(values: ReadonlyMap<string, string>): SessionPolicy {
  const read = ({ key, default: fallback, least, most }: PolicySetting): number => {
    const text = values.get(key)?.trim() ?? '';
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) return fallback;
    return Math.min(most, Math.max(least, value));
  };
  return {
    maxHours: read(policySettings.maxHours),
    idleMinutes: read(policySettings.idleMinutes),
    rememberedIdleMinutes: read(policySettings.rememberedIdleMinutes),
    displayDays: read(policySettings.displayDays),
    warnSeconds: read(policySettings.warnSeconds),
    lockoutAttempts: Math.round(read(policySettings.lockoutAttempts)),
    lockoutMinutes: read(policySettings.lockoutMinutes),
    passwordMinLength: Math.round(read(policySettings.passwordMinLength)),
    passwordClasses: Math.round(read(policySettings.passwordClasses)),
    passwordNotUserName: values.get(notUserNameKey)?.trim() !== 'false',
    passwordHistory: Math.round(read(policySettings.passwordHistory)),
    passwordMaxAgeDays: read(policySettings.passwordMaxAgeDays),
  };
}

export const defaultSessionPolicy: SessionPolicy = sessionPolicy(new Map());

/** What of a session decides when it ends; times in UTC ms. */
export interface SessionTimes {
  startedAtMs: number;
  lastSeenAtMs: number;
  /** What its token says. */
  expiresAtMs: number;
  remembered: boolean;
  /** Of a display: nobody sits there, so it ends by its age alone. */
  isDisplay: boolean;
}

/** When a session ends by its age, and when for want of a person (null: never). A limit that was lowered holds at once. */
export function sessionEnds(
  { startedAtMs, lastSeenAtMs, expiresAtMs, remembered, isDisplay }: SessionTimes,
  policy: SessionPolicy,
): { endsAtMs: number; idleEndsAtMs: number | null } {
  if (isDisplay) {
    const endsAtMs = Math.min(expiresAtMs, startedAtMs + policy.displayDays * 86_400_000);
    return { endsAtMs, idleEndsAtMs: null };
  }
  const idleMinutes = remembered ? policy.rememberedIdleMinutes : policy.idleMinutes;
  return {
    endsAtMs: Math.min(expiresAtMs, startedAtMs + policy.maxHours * 3_600_000),
    idleEndsAtMs: idleMinutes === 0 ? null : lastSeenAtMs + idleMinutes * 60_000,
  };
}

/** Must a password that was set then be changed by now? */
export function passwordTooOld(
  setAtMs: number,
  nowMs: number,
  { passwordMaxAgeDays }: SessionPolicy,
): boolean {
  return passwordMaxAgeDays > 0 && nowMs - setAtMs >= passwordMaxAgeDays * 86_400_000;
}
