/** Files of places that are none of the formats we read, by the words that they have in them. */
const markup: [key: string, sign: RegExp][] = [['aixm', /<(?:\w+:)?AIXM(?:BasicMessage|-Snapshot)[\s>]/i]];

/** What a packed file holds, by the names of its first parts. */
const packed: [key: string, sign: RegExp][] = [
  ['kmz', /\.kml/i],
  ['shapefileZip', /\.(?:shp|shx|dbf|prj|cpg)/i],
  ['spreadsheet', /\[Content_Types\]|xl\//],
];

/** Characters at the beginning of a file that are enough to know it by. */
export const enoughToKnow = 2_000;

/**
 * Which other kind of file this is, as a key of `airspace.import.is`; null: none that is known. A binary file is given
 * as its octets, one character each (windows-1252).
 */
export function foreignFile(start: string): string | null {
  const beginning = start.slice(0, enoughToKnow).replace(/^\ufeff/, '');
  const octets = [0, 1, 2, 3].map((index) => beginning.charCodeAt(index));
  if (octets.join(' ') === '80 75 3 4') return keyIn(packed, beginning) ?? 'zip';
  // A Shapefile begins with the number 9994.
  if (octets.join(' ') === '0 0 39 10') return 'shapefile';
  if (beginning.startsWith('%PDF-')) return 'pdf';
  return beginning.trimStart().startsWith('<') ? keyIn(markup, beginning) : null;
}

const keyIn = (signs: typeof markup, text: string) => signs.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** A packed file or a Shapefile, by its first octets: nothing that is read as text. */
export function looksPacked(bytes: Uint8Array): boolean {
  const start = [...bytes.subarray(0, 4)].join(' ');
  return start === '80 75 3 4' || start === '0 0 39 10';
}
