import { expect, test } from 'vitest';
import { sourcesBelow } from './sources.ts';

/**
 * A page may be about to change whatever a test reads of it. What a test expects is asserted with `expect.poll`, which
 * reads until it is so; a value that its next steps need is read with `settled`, which reads until it stays the same.
 */
const readers =
  'count|textContent|innerText|innerHTML|allInnerTexts|allTextContents|getAttribute|isVisible|isHidden|inputValue|isChecked|isEnabled|isDisabled|boundingBox';
const readAtOnce = new RegExp(`\\bawait (?!settled\\(|expect\\b)[^;\\n]*?\\.(?:${readers})\\(`);
/** A callback that is called until it holds. */
const polled = /async \(\w*\) =>/;

function readsAtOnce(line: string): boolean {
  const rest = line.replace(polled, '\u0000').split('\u0000')[0] ?? '';
  return readAtOnce.test(rest) && !/expect\.poll\(|\bsettled\(/.test(rest);
}

test.each([
  'expect(await rows.count()).toBe(3);',
  "const text = await page.locator('h1').textContent();",
  "if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();",
])('the rule finds %s', (line) => {
  expect(readsAtOnce(line)).toBe(true);
});

test.each([
  'await expect.poll(() => rows.count()).toBe(3);',
  'await expect.poll(async () => Number(await flying.textContent())).toBe(4);',
  "const text = await settled(() => page.locator('h1').textContent());",
])('the rule leaves %s', (line) => {
  expect(readsAtOnce(line)).toBe(false);
});

/** A component test is in its page, and reads without a wait; that nothing is there may be asserted at once. */
const presentAtOnce =
  /^\s*expect\((?:texts\(|typedIn\(|.*\.elements\(\)(?:\)\.toHaveLength\([1-9]|\.length\)\.toBeGreaterThan))/;

test.each([
  "  expect(texts(css('.leaflet-tooltip'))).toContain('Hold here');",
  "expect(typedIn(field('port'))).toBe('9601');",
  'expect(rows.elements()).toHaveLength(3);',
  'expect(rows.elements().length).toBeGreaterThan(0);',
])('the rule of component tests finds %s', (line) => {
  expect(presentAtOnce.test(line)).toBe(true);
});

test.each([
  "  await expect.poll(() => texts(css('.leaflet-tooltip'))).toContain('Hold here');",
  'expect(rows.elements()).toHaveLength(0);',
])('the rule of component tests leaves %s', (line) => {
  expect(presentAtOnce.test(line)).toBe(false);
});

test.each([
  ['tests/component', (line: string) => presentAtOnce.test(line)],
  ['tests/browser', readsAtOnce],
] as const)('nothing in %s reads at once what may be about to change', (folder, atOnce) => {
  const found = sourcesBelow(folder)
    .filter(({ file }) => !file.startsWith(`${folder}/support/`))
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter(atOnce)
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
