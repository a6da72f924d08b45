/** Stack traces of browsers, as they write them: V8's lines `at f (url:1:2)`, Firefox's and Safari's `f@url:1:2`. */

export interface StackFrame {
  /** Name of the function, if it has one. */
  function: string | null;
  /** Address of the script as the browser knows it, or a file of the source. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

/** Frames that are kept of one trace. */
const mostFrames = 50;

const place = /^(.*?)(?::(\d{1,8}))(?::(\d{1,8}))$/;

export function framesOf(stack: string): StackFrame[] {
  return stack
    .split('\n', 200)
    .map((line) => v8Frame(line) ?? geckoFrame(line))
    .filter((frame) => frame !== null)
    .slice(0, mostFrames);
}

function v8Frame(line: string): StackFrame | null {
  const found = /^\s*at (?:async )?(?:(.*?) \((.*)\)|(.*))$/.exec(line);
  if (!found) return null;
  const [, named, inside, alone] = found;
  return frameAt(named ?? null, inside ?? alone ?? '');
}

function geckoFrame(line: string): StackFrame | null {
  const at = line.lastIndexOf('@');
  return at < 0 ? null : frameAt(line.slice(0, at).trim() || null, line.slice(at + 1));
}

function frameAt(name: string | null, where: string): StackFrame | null {
  const found = place.exec(where.trim());
  if (!found) return null;
  const [, file = '', line, column] = found;
  return { function: name === '<anonymous>' ? null : name, file, line: Number(line), column: Number(column) };
}

/** `save (pages/plan/plan-form-page.tsx:120:9)`, a line a frame. */
export function framesText(frames: readonly StackFrame[]): string {
  return frames
    .map(({ function: name, file, line, column }) => {
      const where = `${file}:${line}:${column}`;
      return name ? `${name} (${where})` : where;
    })
    .join('\n');
}

/** How many frames from the top tell one error from another. */
const tellingFrames = 3;

/**
 * What is the same of two errors that are one: the kind, the message without its figures, and the places at the top of
 * the trace without their columns. Errors without a trace are told apart by the page they happened on.
 */
export function groupKey(error: {
  name: string;
  message: string;
  frames: readonly StackFrame[];
  page: string;
}): string {
  const message = error.message
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#')
    .replace(/https?:\/\/\S+/g, 'url')
    .replace(/\d+/g, '#')
    .slice(0, 300);
  const places = error.frames
    .slice(0, tellingFrames)
    .map(({ function: name, file, line }) => `${name ?? ''}@${file}:${line}`);
  return JSON.stringify([
    error.name,
    message,
    places.length > 0 ? places : [error.page.replace(/\d+/g, '#')],
  ]);
}
