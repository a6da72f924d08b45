import { createRequire } from 'node:module';
import type exceljs from 'exceljs';

const require = createRequire(import.meta.url);

/** Loaded by the first who reads or writes a workbook: it takes longer than all else that a start loads. */
export function excel(): typeof exceljs {
  return require('exceljs');
}
