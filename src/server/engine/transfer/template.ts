import type exceljs from 'exceljs';
import { formats } from '#domain/record/formats.ts';
import { type FieldSchema, mayBePoint, relationOf } from '#domain/record/resource.ts';
import { type CellKind, cellKind } from '#domain/record/transfer/cell.ts';
import { choiceTexts } from '#domain/record/transfer/cell-choice.ts';
import { type FieldColumn, fieldColumns, importableFields } from '#domain/record/transfer/columns.ts';
import { neutralise } from '#domain/record/transfer/neutralise.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { clausesText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { maySet } from '#server/engine/records/fields.ts';
import type { RecordType, RecordTypes } from '#server/engine/records/record-type.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { excel } from './excel.ts';
import { dictionaryTexts } from './names.ts';
import { csvLines, excelText, type SheetFormat, sheetName } from './write-sheet.ts';

/** Rows of the sheet that offer their choices. */
const offeredRows = 2_000;
/** A longer list of choices is in the notes as its beginning only. */
const mostInNote = 12;

interface TemplateColumn extends FieldColumn {
  required: boolean;
  choices: string[];
  note: string;
  example: string;
}

/**
 * A sheet to fill in: a column for each field that the caller may set, what is required marked, a line of notes and
 * one with an example. Those two lines are left out when it is imported.
 */
export async function writeTemplate(
  deps: { sql: Sql; types: RecordTypes; timeZone: string },
  caller: Caller,
  type: RecordType,
  format: SheetFormat,
  locale: Locale,
): Promise<Buffer> {
  const columns = await columnsOf(deps, caller, type, locale);
  const heads = columns.map(({ label, required }) => (required ? `${label} *` : label));
  const notes = columns.map(({ note }) => note);
  const examples = columns.map(({ example }) => neutralise(example));
  notes[0] = `${textIn({ key: 'transfer.template.notes' }, locale)}${notes[0] ?? ''}`;
  examples[0] = `${textIn({ key: 'transfer.template.example' }, locale)}${examples[0] ?? ''}`;
  if (format === 'csv') {
    return Buffer.from(`\ufeff${csvLines([heads, notes, examples])}`);
  }
  return workbook(type, columns, [heads, notes, examples], locale);
}

async function columnsOf(
  { sql, types, timeZone }: { sql: Sql; types: RecordTypes; timeZone: string },
  caller: Caller,
  type: RecordType,
  locale: Locale,
): Promise<TemplateColumn[]> {
  const required = new Set(type.resource.schema.required ?? []);
  const settable = importableFields(type.resource).filter((name) => {
    const field = type.fields.get(name);
    return field && (maySet(caller, 'create', type, field) || maySet(caller, 'update', type, field));
  });
  const columns: TemplateColumn[] = [];
  for (const column of fieldColumns(type.resource, settable, locale)) {
    const { schema, field } = column;
    const inner = cellKind(schema) === 'list' ? (schema.items ?? {}) : schema;
    const dictionary = inner['x-dictionary'];
    const choices = dictionary
      ? await dictionaryTexts(sql, types, dictionary, locale)
      : inner.enum
        ? choiceTexts(inner, locale)
        : cellKind(schema) === 'boolean'
          ? [textIn({ key: 'transfer.yes' }, locale), textIn({ key: 'transfer.no' }, locale)]
          : [];
    columns.push({
      ...column,
      required: required.has(field),
      choices,
      note: noteOf(types, column, required.has(field), choices, locale, timeZone),
      example: exampleOf(schema, choices),
    });
  }
  return columns;
}

