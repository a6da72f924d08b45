import { useEffect } from 'react';
import { pressedKey } from './composing.ts';

/**
 * Tab leaves a list of choices as it leaves any other field. antd's takes Tab for Enter: it picks the choice under
 * the cursor, and in a list of several it takes away one that was picked before.
 */
export function useTabMovesOn(): void {
  useEffect(() => {
    // What antd does not see it does not handle; the browser moves the focus on, and losing it closes the list.
    const passBy = (event: KeyboardEvent) => {
      const inChoices = event.target instanceof Element && event.target.closest('.ant-select') !== null;
      if (pressedKey(event) === 'Tab' && inChoices) event.stopPropagation();
    };
    document.addEventListener('keydown', passBy, true);
    return () => document.removeEventListener('keydown', passBy, true);
  }, []);
}
