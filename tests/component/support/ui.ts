import axe from 'axe-core';
import { expect } from 'vitest';
import { type Locator, locators, page, userEvent } from 'vitest/browser';
import { setPreferences } from '#web/client/preferences.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** What has no role or name of its own, by its selector. */
    css(selector: string): Locator;
  }
}

locators.extend({ css: (selector: string) => selector });

/** What this selector finds on the page. */
export const css = (selector: string): Locator => page.css(selector);

/** Waits until it is there and can be seen. */
export const seen = (what: Locator) => expect.element(what.first()).toBeVisible();

/** Waits until none can be seen. */
export const gone = (what: Locator) =>
  expect.poll(() => what.elements().filter((element) => element.checkVisibility()).length).toBe(0);

/** Closes a dialog by the key for it. It hears of keys once the focus has come into it, which is after its first words. */
export async function escapeFrom(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.query()?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await gone(dialog);
}

/** Waits until there are so many. */
export const number = (what: Locator, count: number) => expect.poll(() => what.elements().length).toBe(count);

/** Frames of the page in which a change that is about to come is drawn. */
const framesWatched = 10;

/** That this has stayed as it was, and stays so while the page draws what it has still to draw. */
export async function unchanged<T>(read: () => T, was: T): Promise<void> {
  for (let frame = 0; frame < framesWatched; frame += 1) {
    expect(read()).toEqual(was);
    await new Promise(requestAnimationFrame);
  }
}

export const texts = (what: Locator): string[] => what.elements().map(({ textContent }) => textContent ?? '');

/** Presses a key with Control held. */
export const control = (key: string) => userEvent.keyboard(`{Control>}${key}{/Control}`);

/** The field of this name in the page's form, or the first of it within a drawer. */
export const field = (name: string, within?: string): Locator =>
  within === undefined ? css(`#field_${name}`) : css(`${within} [id$="_${name}"]`).first();

export const typedIn = (what: Locator): string => {
  const element = what.element();
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '';
};

/** Chooses what has this in its name from a field's list. */
export async function choose(control: Locator, typed: string): Promise<void> {
  await control.click({ force: true });
  await userEvent.keyboard(typed);
  await seen(css('.ant-select-dropdown:visible .ant-select-item-option-active').filter({ hasText: typed }));
  await userEvent.keyboard('{Enter}');
}

/** What moves comes to rest: a colour is judged when it has done changing. */
async function settle(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  // A bar that sticks to an edge covers what can be scrolled from under it: seen where each stands in its own place.
  const top = document.querySelector('.cw-savebar') ? 1e9 : 0;
  for (const box of document.querySelectorAll('main#content, .cw-scroll')) box.scrollTo({ top });
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds in both themes, by WCAG 2.2 AA; only colours differ in the dark. The page is left in the light.
 * `within`: the part that is judged, where the rest is judged elsewhere.
 */
export async function validated(where: string, within = 'html'): Promise<string[]> {
  const lines: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    setPreferences({ theme });
    await expect.poll(() => document.documentElement.dataset.theme).toBe(theme);
    await settle();
    const { violations } = await axe.run(within, {
      runOnly: theme === 'dark' ? ['color-contrast'] : standards,
      resultTypes: ['violations'],
      preload: false,
    });
    for (const { id, nodes } of violations) {
      lines.push(`${where}, ${theme}: ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 200)}`);
    }
  }
  return lines;
}

/** By how many pixels this is wider than what holds it. */
export const tooWide = (selector: string): number => {
  const element = css(selector).first().element();
  return element.scrollWidth - element.clientWidth;
};
