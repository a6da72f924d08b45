import type { SyntheticEvent } from 'react';

/** A key event of the document or one that React hands on. */
type KeyEvent = KeyboardEvent | (SyntheticEvent<unknown, KeyboardEvent> & { key: string; keyCode: number });

/** The code of a key that an input method has taken for itself, in every browser. */
const takenByInputMethod = 229;

/**
 * Does this key belong to an input method that is composing (Chinese, Japanese, Korean, dead keys)? Chrome, Edge and
 * Firefox say so in `isComposing`, which only the native event has. In Safari the composition has ended by the time the
 * Enter that ended it is told: only its code is left.
 */
export function isComposing(event: KeyEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === takenByInputMethod;
}

/** The key that was pressed; of an input method's own keys none: `''`. Every key handler reads its key here. */
export function pressedKey(event: KeyEvent): string {
  return isComposing(event) ? '' : event.key;
}

/** For `onPressEnter`: an Enter that ends a composition is not pressed for us. */
export function onEnter<E extends KeyEvent>(act: (event: E) => void): (event: E) => void {
  return (event) => {
    if (!isComposing(event)) act(event);
  };
}

/**
 * Keeps the keys of a composition from the parts that are not ours: the choices, dialogs and pickers of the component
 * library ask for `isComposing` in some places only. The input method itself hears of them before any page does.
 */
export function keepComposedKeys(): () => void {
  const passBy = (event: KeyboardEvent) => {
    if (isComposing(event)) event.stopPropagation();
  };
  window.addEventListener('keydown', passBy, true);
  return () => window.removeEventListener('keydown', passBy, true);
}
