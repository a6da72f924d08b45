/** Faults of one page in the table. */
export const errorPageSize = 50;
