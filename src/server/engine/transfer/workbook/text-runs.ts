import type { Attributes } from './xml-part.ts';

/** Gathers the text of a string item: its runs one after the other, without the guides to how it is spoken. */
export interface TextRuns {
  open(name: string): void;
  close(name: string): void;
  text(text: string): void;
  /** What was gathered; it begins anew. */
  take(): string;
}

/** Elements `si` and `is` of ECMA-376 part 1, 18.4.8 and 18.3.1.53. */
export function createTextRuns(): TextRuns {
  let whole = '';
  let piece = '';
  let isText = false;
  let guides = 0;
  return {
    open(name) {
      if (name === 'rPh') guides += 1;
      else if (name === 't') {
        isText = guides === 0;
        piece = '';
      }
    },
    close(name) {
      if (name === 'rPh') guides -= 1;
      else if (name === 't' && isText) {
        whole += unescaped(piece);
        isText = false;
      }
    },
    text(text) {
      if (isText) piece += text;
    },
    take() {
      const text = whole;
      whole = '';
      return text;
    },
  };
}

/** `_x000D_` is a sign that XML can't hold, `_x005F_` the underscore that hides such a text (22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export function isOn(attributes: Attributes, name: string): boolean {
  const value = attributes[name];
  return value === '1' || value === 'true' || value === 'on';
}
