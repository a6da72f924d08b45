import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The message that an outdated browser shows instead of the page. */

const script = readFileSync(
  fileURLToPath(new URL('../../../src/web/public/browser-check.js', import.meta.url)),
  'utf8',
);

/** Runs the check in a browser with these features; returns the lines shown instead of the page. */
function shownIn({ any, mixes }: { any: unknown; mixes: boolean }): string[] | null {
  let shown: { lines: string[] } | null = null;
  const element = () => {
    const lines: string[] = [];
    return {
      lines,
      style: {},
      set textContent(text: string) {
        lines.push(text);
      },
      appendChild: (child: { lines: string[] }) => lines.push(...child.lines),
    };
  };
  const parentNode = {
    replaceChild: (words: { lines: string[] }) => {
      shown = words;
    },
  };
  const document = { getElementById: () => ({ parentNode }), createElement: element };
  const signal = Object.assign(() => undefined, { any });
  const run = new Function('document', 'AbortSignal', 'CSS', script);
  run(document, signal, { supports: () => mixes });
  return (shown as { lines: string[] } | null)?.lines ?? null;
}

test('shows nothing in a current browser', () =>
  expect(shownIn({ any: () => undefined, mixes: true })).toBeNull());

test.each([
  ['signals', { any: undefined, mixes: true }],
  ['colours', { any: () => undefined, mixes: false }],
])('without newer %s, shows the supported versions in both languages', (_, browser) => {
  const lines = shownIn(browser);
  expect(lines).toHaveLength(2);
  for (const line of lines ?? []) expect(line).toContain('Chrome 120');
});
