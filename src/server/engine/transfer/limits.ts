/** What one file of an import may be. Beyond it a sheet is better split than a server brought down. */
export const mostBytes = 50 * 1024 * 1024;
export const mostRows = 200_000;
export const mostColumns = 300;
/** A packed file may not unpack to more than this: a small file can hold very much of nothing. */
export const mostUnpackedBytes = 1024 * 1024 * 1024;
/** Characters of one cell, as Excel has it; longer texts travel in CSV. */
export const mostCellCharacters = 32_767;
/** Rows that are judged and written together. Small enough that others are served in between. */
export const batchRows = 500;
/** How long the file of an import is kept after its last use. */
export const retentionDays = 7;
/** Exports of one user at once. */
export const mostExportsOfUser = 2;
/** Faults of one file that are kept; the row stays refused without its text. */
export const mostErrors = 20_000;
