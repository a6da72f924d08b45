import { strToU8, zipSync } from 'fflate';

/** A workbook made of its parts, as the programs of others write them. */

export interface WorkbookParts {
  /** Rows of the first sheet: what stands within `sheetData`. */
  rows?: string;
  /** What stands before and behind `sheetData`. */
  before?: string;
  after?: string;
  /** Items of the shared texts. */
  texts?: string;
  /** Formats of cells: `s="1"` is the first of these. A number is one that needs no code. */
  formats?: (string | number)[];
  date1904?: boolean;
  strict?: boolean;
  /** Other parts, or others in the place of these. */
  parts?: Record<string, string | Uint8Array>;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const strictMain = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const strictRelations = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export function workbookFile(given: WorkbookParts): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(workbookFiles(given)).map(([name, part]) => [
        name,
        typeof part === 'string' ? strToU8(part) : part,
      ]),
    ),
  );
}

/** The parts by their names, before they are packed. */
export function workbookFiles(given: WorkbookParts): Record<string, string | Uint8Array> {
  const {
    rows = '',
    before = '',
    after = '',
    texts = '',
    formats = [],
    date1904,
    strict,
    parts = {},
  } = given;
  const [ns, rel] = strict ? [strictMain, strictRelations] : [main, relations];
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${rel}/${kind}" Target="${target}"/>`;
  const relationsFile = (inside: string) =>
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const ids = formats.map((format, i) => (typeof format === 'number' ? format : 164 + i));
  const codes = formats.flatMap((format, i) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + i}" formatCode="${escaped(format)}"/>`] : [],
  );
  const xfs = [0, ...ids].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('');
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationsFile(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${head}<workbook xmlns="${ns}" xmlns:r="${rel}"><workbookPr${
      date1904 ? ' date1904="true"' : ''
    }/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsFile(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('rId2', 'styles', 'styles.xml') +
        relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml': `${head}<styleSheet xmlns="${ns}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${ns}">${texts}</sst>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${ns}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    ...parts,
  };
}

/** A cell with a text of its own. */
export const textCell = (ref: string, text: string) =>
  `<c r="${ref}" t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