function noteOf(
  types: RecordTypes,
  { schema }: FieldColumn,
  required: boolean,
  choices: string[],
  locale: Locale,
  timeZone: string,
): string {
  const say = (key: string, values = {}) => textIn({ key, values }, locale);
  const parts = [say(required ? 'transfer.note.required' : 'transfer.note.optional')];
  const kind = cellKind(schema);
  const target = relationOf(schema)?.resource;
  const titleOf = target ? types.get(target)?.resource.schema['x-label'] : undefined;
  if (target) {
    parts.push(
      say(kind === 'list' ? 'transfer.note.relations' : 'transfer.note.relation', {
        type: titleOf ? labelIn(titleOf, locale) : target,
      }),
    );
  } else if (choices.length > 0) {
    const shown = choices.slice(0, mostInNote).join(' / ');
    parts.push(`${shown}${choices.length > mostInNote ? ' …' : ''}`);
    if (kind === 'list') parts.push(say('transfer.note.list'));
  } else if (kind === 'geometry')
    parts.push(say(`transfer.note.${mayBePoint(schema) ? 'position' : 'positions'}`));
  else parts.push(say(`transfer.note.${kind}`, { zone: timeZone }));
  if (schema['x-unit']) parts.push(say('transfer.note.unit', { unit: schema['x-unit'] }));
  if (schema.maxLength !== undefined) parts.push(say('transfer.note.maxLength', { count: schema.maxLength }));
  if (schema['x-unique']) parts.push(say('transfer.note.unique'));
  const help = schema['x-help'];
  if (help) parts.push(labelIn(help, locale));
  return clausesText(parts, locale);
}

const examplesByKind: Partial<Record<CellKind, string>> = {
  date: '2026-11-21',
  moment: '2026-11-21 10:30 +08:00',
  altitude: '500 m AMSL',
};

function exampleOf(schema: FieldSchema, choices: string[]): string {
  if (choices[0] !== undefined) return choices[0];
  const format = schema.format === undefined ? undefined : formats[schema.format];
  if (format) return format.example;
  if (mayBePoint(schema)) return '30.6, 104';
  return examplesByKind[cellKind(schema)] ?? '';
}

async function workbook(
  type: RecordType,
  columns: TemplateColumn[],
  [heads = [], notes = [], examples = []]: string[][],
  locale: Locale,
): Promise<Buffer> {
  const book = new (excel().Workbook)();
  const sheet = book.addWorksheet(sheetName(type.resource.schema['x-label'][locale]), {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  sheet.columns = columns.map(({ label, schema }) => ({
    width: Math.min(40, Math.max(14, label.length * 2 + 4)),
    // Leading zeros and long numbers stay what was typed; figures and days stay figures and days.
    style: ['number', 'date'].includes(cellKind(schema)) ? {} : { numFmt: '@' },
  }));
  sheet.addRow(heads.map(excelText)).font = { bold: true };
  const small = { italic: true, size: 9, color: { argb: 'FF5A6572' } };
  for (const texts of [notes, examples]) {
    const row = sheet.addRow(texts.map(excelText));
    row.font = small;
    row.alignment = { wrapText: true, vertical: 'top' };
  }
  columns.forEach(({ required }, index) => {
    const fill = {
      type: 'pattern',
      pattern: 'solid',
      fgColor: { argb: required ? 'FFFFF1C9' : 'FFEAF1FA' },
    } as const;
    sheet.getRow(1).getCell(index + 1).fill = fill;
  });
  offerChoices(book, sheet, columns, locale);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Lists to choose from, kept on a sheet of their own: a list inside a rule may have 255 characters. */
function offerChoices(
  book: exceljs.Workbook,
  sheet: exceljs.Worksheet,
  columns: TemplateColumn[],
  locale: Locale,
): void {
  const offering = columns.filter(({ choices, schema }) => choices.length > 0 && cellKind(schema) !== 'list');
  if (offering.length === 0) return;
  const name = textIn({ key: 'transfer.template.choices' }, locale);
  const lists = book.addWorksheet(name);
  offering.forEach((column, index) => {
    const list = lists.getColumn(index + 1);
    list.values = [column.label, ...column.choices].map(excelText);
    list.width = 24;
    const letter = list.letter;
    const place = sheet.getColumn(columns.indexOf(column) + 1).letter;
    const rule: exceljs.DataValidation = {
      type: 'list',
      allowBlank: true,
      formulae: [`'${name}'!$${letter}$2:$${letter}$${column.choices.length + 1}`],
      // A hint and no wall: codes and the other language are understood too.
      showErrorMessage: false,
    };
    for (let row = 4; row <= offeredRows; row += 1) sheet.getCell(`${place}${row}`).dataValidation = rule;
  });
}
