import type { SyntheticEvent } from 'react';
import { createStore, useStore } from '#web/client/store.ts';

/** A key event of the document or one that React hands on. */
type KeyEvent = KeyboardEvent | (SyntheticEvent<unknown, KeyboardEvent> & { key: string; keyCode: number });

/** The code of a key that an input method has taken for itself, in every browser. */
const takenByInputMethod = 229;

/**
 * Does this key belong to an input method that is composing (Chinese, Japanese, Korean, dead keys)? Chrome, Edge and
 * Firefox set `isComposing`, which only the native event has. Safari ends the composition before it reports the Enter
 * that ended it: only the code of that key is left.
 */
export function isComposing(event: KeyEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === takenByInputMethod;
}

/** The key that was pressed, or `''` for a key of an input method. Every key handler reads its key here. */
export function pressedKey(event: KeyEvent): string {
  return isComposing(event) ? '' : event.key;
}

/** For `onPressEnter`: an Enter that ends a composition is not pressed for us. */
export function onEnter<E extends KeyEvent>(act: (event: E) => void): (event: E) => void {
  return (event) => {
    if (!isComposing(event)) act(event);
  };
}

/** Whether somebody is composing text on this page. A page has one focus, so it has one composition. */
const composing = createStore(false);

/** For a search as the user types: half a Chinese word is not searched for. */
export const useComposing = (): boolean => useStore(composing);

/** Keys that the page takes from the browser with Ctrl or Command: save, command palette. */
const shortcuts = new Set(['s', 'k']);

/** What the browser itself would do with a key of a composition. */
function isBrowserAction({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  // Chrome empties a search field on Escape, also while it is composed in.
  if (key === 'Escape') return target instanceof HTMLInputElement && target.type === 'search';
  return (ctrlKey || metaKey) && shortcuts.has(key.toLowerCase());
}

/**
 * Keeps the keys of a composition from the parts that are not ours: the choices, dialogs and pickers of the component
 * library check `isComposing` in some places only, the browser not at all. The input method gets its keys before any page.
 */
export function keepComposedKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isComposing(event)) {
      composing.set(false);
      return;
    }
    event.stopPropagation();
    if (isBrowserAction(event)) event.preventDefault();
  };
  const begin = () => composing.set(true);
  const end = () => composing.set(false);
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('compositionstart', begin, true);
  // A field that is removed while it is composed in reports the lost focus only.
  for (const type of ['compositionend', 'focusout']) window.addEventListener(type, end, true);
  return () => {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('compositionstart', begin, true);
    for (const type of ['compositionend', 'focusout']) window.removeEventListener(type, end, true);
  };
}
