import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { mostImportCharacters } from '#contract/airspace/airspace-limits.ts';
import { type AirspaceFormat, type ImportedFile, noFile, note } from '#domain/airspace/formats/draft.ts';
import { fileText } from '#domain/airspace/formats/file-text.ts';
import { looksPacked } from '#domain/airspace/formats/foreign.ts';
import { readKmlDocuments } from '#domain/airspace/formats/kml.ts';
import { readShapefile, type ShapefileParts, tableEncoding } from '#domain/airspace/formats/shapefile.ts';
import { decodeText, type FoundEncoding, type TextEncoding } from '#domain/text/encoding.ts';
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

/**
 * What is in a packed file: a text, a file as it is read step by step, or why it is neither. `detected`: the encoding of texts
 * that name none, as it was chosen or found.
 */
export type Unpacked =
  | { text: string; detected?: FoundEncoding }
  | { format: AirspaceFormat; steps: Generator<undefined, ImportedFile>; detected?: FoundEncoding }
  | { file: ImportedFile };

/**
 * What a file that is no text holds: a Shapefile alone, or a ZIP with one (.shp with .dbf, .prj, .cpg) or with one file of
 * another format (of KML also several: a KMZ and what it links to). At most as many octets as a text may have are unpacked.
 * `chosen`: the encoding of texts that name none.
 */
export async function unpackAirspace(bytes: Uint8Array, chosen?: TextEncoding): Promise<Unpacked> {
  if (!looksPacked(bytes)) return fileText(bytes, chosen);
  if (bytes[0] !== 0x50) return { format: 'shapefile', steps: readShapefile({ shp: bytes }) };
  try {
    return await unpackZip(archiveOfBytes(bytes), chosen);
  } catch (error) {
    if (error instanceof AppError && error.text.key === 'transfer.file.encrypted')
      return { file: noFile('geojson', 'packedEncrypted') };
    if (error instanceof TooLarge)
      return { file: noFile('geojson', 'packedTooLarge', { most: mostImportCharacters / 1_000_000 }) };
    return { file: noFile('geojson', 'packedBroken') };
  }
}

class TooLarge extends Error {}

async function unpackZip(archive: Archive, chosen: TextEncoding | undefined): Promise<Unpacked> {
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
    const { encoding, ...found } = tableEncoding(parts, chosen);
    return { format: 'shapefile', steps: readShapefile(parts, encoding), ...found };
  }
  const texts = entries.filter(({ name }) => textNames.test(name));
  const kmls = texts.filter(({ name }) => /\.kml$/i.test(name));
  const isKmz = kmls.some(({ name }) => isMain(name));
  // A text beside a KML is mostly a note about it.
  const others = texts.filter(({ name }) => !/\.(?:kml|txt)$/i.test(name));
  if (kmls.length > 0 && others.length > 0 && !isKmz)
    return { file: noFile('geojson', 'packedSeveral', { count: kmls.length + others.length }) };
  if (kmls.length > 1) return await severalKml(kmls, read, chosen);
  const [text] = kmls.length > 0 ? kmls : texts;
  if (!text) {
    const isSheet = entries.some(({ name }) => name === '[Content_Types].xml');
    return { file: noFile('geojson', isSheet ? 'is.spreadsheet' : 'packedNothing') };
  }
  if (texts.length > 1 && kmls.length === 0)
    return { file: noFile('geojson', 'packedSeveral', { count: texts.length }) };
  return fileText(await read(text), chosen);
}

/** The document that a KMZ shows; others are mostly what it links to. */
const isMain = (name: string) => /^doc\.kml$/i.test(name);

async function severalKml(
  kmls: readonly ZipEntry[],
  read: (entry: ZipEntry) => Promise<Uint8Array>,
  chosen: TextEncoding | undefined,
): Promise<Unpacked> {
  const ordered = kmls.toSorted((a, b) => Number(isMain(b.name)) - Number(isMain(a.name)));
  const documents: { name: string; text: string; detected?: FoundEncoding }[] = [];
  for (const entry of ordered) documents.push({ name: entry.name, ...fileText(await read(entry), chosen) });
  const found = documents.flatMap((one) => one.detected ?? []);
  const detected = found.find(({ isCertain }) => !isCertain) ?? found[0];
  return { format: 'kml', steps: readKmlDocuments(documents), ...(detected ? { detected } : {}) };
}

/** Points at each name that another encoding would change. */
export function warnOfEncoding(file: ImportedFile, encoding: string): ImportedFile {
  for (const { draft, name, warnings } of file.features) {
    if (/[^\x20-\x7e]/.test(draft?.name ?? name ?? ''))
      warnings.push(note('', 'encodingTaken', { encoding }));
  }
  return file;
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
