/** Bytes of a file whose text is read. */
export const largestDocument = 10 * 1024 * 1024;
