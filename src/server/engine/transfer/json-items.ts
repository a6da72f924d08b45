import { AppError } from '#domain/text/errors.ts';

/** `json`: a list of records. `geojson`: a FeatureCollection. */
export type JsonFormat = 'json' | 'geojson';

/** Cuts the items of one list out of a JSON text that comes in pieces; each is judged by whoever parses it. */
export interface ItemScanner {
  /** The items that this piece completes. */
  read(piece: string): Generator<string>;
  /** Throws where the text ended too early or had no list. */
  end(): void;
  /** JSON of the member `crs` of a FeatureCollection; empty: it has none. */
  crs(): string;
}

/** Characters of one item, and how deep it may go: beyond it nobody wrote it by honest means. */
const mostItemCharacters = 4 * 1024 * 1024;
const mostDepth = 64;
const mostCrsCharacters = 10_000;

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [...'"\\,:[]{}'].map(
  (character) => character.charCodeAt(0),
);

/** What may stand next in the list. */
type Next = 'first' | 'separator' | 'item';

export function createItemScanner(format: JsonFormat): ItemScanner {
  /** How deep the list's items lie. */
  const listDepth = format === 'json' ? 1 : 2;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let list: 'before' | 'open' | 'closed' = 'before';
  let next: Next = 'first';
  /** The last text of the outermost object, which is a name where a colon follows. */
  let text = '';
  let name = '';
  let item = '';
  let crs = '';
  let isCrs = false;

  const broken = () => new Error('not the JSON of a list');

  /** Is this character between the items of the list? Then it must be where it is. */
  function between(code: number): boolean {
    if (list !== 'open' || depth !== listDepth) return false;
    if (code === comma && next === 'separator') next = 'item';
    else if (code === openObject && next !== 'separator') next = 'separator';
    else if (code !== closeList || next === 'item') throw broken();
    return true;
  }

  return {
    *read(piece) {
      let start = 0;
      const within = () => list === 'open' && depth > listDepth;
      for (let at = 0; at < piece.length; at += 1) {
        const code = piece.charCodeAt(at);
        if (isCrs) {
          const isOver = !inString && depth === 1 && (code === comma || code === closeObject);
          if (isOver) isCrs = false;
          else crs += piece[at];
          if (crs.length > mostCrsCharacters) throw broken();
        }
        if (inString) {
          if (escaped) escaped = false;
          else if (code === backslash) escaped = true;
          else if (code === quote) inString = false;
          if (depth === 1 && inString && text.length < 100) text += piece[at];
          continue;
        }
        if (code <= 32) continue;
        const isBetween = between(code);
        if (code === quote) {
          if (depth === 0) throw broken();
          inString = true;
          text = '';
        } else if (code === openObject || code === openList) {
          if (depth === 0 && list === 'closed') throw broken();
          if (depth === 0 && (code === openList) !== (format === 'json')) throw notAList();
          if (code === openObject && isBetween) start = at;
          depth += 1;
          if (depth > mostDepth) throw broken();
          const opens = format === 'json' ? depth === 1 : depth === 2 && name === 'features';
          if (code === openList && list === 'before' && opens) list = 'open';
        } else if (code === closeObject || code === closeList) {
          depth -= 1;
          if (depth < 0) throw broken();
          if (list === 'open' && depth === listDepth) {
            yield item + piece.slice(start, at + 1);
            item = '';
          } else if (list === 'open' && depth < listDepth) list = 'closed';
        } else if (code === colon && depth === 1) {
          name = text;
          isCrs = format === 'geojson' && name === 'crs';
          if (isCrs) crs = '';
        } else if (code === comma && depth === 1) name = '';
        else if (depth === 0) throw broken();
      }
      if (!within()) return;
      item += piece.slice(start);
      if (item.length > mostItemCharacters) throw broken();
    },

    end() {
      if (depth > 0 || inString) throw broken();
      if (list === 'before') throw notAList();
    },

    crs: () => crs,
  };
}

function notAList(): AppError {
  return new AppError('validation', { key: 'transfer.file.jsonShape' });
}
