import { isElapsed, joined, type Piece, placeOf, type Report } from './piece.ts';

/** Field 19: what search and rescue would ask for. */
export interface Supplementary {
  /** HHMM. */
  endurance: string | null;
  /** A number, or TBN. */
  persons: string | null;
  /** Emergency radio: U UHF 243.0, V VHF 121.5, E locator transmitter. */
  radio: string | null;
  /** S/: P polar, D desert, M maritime, J jungle. */
  survival: string | null;
  /** J/: L lights, F fluorescein, U UHF, V VHF. */
  jackets: string | null;
  /** D/: number, capacity, C where covered, colour. */
  dinghies: string | null;
  /** A/: colour and markings. */
  colour: string | null;
  /** N/: anything else. */
  remarks: string | null;
  /** C/: pilot in command. */
  pilot: string | null;
}

const parts = [
  ['E', 'endurance'],
  ['P', 'persons'],
  ['R', 'radio'],
  ['S', 'survival'],
  ['J', 'jackets'],
  ['D', 'dinghies'],
  ['A', 'colour'],
  ['N', 'remarks'],
  ['C', 'pilot'],
] as const;

const forms: Partial<Record<keyof Supplementary, RegExp>> = {
  persons: /^(?:\d{1,3}|TBN)$/,
  // Letters in any order, each once.
  radio: /^(?!.*(.).*\1)[UVE]+$/,
  survival: /^(?!.*(.).*\1)[PDMJ]+$/,
  jackets: /^(?!.*(.).*\1)[LFUV]+$/,
  dinghies: /^\d{1,2}(?: \d{1,3})?(?: C)?(?: [A-Z]+)*$/,
};

const none: Supplementary = {
  endurance: null,
  persons: null,
  radio: null,
  survival: null,
  jackets: null,
  dinghies: null,
  colour: null,
  remarks: null,
  pilot: null,
};

export function parseSupplementary(piece: Piece, report: Report): Supplementary | null {
  const marks = [...piece.text.matchAll(/(?:^|\s)([EPRSJDANC])\//g)].map((match) => ({
    letter: match[1] ?? '',
    start: match.index + match[0].length - 2,
    after: match.index + match[0].length,
  }));
  if (marks[0]?.start !== 0) {
    report('19', placeOf(piece), 'message.fault.supplementary');
    return null;
  }
  const found: Supplementary = { ...none };
  const seen = new Set<string>();
  for (const [index, { letter, start, after }] of marks.entries()) {
    const text = joined(piece.text.slice(after, marks[index + 1]?.start));
    const place = { column: piece.column + start, length: Math.max(2, after - start + text.length) };
    const name = parts.find(([one]) => one === letter)?.[1];
    if (!name) continue;
    // In whatever order they come; which of two was meant nobody knows.
    if (seen.has(letter)) report('19', place, 'message.fault.supplementaryTwice', { letter });
    seen.add(letter);
    const form = forms[name];
    if (name === 'endurance' && !isElapsed(text)) report('19', place, 'message.fault.elapsed');
    else if (text === '' || (form && !form.test(text))) {
      report('19', place, 'message.fault.supplementaryForm', { letter });
    } else found[name] = text;
  }
  return found;
}

export function formatSupplementary(value: Supplementary): string {
  return parts
    .flatMap(([letter, name]) => (value[name] === null ? [] : [`${letter}/${value[name]}`]))
    .join(' ');
}

/** Nothing known but what is given. */
export function supplementary(values: Partial<Supplementary>): Supplementary {
  return { ...none, ...values };
}
