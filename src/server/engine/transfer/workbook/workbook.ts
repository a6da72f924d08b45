import { type NumberFormat, numberFormat } from '#domain/sheet/number-format.ts';
import { AppError } from '#domain/text/errors.ts';
import { openParts, type PackageParts, type Relation, relationsOf } from './package-parts.ts';
import { createTextRuns, isOn, unescaped } from './text-runs.ts';
import { attribute, readWhole } from './xml-part.ts';

export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  part: string;
}

/** A workbook whose sheets are known, and not yet read. */
export interface Workbook {
  parts: PackageParts;
  /** In the order of their tabs. */
  sheets: WorkbookSheet[];
  /** Days are counted from 1904. */
  is1904: boolean;
  /** By the style of a cell. */
  formats(): Promise<NumberFormat[]>;
  /** Texts that cells name by number. */
  texts(): Promise<string[]>;
}

/** Characters of all shared texts: more are no list of records. */
const mostCharacters = 64 * 1024 * 1024;

/** Refuses what is no workbook, or one of another kind, which it names. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const parts = await openParts(path);
  try {
    const relations = await relationsOf(parts, '');
    const main = relations.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
    if (!parts.has(main) || main.toLowerCase().endsWith('.bin')) throw otherKind(parts);
    const related = await relationsOf(parts, main);
    const partOf = (kind: string) => related.find((one) => one.kind === kind)?.target ?? '';
    return {
      parts,
      ...(await sheetsOf(parts, main, related)),
      formats: () => formatsOf(parts, partOf('styles')),
      texts: () => textsOf(parts, partOf('sharedStrings')),
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

const otherKinds: [part: string, key: string][] = [
  ['xl/workbook.bin', 'transfer.file.binaryWorkbook'],
  ['content.xml', 'transfer.file.openDocument'],
  ['word/document.xml', 'transfer.file.word'],
  ['ppt/presentation.xml', 'transfer.file.slides'],
  ['Index/Document.iwa', 'transfer.file.numbers'],
  ['doc.kml', 'transfer.file.kmz'],
];

function otherKind(parts: PackageParts): AppError {
  const found = otherKinds.find(([part]) => parts.has(part));
  return new AppError('validation', { key: found?.[1] ?? 'transfer.file.archive' });
}

async function sheetsOf(parts: PackageParts, main: string, related: Relation[]) {
  const sheets: WorkbookSheet[] = [];
  let is1904 = false;
  await readWhole(parts.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isOn(attributes, 'date1904');
      if (name !== 'sheet') return;
      const id = attribute(attributes, 'id');
      const found = related.find((one) => one.id === id);
      // Sheets of charts and macros have no rows.
      if (found?.kind !== 'worksheet') return;
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      sheets.push({ name: unescaped(attributes.name ?? ''), isHidden, part: found.target });
    },
    close() {},
  });
  if (sheets.length === 0) throw new AppError('validation', { key: 'transfer.file.workbook' });
  return { sheets, is1904 };
}

async function formatsOf(parts: PackageParts, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let within = '';
  await readWhole(parts.read(part), {
    open(name, attributes) {
      if (name === 'numFmts' || name === 'cellXfs') within = name;
      else if (name === 'numFmt' && within === 'numFmts') {
        codes.set(Number(attributes.numFmtId), unescaped(attributes.formatCode ?? ''));
      } else if (name === 'xf' && within === 'cellXfs') ids.push(Number(attributes.numFmtId ?? 0));
    },
    close(name) {
      if (name === within) within = '';
    },
  });
  const known = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = known.get(id) ?? numberFormat(id, codes.get(id));
    known.set(id, format);
    return format;
  });
}

async function textsOf(parts: PackageParts, part: string): Promise<string[]> {
  const texts: string[] = [];
  const runs = createTextRuns();
  let characters = 0;
  await readWhole(parts.read(part), {
    open: runs.open,
    text: runs.text,
    close(name) {
      runs.close(name);
      if (name !== 'si') return;
      const text = runs.take();
      characters += text.length;
      if (characters > mostCharacters) throw new AppError('validation', { key: 'transfer.file.unpacked' });
      // A copy: a part of what was read would keep all of that.
      texts.push(text.length > 12 ? Buffer.from(text, 'utf16le').toString('utf16le') : text);
    },
  });
  return texts;
}
