import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { cleanLine } from '#domain/text/clean.ts';

/** What may be attached, by what its bytes are. */
export interface FileType {
  mediaType: string;
  /** Endings that such a file may have; the first is given to one that has none. */
  endings: string[];
  /** A browser may show it by itself: it runs no code of the file. */
  inline: boolean;
}

const type = (mediaType: string, endings: string[], inline = false): FileType => ({
  mediaType,
  endings,
  inline,
});

const texts = ['txt', 'csv', 'tsv', 'log', 'md'];
const plainText = type('text/plain', texts);
const table = type('text/csv', ['csv', ...texts]);
const geoJson = type('application/geo+json', ['geojson', 'json', 'txt']);
const kml = type('application/vnd.google-earth.kml+xml', ['kml', 'xml', 'txt']);
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const document = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Kinds that are known by their first bytes. Archives are not among them: what is in one cannot be judged. */
const binaries = new Map(
  [
    type('application/pdf', ['pdf'], true),
    type('image/png', ['png'], true),
    type('image/jpeg', ['jpg', 'jpeg', 'jpe', 'jfif'], true),
    type('image/webp', ['webp'], true),
    type('image/gif', ['gif'], true),
    type(spreadsheet, ['xlsx']),
    type(document, ['docx']),
  ].map((one) => [one.mediaType, one]),
);

export function isInline(mediaType: string): boolean {
  return binaries.get(mediaType)?.inline === true;
}

/** Why a file is not taken. `refused`: what it is, as its usual ending or `?`. */
export type TypeVerdict = { type: FileType } | { refused: 'type' | 'markup' | 'empty'; found: string };

/** What the bytes of a file are. Neither its name nor what the sender called it is asked. */
export async function typeOfFile(file: string, size: number): Promise<TypeVerdict> {
  if (size === 0) return { refused: 'empty', found: '?' };
  // What begins as an archive and ends within its first entry is not known by its bytes.
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (found && found.mime !== 'application/xml') {
    const known = binaries.get(found.mime);
    return known ? { type: known } : { refused: 'type', found: found.ext };
  }
  if (!(await isText(file))) return { refused: 'type', found: '?' };
  return typeOfText((await beginningOf(file, size)).replace(/^\uFEFF/, ''));
}

/** All of a text that is read at once; of a longer one its beginning, which tells as much but for GeoJSON. */
async function beginningOf(file: string, size: number): Promise<string> {
  if (size <= wholeText) return readFile(file, 'utf8');
  let text = '';
  for await (const part of createReadStream(file, { encoding: 'utf8', end: 65_535 })) text += part;
  return text;
}

const wholeText = 32_000_000;

/** Text is UTF-8, or GB 18030 as Excel writes it in China, without control characters. */
async function isText(file: string): Promise<boolean> {
  const encodings = ['utf-8', 'gb18030'];
  const left = new Map(encodings.map((name) => [name, new TextDecoder(name, { fatal: true })]));
  const check = (part: Uint8Array | undefined) => {
    for (const [name, decoder] of left) {
      try {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these tell a binary file from a text
        const odd = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(
          decoder.decode(part, { stream: part !== undefined }),
        );
        if (odd) left.delete(name);
      } catch {
        left.delete(name);
      }
    }
  };
  for await (const part of createReadStream(file)) {
    check(part);
    if (left.size === 0) return false;
  }
  check(undefined);
  return left.size > 0;
}

function typeOfText(text: string): TypeVerdict {
  const start = text.trimStart();
  if (start === '') return { refused: 'empty', found: 'txt' };
  if (start.startsWith('<')) {
    const root = /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<([\w:-]+)/.exec(start)?.[1];
    return root === 'kml' ? { type: kml } : { refused: 'markup', found: root ?? 'xml' };
  }
  // A browser of old would take such a text for a page.
  if (/<(?:!doctype|html|script|svg|iframe|body)\b/i.test(start.slice(0, 4096))) {
    return { refused: 'markup', found: 'html' };
  }
  if (start.startsWith('{') && isGeoJson(start)) return { type: geoJson };
  return { type: isTable(start) ? table : plainText };
}

const geoTypes = new Set([
  'FeatureCollection',
  'Feature',
  'GeometryCollection',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
]);

function isGeoJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value && geoTypes.has(String(value.type));
  } catch {
    return false;
  }
}

/** Its first lines have the same number of separators. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/, 6).filter((line) => line.trim() !== '');
  const sample = lines.slice(0, 5);
  return [',', ';', '\t'].some((separator) => {
    const counts = new Set(sample.map((line) => line.split(separator).length - 1));
    return sample.length > 1 && counts.size === 1 && !counts.has(0);
  });
}

const longestName = 200;

/**
 * The name of an uploaded file as it is kept: the last part of what the sender called it, without control and
 * direction characters; quotes and all else stay. It is told to people and never used as a path.
 */
export function fileNameOf(given: string): string {
  // Browsers write these three so in a form (WHATWG, multipart/form-data).
  const written = given.replace(/%(22|0D|0A)/gi, (_, code) => (code === '22' ? '"' : ' '));
  const last = written.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = cleanLine(last, 1_000).replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
  const ending = path.extname(clean).slice(0, 20);
  const stem = clean.slice(0, clean.length - path.extname(clean).length);
  return [...(stem || 'file')].slice(0, longestName - ending.length).join('') + ending;
}

/** Does the ending of the name agree with what the file is? One without an ending gets its own. */
export function nameFor(name: string, { endings }: FileType): string | null {
  const ending = path.extname(name).slice(1).toLowerCase();
  if (ending === '' || !/^[a-z0-9]{1,5}$/.test(ending)) return `${name}.${endings[0]}`;
  return endings.includes(ending) ? name : null;
}
