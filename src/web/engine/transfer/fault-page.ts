/** Faults of one page in the table. */
export const faultPage = 50;
