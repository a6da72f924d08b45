import { isObject } from '#domain/text/narrow.ts';
import { currentUser } from '#web/client/session.ts';
import { unsentPrefix } from '#web/client/unsent.ts';

const placeOf = () => `${unsentPrefix}drafts.${currentUser.get()?.actor.userId ?? 0}`;

function all(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf()) ?? '{}');
    return isObject(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** What was typed in a room and not sent. */
export function draftOf(room: number): string {
  const text = all()[String(room)];
  return typeof text === 'string' ? text : '';
}

export function keepDraft(room: number, text: string): void {
  const { [String(room)]: _, ...others } = all();
  const next = text.trim() === '' ? others : { ...others, [String(room)]: text };
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(placeOf());
    else localStorage.setItem(placeOf(), JSON.stringify(next));
  } catch {
    // The browser's room is used up: what is typed stands in its field.
  }
}
