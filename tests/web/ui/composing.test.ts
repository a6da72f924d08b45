import { expect, test, vi } from 'vitest';
import { isComposing, onEnter, pressedKey } from '#web/ui/composing.ts';

/** A key as the document tells of it, and as React hands it on. */
function forms(key: string, keyCode: number, composing: boolean) {
  const native = { key, keyCode, isComposing: composing } as KeyboardEvent;
  // React's own event has no word on the composition.
  const handed = { key, keyCode, nativeEvent: native } as unknown as Parameters<typeof pressedKey>[0];
  return [native, handed];
}

test.each([
  ['Chrome and Edge', 'Enter', 229, true],
  ['Firefox', 'Process', 229, true],
  ['Chrome on a Mac', 'Enter', 13, true],
  ['Safari, after the composition has ended', 'Enter', 229, false],
  ['an arrow through the candidates', 'ArrowDown', 229, true],
  ['Escape that drops the letters', 'Escape', 27, true],
])('%s: the key belongs to the input method', (_, key, code, composing) => {
  for (const event of forms(key, code, composing)) {
    expect(isComposing(event)).toBe(true);
    expect(pressedKey(event)).toBe('');
    const act = vi.fn();
    onEnter(act)(event);
    expect(act).not.toHaveBeenCalled();
  }
});

test.each([
  ['Enter', 13],
  ['Escape', 27],
  ['ArrowDown', 40],
  // A letter on the way to a word, before any input method has taken it.
  ['c', 67],
])('%s without a composition is ours', (key, code) => {
  for (const event of forms(key, code, false)) {
    expect(pressedKey(event)).toBe(key);
    const act = vi.fn();
    onEnter(act)(event);
    expect(act).toHaveBeenCalledWith(event);
  }
});
