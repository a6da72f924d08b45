/** Text up to this length is read at one go: it takes some milliseconds. */
const atOnce = 128 * 1024;
/** So many letters are looked at in one step. */
const perStep = 64 * 1024;
/** Below this depth a part is read at one go, however long it is: to look for its members would be to read it twice more. */
const mostDepth = 6;

/**
 * JSON as a value, read in steps, so that others have their turn while a long text is read; the same as JSON.parse gives, and
 * its SyntaxError where the text is no JSON.
 */
export function* parseInSteps(text: string, depth = 0): Generator<void, unknown> {
  if (text.length <= atOnce || depth >= mostDepth) return JSON.parse(text);
  const start = text.search(/\S/);
  const opening = text[start];
  // A string or a number of that length.
  if (opening !== '[' && opening !== '{') return JSON.parse(text);
  const members: unknown[] = [];
  const names: string[] = [];
  let from = start + 1;
  let closed = -1;
  for (const { at, letter } of separators(text, start)) {
    if (letter === '') {
      yield;
      continue;
    }
    if (letter === ':') {
      if (opening === '[' || names.length > members.length) throw new SyntaxError(`unexpected : at ${at}`);
      const name: unknown = JSON.parse(text.slice(from, at));
      if (typeof name !== 'string') throw new SyntaxError(`no name at ${from}`);
      names.push(name);
    } else {
      const part = text.slice(from, at);
      const isEmpty = letter !== ',' && members.length === 0 && names.length === 0 && part.trim() === '';
      if (!isEmpty) {
        if (opening === '{' && names.length !== members.length + 1) {
          throw new SyntaxError(`no value at ${from}`);
        }
        members.push(part.length > atOnce ? yield* parseInSteps(part, depth + 1) : JSON.parse(part));
      }
      if (letter !== ',') {
        if ((letter === ']') !== (opening === '[')) throw new SyntaxError(`unexpected ${letter} at ${at}`);
        closed = at;
        break;
      }
    }
    from = at + 1;
  }
  if (closed < 0 || text.slice(closed + 1).trim() !== '') throw new SyntaxError('the text has no end');
  // As JSON.parse does, a member that is called __proto__ is a member.
  return opening === '[' ? members : Object.fromEntries(names.map((name, i) => [name, members[i]]));
}

/** Commas, colons and the end of the list or object that begins at `start`, without those of what is inside of it; '' after each step. */
function* separators(text: string, start: number): Generator<{ at: number; letter: string }> {
  let depth = 0;
  let looked = start;
  for (let at = start + 1; at < text.length; at++) {
    if (at - looked > perStep) {
      looked = at;
      yield { at, letter: '' };
    }
    const letter = text[at];
    if (letter === '"') {
      do at = text.indexOf('"', at + 1);
      while (at > 0 && isEscaped(text, at));
      if (at < 0) return;
    } else if (letter === '[' || letter === '{') depth++;
    else if (letter === ']' || letter === '}') {
      if (depth === 0) {
        yield { at, letter };
        return;
      }
      depth--;
    } else if (depth === 0 && (letter === ',' || letter === ':')) yield { at, letter };
  }
}

/** Whether an odd number of backslashes stands before this place. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before--;
  return (at - before) % 2 === 0;
}
