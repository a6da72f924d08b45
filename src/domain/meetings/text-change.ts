/** One change of a text: so many characters taken out at a place, and these put there. Places are UTF-16 units. */
export interface TextChange {
  at: number;
  remove: number;
  insert: string;
}

/**
 * What turned `before` into `after`, as one change; null: nothing. `caret` is where the caret stands afterwards: of
 * several readings (`aa` → `aaa`) that one is taken in which the change ends there.
 */
export function changeOf(before: string, after: string, caret: number): TextChange | null {
  if (before === after) return null;
  const tail = sharedEnd(before, after, after.length - Math.min(Math.max(caret, 0), after.length));
  const head = sharedStart(before, after, Math.min(before.length, after.length) - tail);
  const end =
    tail + sharedEnd(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return {
    at: head,
    remove: before.length - head - end,
    insert: after.slice(head, after.length - end),
  };
}

function sharedStart(a: string, b: string, most: number): number {
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  // Half of a character is no place to cut.
  return count > 0 && isHigh(a.charCodeAt(count - 1)) ? count - 1 : count;
}

function sharedEnd(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  const limit = Math.min(most, a.length, b.length);
  let count = 0;
  while (count < limit && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count > 0 && isLow(a.charCodeAt(a.length - count)) ? count - 1 : count;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
