import { describe, expect, test } from 'vitest';
import { landingPath } from '#domain/identity/landing.ts';
import { guarded, isPublic, safePath } from '#web/client/guard.ts';

describe('the navigation guard of specification §2', () => {
  test.each([
    ['/login', true],
    ['/auth-redirect', true],
    ['/reg', true],
    ['/auth', true],
    ['/pilot', true],
    ['/aircraft', true],
    ['/permission/bindCode', true],
    ['/permission/mapApp', true],
    ['/permission/mapAPPno1', true],
    ['/permission/mapshow', true],
    ['/baseManage/addaircraft', true],
    ['/baseManage/aircraftDetail', true],
    ['/pilotManage/addPilot', true],
    ['/pilotManage/pilotDetail', true],
    ['/preview', true],
    ['/verify', true],
    ['/pilot/', true],
    ['/', false],
    ['/home', false],
    ['/baseManage/aircraftManage', false],
    ['/permission/user', false],
    ['/pilot/7', false],
  ])('%s needs no token: %s', (path, open) => {
    expect(isPublic(path)).toBe(open);
    expect(guarded(path, '', false) === null).toBe(open);
  });

  test('the wanted path is carried to the sign-in page with its query', () => {
    expect(guarded('/navigation/details', '?id=7&x=a b', false)).toBe(
      '/login?redirect=%2Fnavigation%2Fdetails%3Fid%3D7%26x%3Da%20b',
    );
  });

  test('with a token the sign-in page leads to the root, everything else is let through', () => {
    expect(guarded('/login', '?redirect=/home', true)).toBe('/');
    expect(guarded('/permission/user', '', true)).toBeNull();
  });

  test.each([
    [['OM'], '/', '/situation/dynamic'],
    [['ATMB'], '/', '/situation/dynamic'],
    [['AGENT'], '/', '/situation/dynamic'],
    [['AIW'], '/', '/situation/situationmap'],
    [['AIW', 'OM'], '/', '/situation/dynamic'],
    [['Admin'], '/', '/home'],
    [['OM'], '/permission/question', '/permission/question'],
  ])('%s who wanted %s lands on %s', (roles, wanted, target) => {
    expect(landingPath(roles, wanted)).toBe(target);
  });

  test.each([
    ['/home?x=1', '/home?x=1'],
    ['//evil.example/x', null],
    ['https://evil.example', null],
    ['/\\evil.example', null],
    ['/a\nb', null],
    [null, null],
    ['', null],
  ])('a redirect to %s is %s', (path, safe) => {
    expect(safePath(path)).toBe(safe);
  });
});
