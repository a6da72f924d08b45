/** What a key does in the sheet while no cell is open. */
export type SheetCommand =
  | { do: 'move'; rows: number; columns: number; extend: boolean }
  | { do: 'rowStart' | 'rowEnd' | 'first' | 'last'; extend: boolean }
  | { do: 'next' | 'previous' }
  | {
      do:
        | 'edit'
        | 'clear'
        | 'all'
        | 'fillDown'
        | 'newSortie'
        | 'newPlan'
        | 'duplicate'
        | 'duplicatePlan'
        | 'remove'
        | 'undo'
        | 'redo'
        | 'save'
        | 'details'
        | 'nextError'
        | 'previousError'
        | 'suggestTime'
        | 'suggestLevel';
    }
  | { do: 'type'; text: string };

export interface Key {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

/** Rows that Page Up and Page Down go. */
const pageRows = 12;

/** The keys of the sheet; null: not one of them. */
export function commandOf({ key, ctrl, shift, alt }: Key): SheetCommand | null {
  if (alt && !ctrl) {
    if (key === 'Enter') return { do: 'newPlan' };
    if (key.toLowerCase() === 't') return { do: 'suggestTime' };
    if (key.toLowerCase() === 'l') return { do: 'suggestLevel' };
    return null;
  }
  if (ctrl) return withControl(key, shift);
  const move = (rows: number, columns: number): SheetCommand => ({
    do: 'move',
    rows,
    columns,
    extend: shift,
  });
  switch (key) {
    case 'ArrowUp':
      return move(-1, 0);
    case 'ArrowDown':
      return move(1, 0);
    case 'ArrowLeft':
      return move(0, -1);
    case 'ArrowRight':
      return move(0, 1);
    case 'PageUp':
      return move(-pageRows, 0);
    case 'PageDown':
      return move(pageRows, 0);
    case 'Home':
      return { do: 'rowStart', extend: shift };
    case 'End':
      return { do: 'rowEnd', extend: shift };
    case 'Tab':
      return { do: shift ? 'previous' : 'next' };
    case 'Enter':
    case 'F2':
      return { do: 'edit' };
    case 'F4':
      return { do: 'details' };
    case 'F8':
      return { do: shift ? 'previousError' : 'nextError' };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    default:
      return key.length === 1 ? { do: 'type', text: key } : null;
  }
}

function withControl(key: string, shift: boolean): SheetCommand | null {
  switch (key.toLowerCase()) {
    case 'home':
      return { do: 'first', extend: shift };
    case 'end':
      return { do: 'last', extend: shift };
    case 'a':
      return { do: 'all' };
    case 'd':
      return { do: shift ? 'duplicate' : 'fillDown' };
    case 'b':
      return { do: 'duplicatePlan' };
    case 'enter':
      return { do: 'newSortie' };
    case 'delete':
    case 'backspace':
      return { do: 'remove' };
    case 'z':
      return { do: shift ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 's':
      return { do: 'save' };
    default:
      return null;
  }
}
