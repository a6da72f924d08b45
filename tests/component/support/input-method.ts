import { cdp } from 'vitest/browser';

/** The parts of Chrome's debugger protocol that an input method needs; `vitest/browser` types none. */
interface Debugger {
  send(method: string, parameters: Record<string, unknown>): Promise<unknown>;
}

/** The code that a browser gives to a key which an input method has taken for itself. */
export const takenCode = 229;

const session = () => cdp() as unknown as Debugger;

/** An input method, as the browser has one: what is typed with it is a composition until it ends. */
export const inputMethod = {
  /** These letters are being composed in the field that has the focus. */
  compose: (text: string) =>
    session().send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    }),
  /** A key that it takes: the page is told of it with code 229. */
  async press(key: string): Promise<void> {
    const shared = { key, code: key };
    await session().send('Input.dispatchKeyEvent', {
      ...shared,
      type: 'rawKeyDown',
      windowsVirtualKeyCode: takenCode,
    });
    await session().send('Input.dispatchKeyEvent', { ...shared, type: 'keyUp', windowsVirtualKeyCode: 0 });
  },
  /** Every key that could save, close or move something. */
  async pressAll(): Promise<void> {
    for (const key of ['Enter', 'ArrowDown', 'ArrowUp', 'Escape']) await inputMethod.press(key);
  },
  /** The composition ends with this text. */
  take: (text: string) => session().send('Input.insertText', { text }),
};

/** How each browser tells of a key that belongs to a composition, or of the Enter that has just ended one. */
export const composedForms: [browser: string, init: KeyboardEventInit][] = [
  ['Chrome and Edge', { isComposing: true, keyCode: takenCode }],
  ['Firefox', { isComposing: true, keyCode: takenCode, key: 'Process' }],
  ['Chrome on a Mac', { isComposing: true, keyCode: 13 }],
  ['Safari, after the composition has ended', { isComposing: false, keyCode: takenCode }],
];

/** Presses a key on what has the focus, as that browser tells of it. */
export function pressAs(init: KeyboardEventInit, key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event;
}
