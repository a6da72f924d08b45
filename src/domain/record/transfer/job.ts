/** What an import is, as both ends speak of it. */

export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'done',
  'cancelled',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

/** Kinds of files that come in: sheets, and lists of records as programs and maps write them. */
export const importFormats = ['csv', 'xlsx', 'json', 'geojson'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** States in which something is under way. */
export const busyStates: readonly ImportState[] = ['checking', 'importing'];

export type ImportMode = 'insert' | 'update' | 'upsert';

/** How an import is to be done; chosen before the check. */
export interface ImportPlan {
  /** Field of each column, or a half of a point, by its number from 0; a column that is not named is left out. */
  mapping: Record<string, string>;
  mode: ImportMode;
  /** Fields that find the record to update; empty for `insert`. */
  key: string[];
  /** `all`: one bad row and nothing is written. `valid`: what is right is written, the rest can be downloaded. */
  onError: 'all' | 'valid';
  /** What an empty cell means for a record that exists. */
  blanks: 'keep' | 'clear';
  /** What a text of the file means wherever it stands in the column of a field. */
  choices?: ImportChoice[];
}

/** A text that names no record or several, and what is meant by it. */
export interface ImportChoice {
  field: string;
  text: string;
  /** Id of a record, or code of a dictionary. */
  value: number | string;
}

/** One reason for which many rows are refused: the same text in the same column. */
export interface ImportCause {
  field: string;
  name: string | null;
  text: string;
  code: string;
  /** Why, as it is told of each row. */
  reason: string;
  rows: number;
  /** What may be meant: the records that it names, or those of a similar name. */
  options: { value: number | string; label: string }[];
}

/** A row that was refused, and where. */
export interface RowError {
  /** Row of the sheet, the head being 1; of a list of records which of them, from 1. */
  row: number;
  /** Number of the column from 0; null: the row as a whole, or a field that has no column. */
  column: number | null;
  /** Head of the column, or label of the field; null: the row as a whole. */
  name: string | null;
  /** What stood there. */
  value: string | null;
  /** Key of the text, for programs. */
  code: string;
  text: string;
}

export interface SheetColumn {
  index: number;
  header: string;
  /** Field that its head names; null: none. */
  guess: string | null;
  /** Its first values. */
  samples: string[];
}

/** What is in a sheet, is imported, and is not seen where the sheet is looked at. */
export interface HiddenParts {
  /** Runs of rows that hold something, first and last; of many the first ones. */
  rows: [from: number, to: number][];
  rowCount: number;
  /** By their letters. */
  columns: string[];
  /** Names of the workbook's hidden sheets. */
  sheets: string[];
}

/** An import as its owner sees it. */
export interface ImportJob {
  id: number;
  resource: string;
  fileName: string;
  format: ImportFormat;
  sizeBytes: number;
  sheet: string | null;
  sheets: string[];
  columns: SheetColumn[];
  /** Row in which the heads stand, from 1; 0: a list of records, which has none. */
  headRow: number;
  /** The first rows as they stand in the file, as texts: among them the head is chosen. */
  firstRows: { row: number; cells: string[] }[];
  /** Of a text file, by its WHATWG name. */
  encoding: string | null;
  /** False: another encoding is as likely, and the texts should be looked at. */
  isEncodingCertain: boolean;
  /** What a workbook hides; null: it is none. */
  hidden: HiddenParts | null;
  state: ImportState;
  plan: ImportPlan | null;
  /** Rows seen by the check, and of these those that passed. */
  checkedRows: number;
  validRows: number;
  badRows: number;
  /** Rows that the import has dealt with. */
  doneRows: number;
  created: number;
  updated: number;
  unchanged: number;
  /** 0 to 1 of the file; null: nothing is under way. */
  progress: number | null;
  /** Why it failed, or that it was interrupted. */
  reason: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** The file is still there: it can be checked again, and refused rows downloaded. */
  hasFile: boolean;
}

/** The answer to a question about an import: it, and a page of what is wrong in it. */
export interface ImportReport extends ImportJob {
  faults: RowError[];
  /** Faults in all, and by the name of their column. */
  faultCount: number;
  faultsByColumn: { name: string | null; count: number }[];
  /** Of texts that name nothing, or several: those that concern most rows, first. */
  causes: ImportCause[];
}
