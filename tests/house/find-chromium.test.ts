import { expect, test } from 'vitest';
import { findChromium } from '#scripts/find-chromium.ts';

const only = (...files: string[]) => ({ exists: (file: string) => files.includes(file) });

test.each([
  ['the setting first', { CHROMIUM_PATH: '/opt/c' }, 'linux', ['/opt/c', '/usr/bin/chromium'], '/opt/c'],
  ['Debian', {}, 'linux', ['/usr/bin/chromium', '/usr/bin/google-chrome'], '/usr/bin/chromium'],
  ['Chrome on Linux', {}, 'linux', ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
  [
    'macOS',
    {},
    'darwin',
    ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  [
    'macOS, installed for one user',
    { HOME: '/Users/li' },
    'darwin',
    ['/Users/li/Applications/Chromium.app/Contents/MacOS/Chromium'],
    '/Users/li/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  [
    'Windows',
    { PROGRAMFILES: 'C:\\Program Files' },
    'win32',
    ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  ['nowhere', {}, 'linux', [], null],
])('%s', (_, env, platform, files, found) => {
  expect(findChromium({ env, platform, ...only(...files) })).toBe(found);
});

test('a CHROMIUM_PATH that leads nowhere is told, not passed over', () => {
  const env = { CHROMIUM_PATH: '/gone' };
  expect(() => findChromium({ env, platform: 'linux', ...only('/usr/bin/chromium') })).toThrow(
    /CHROMIUM_PATH is \/gone/,
  );
});
