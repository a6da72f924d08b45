import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { mostImportCharacters } from '#contract/airspace/airspace-limits.ts';
import { type ImportedFile, noFile } from '#domain/airspace/formats/draft.ts';
import { looksPacked } from '#domain/airspace/formats/foreign.ts';
import { readShapefile, type ShapefileParts } from '#domain/airspace/formats/shapefile.ts';
import { decodeText } from '#domain/text/encoding.ts';
import { AppError } from '#domain/text/errors.ts';
import {
  type Archive,
  archiveOfBytes,
  dataStart,
  directoryOf,
  type ZipEntry,
} from '#server/engine/transfer/zip-guard.ts';

const inflate = promisify(inflateRaw);

/** Texts of airspace that a packed file may hold. */
const textNames = /\.(kml|gpx|json|geojson|txt|openair|air)$/i;

/** What is in a packed file: a text, a Shapefile as it is read step by step, or why it is neither. */
export type Unpacked =
  | { text: string }
  | { steps: Generator<undefined, ImportedFile> }
  | { file: ImportedFile };

/**
 * What a file that is no text holds: a Shapefile alone, or a ZIP with one (.shp with .dbf, .prj, .cpg) or with one file of
 * another format (a KMZ: its first KML). At most as many octets as a text may have are unpacked.
 */
export async function unpackAirspace(bytes: Uint8Array): Promise<Unpacked> {
  if (!looksPacked(bytes)) return { text: decodeText(bytes).text };
  if (bytes[0] !== 0x50) return { steps: readShapefile({ shp: bytes }) };
  try {
    return await unpackZip(archiveOfBytes(bytes));
  } catch (error) {
    if (error instanceof AppError && error.text.key === 'transfer.file.encrypted')
      return { file: noFile('geojson', 'packedEncrypted') };
    if (error instanceof TooLarge)
      return { file: noFile('geojson', 'packedTooLarge', { most: mostImportCharacters / 1_000_000 }) };
    return { file: noFile('geojson', 'packedBroken') };
  }
}

class TooLarge extends Error {}

async function unpackZip(archive: Archive): Promise<Unpacked> {
  const budget = { left: mostImportCharacters };
  // Finder of macOS lays a shadow beside each file.
  const entries = (await directoryOf(archive)).filter(
    ({ name }) => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\._)/.test(name),
  );
  const read = (entry: ZipEntry) => octetsOf(archive, entry, budget);
  const shapes = entries.filter(({ name }) => /\.shp$/i.test(name));
  const [shape] = shapes;
  if (shapes.length > 1) return { file: noFile('shapefile', 'packedSeveral', { count: shapes.length }) };
  if (shape) {
    const stem = shape.name.slice(0, -4).toLowerCase();
    const beside = (ending: string) => entries.find(({ name }) => name.toLowerCase() === `${stem}${ending}`);
    const [dbf, prj, cpg] = [beside('.dbf'), beside('.prj'), beside('.cpg')];
    const parts: ShapefileParts = { shp: await read(shape) };
    if (dbf) parts.dbf = await read(dbf);
    if (prj) parts.prj = decodeText(await read(prj)).text;
    if (cpg) parts.cpg = decodeText(await read(cpg)).text;
    return { steps: readShapefile(parts) };
  }
  const texts = entries.filter(({ name }) => textNames.test(name));
  // The first KML of a KMZ is the one that is shown; others are what it links to.
  const [text] = texts.some(({ name }) => /\.kml$/i.test(name))
    ? texts.filter(({ name }) => /\.kml$/i.test(name))
    : texts;
  if (!text) {
    const isSheet = entries.some(({ name }) => name === '[Content_Types].xml');
    return { file: noFile('geojson', isSheet ? 'is.spreadsheet' : 'packedNothing') };
  }
  if (texts.length > 1 && !/\.kml$/i.test(text.name))
    return { file: noFile('geojson', 'packedSeveral', { count: texts.length }) };
  return { text: decodeText(await read(text)).text };
}

async function octetsOf(archive: Archive, entry: ZipEntry, budget: { left: number }): Promise<Uint8Array> {
  if (entry.packedBytes === 0) return new Uint8Array();
  if (entry.unpackedBytes > budget.left) throw new TooLarge();
  const packed = await archive.at(await dataStart(archive, entry), entry.packedBytes);
  if (entry.method !== 0 && entry.method !== 8) throw new Error(`packed by method ${entry.method}`);
  const octets =
    entry.method === 0
      ? packed
      : await inflate(packed, { maxOutputLength: budget.left }).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
        });
  budget.left -= octets.length;
  if (budget.left < 0) throw new TooLarge();
  return octets;
}
