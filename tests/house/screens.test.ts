import { expect, test } from 'vitest';
import { pictureOf, takingOf } from '#scripts/screens.ts';
import { everyScreen } from '#tests/browser/support/every-screen.ts';

/** `npm run screens`: what its options choose. */

test('by default every screen is taken once, in a small desk window, light, in Chinese', () => {
  expect(takingOf([])).toMatchObject({
    width: 1440,
    height: 810,
    look: { dark: false, phone: false, locale: 'zh-Hans' },
    folder: expect.stringMatching(/dist.screens.?$/),
    screens: everyScreen,
  });
});

test('size, theme, language and screens are chosen, and such pictures have a folder of their own', () => {
  expect(takingOf(['--size', '390x844', '--dark', '--en', '/home', '/login'])).toMatchObject({
    width: 390,
    height: 844,
    look: { dark: true, phone: true, locale: 'en' },
    folder: expect.stringMatching(/screens.390x844-dark-en$/),
    screens: [{ path: '/login' }, { path: '/home' }],
  });
});

test('a size, a path or an option that there is not is refused', () => {
  expect(() => takingOf(['--size', 'large'])).toThrow('--size large');
  expect(() => takingOf(['/nowhere'])).toThrow('/nowhere');
  expect(() => takingOf(['--light'])).toThrow('--light');
});

test('no two screens have one picture', () => {
  const names = everyScreen.map((screen) => pictureOf(screen).toLowerCase());
  expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);
});
