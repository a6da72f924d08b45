import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open, resize } from '#tests/component/support/mount.tsx';
import { css, seen } from '#tests/component/support/ui.ts';

/** The query for information: what each input is for stands beside it. */

test.each([1366, 1180, 390])('no word is parted from its input at %i pixels', async (width) => {
  await open('/information/infoMana', { locale: 'en', phone: width < 768 });
  await resize({ width, height: 800 });
  await seen(page.getByText('Upper', { exact: true }));
  const inputs = css('.briefing-input').elements();
  expect(inputs).toHaveLength(4);
  for (const one of inputs) {
    const [word, input] = [...one.children].map((part) => part.getBoundingClientRect());
    if (!word || !input) throw new Error('a word or its input is missing');
    expect(word.bottom).toBeGreaterThan(input.top);
    expect(input.bottom).toBeGreaterThan(word.top);
    expect(input.left).toBeGreaterThanOrEqual(word.right);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
