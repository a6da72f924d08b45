import type { MessageErrorView } from '#contract/messages/message-shapes.ts';

/** A field of a message where it stands in the text. */
export interface FieldView {
  field: string;
  name: string;
  column: number;
  length: number;
}

/** A stretch of a message that is drawn as one. */
export interface Segment {
  text: string;
  /** What is wrong there. */
  errors: MessageErrorView[];
}

/** A field with its stretches, or what stands between two fields. */
export interface FieldRun {
  field: FieldView | null;
  /** Where it begins in the text. */
  column: number;
  segments: Segment[];
}

interface Stretch {
  column: number;
  length: number;
}

/** Cuts a text at the edges of its fields and faults. Together the segments are the text, to the letter. */
export function segmentsOf(
  text: string,
  fields: readonly FieldView[],
  errors: readonly MessageErrorView[],
): FieldRun[] {
  const edges = new Set([0, text.length]);
  for (const one of [...fields, ...errors]) {
    edges.add(clamp(one.column, text));
    edges.add(clamp(one.column + one.length, text));
  }
  const cuts = [...edges].sort((a, b) => a - b);
  const runs: FieldRun[] = [];
  cuts.slice(0, -1).forEach((from, index) => {
    const to = cuts[index + 1] ?? text.length;
    const field = fields.find((one) => covers(one, from)) ?? null;
    const segment = { text: text.slice(from, to), errors: errors.filter((one) => covers(one, from)) };
    const last = runs.at(-1);
    if (last && last.field === field) last.segments.push(segment);
    else runs.push({ field, column: from, segments: [segment] });
  });
  return runs;
}

/** Faults beyond the last letter: what is missing at the end. */
export function errorsAtEnd(text: string, errors: readonly MessageErrorView[]): MessageErrorView[] {
  return errors.filter(({ column }) => column >= text.length);
}

function covers({ column, length }: Stretch, at: number): boolean {
  return at >= column && at < column + length;
}

function clamp(at: number, text: string): number {
  return Math.min(Math.max(at, 0), text.length);
}
