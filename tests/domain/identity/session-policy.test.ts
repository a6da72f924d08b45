import { describe, expect, test } from 'vitest';
import { passwordErrors } from '#domain/identity/password-rules.ts';
import {
  defaultSessionPolicy,
  passwordTooOld,
  policySettings,
  sessionEnds,
  sessionPolicy,
} from '#domain/identity/session-policy.ts';
import { signInRequirementOf } from '#domain/identity/sign-in-requirement.ts';
import { readUserAgent } from '#domain/identity/user-agent.ts';
import { parameters } from '#server/seed/data/parameters.ts';

const policyWith = (change: Record<string, string>) => sessionPolicy(new Map(Object.entries(change)));

describe('the policy', () => {
  test('is read from parameters that every installation begins with, at the same defaults', () => {
    for (const { key, default: value } of Object.values(policySettings)) {
      const seeded = parameters.find((one) => one.key === key);
      expect([key, seeded?.value, seeded?.defaultValue]).toEqual([key, String(value), String(value)]);
    }
    const seeded = new Map(parameters.map(({ key, value }) => [key, value ?? '']));
    expect(sessionPolicy(seeded)).toEqual(defaultSessionPolicy);
  });

  test.each<[string, Record<string, string>, number]>([
    ['what is set', { 'session.lockoutAttempts': '7' }, 7],
    ['nothing is the default', {}, 5],
    ['blank is the default', { 'session.lockoutAttempts': ' ' }, 5],
    ['a word is the default', { 'session.lockoutAttempts': 'many' }, 5],
    ['none at all is one: else nobody could sign in', { 'session.lockoutAttempts': '0' }, 1],
    ['below the bound is the bound', { 'session.lockoutAttempts': '-3' }, 1],
    ['above the bound is the bound', { 'session.lockoutAttempts': '1e9' }, 1000],
  ])('%s', (_, values, attempts) => {
    expect(policyWith(values).lockoutAttempts).toBe(attempts);
  });

  test.each([
    ['true', true],
    ['false', false],
    ['', true],
    ['maybe', true],
  ])('the user name in a password: %j', (value, expected) => {
    expect(policyWith({ 'session.passwordNotUserName': value }).passwordNotUserName).toBe(expected);
  });
});

describe('a session ends', () => {
  const hour = 3_600_000;
  const times = { startedAtMs: 0, lastSeenAtMs: 5 * hour, expiresAtMs: 24 * hour, remembered: false };
  test.each<[string, Record<string, string>, boolean, number, number | null]>([
    ['by its age and two hours after the last sign of a person', {}, false, 24 * hour, 7 * hour],
    ['remembered, a day after it', {}, true, 24 * hour, 29 * hour],
    ['never for want of a person', { 'session.idleMinutes': '0' }, false, 24 * hour, null],
    ['earlier where the limit was lowered', { 'session.maxHours': '6' }, false, 6 * hour, 7 * hour],
    ['no later than its token where it was raised', { 'session.maxHours': '90' }, false, 24 * hour, 7 * hour],
  ])('%s', (_, values, remembered, endsAtMs, idleEndsAtMs) => {
    const session = { ...times, remembered, isDisplay: false };
    expect(sessionEnds(session, policyWith(values))).toEqual({ endsAtMs, idleEndsAtMs });
  });

  test.each([
    ['of a display by its age alone', {}, 35],
    ['of a display earlier where the days were lowered', { 'session.displayDays': '7' }, 7],
    ['of every display where there are none any more', { 'session.displayDays': '0' }, 0],
  ])('%s', (_, values, days) => {
    const display = { ...times, expiresAtMs: 35 * 24 * hour, isDisplay: true };
    const ends = { endsAtMs: days * 24 * hour, idleEndsAtMs: null };
    expect(sessionEnds(display, policyWith(values))).toEqual(ends);
  });
});

test.each([
  [0, 1e15, false],
  [30, 30 * 86_400_000 - 1, false],
  [30, 30 * 86_400_000, true],
])('with %i days, a password of %i ms is too old: %s', (days, ageMs, expected) => {
  const policy = policyWith({ 'session.passwordMaxAgeDays': String(days) });
  expect(passwordTooOld(1_000, 1_000 + ageMs, policy)).toBe(expected);
});

describe('a password', () => {
  const keys = (password: string, userName: string, change: Record<string, string> = {}) =>
    passwordErrors(password, userName, policyWith(change)).map(({ key }) =>
      key.replace('session.password', ''),
    );
  test.each<[string, string, Record<string, string>, string[]]>([
    ['Good-pass1', 'anna', {}, []],
    ['Ab-1', 'anna', {}, ['TooShort']],
    ['abcdefghij', 'anna', {}, ['TooPlain']],
    ['abcdefghi1', 'anna', {}, []],
    ['abcdefghi1', 'anna', { 'session.passwordClasses': '3' }, ['TooPlain']],
    ['Abcdefghi1', 'anna', { 'session.passwordClasses': '4' }, ['TooPlain']],
    ['密码密码密码密码1', 'anna', {}, []],
    ['1', 'anna', {}, ['TooShort', 'TooPlain']],
    ['xxANNAxx1', 'anna', {}, ['IsUserName']],
    ['xxANNAxx1', 'anna', { 'session.passwordNotUserName': 'false' }, []],
    ['al-Pine-12', 'al', {}, []],
    ['al', 'al', { 'session.passwordClasses': '1' }, ['TooShort', 'IsUserName']],
    ['Good-pass1', '', {}, []],
    ['Good-pass1', 'anna', { 'session.passwordMinLength': '12' }, ['TooShort']],
    ['𝒜𝒜𝒜𝒜1', 'anna', {}, ['TooShort']],
  ])('%s of %s with %j: %j', (password, userName, change, errors) => {
    expect(keys(password, userName, change)).toEqual(errors);
  });
});

test.each([
  [false, false, false, null],
  [false, false, true, 'enrolSecondFactor'],
  [false, true, true, null],
  [false, true, false, null],
  [true, false, true, 'changePassword'],
  [true, true, true, 'changePassword'],
])(
  'must change %s, has a factor %s, is asked for one %s: %s',
  (mustChangePassword, secondFactor, secondFactorRequired, signInRequirement) => {
    expect(signInRequirementOf({ mustChangePassword, secondFactor, secondFactorRequired })).toBe(
      signInRequirement,
    );
  },
);

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
    { device: 'desktop', browser: 'Chrome 126', system: 'Windows' },
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`,
    { device: 'desktop', browser: 'Edge 126', system: 'Windows' },
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/125.0.0.0 Mobile Safari/537.36`,
    { device: 'phone', browser: 'Chrome 125', system: 'Android' },
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-X700) ${webkit} Chrome/125.0.0.0 Safari/537.36`,
    { device: 'tablet', browser: 'Chrome 125', system: 'Android' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { device: 'phone', browser: 'Safari 17', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
    { device: 'desktop', browser: 'Safari 17', system: 'macOS' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    { device: 'desktop', browser: 'Firefox 127', system: 'Linux' },
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50`,
    { device: 'phone', browser: 'WeChat 8', system: 'iOS' },
  ],
  ['curl/8.5.0', { device: 'program', browser: 'curl', system: '' }],
  ['node', { device: 'program', browser: '', system: '' }],
  ['', { device: 'program', browser: '', system: '' }],
])('%s', (header, expected) => {
  expect(readUserAgent(header)).toEqual(expected);
});
