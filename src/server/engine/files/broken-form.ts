/**
 * Whether reading a multipart body failed because of the body: it ends too soon, is malformed or has too many parts,
 * or the line broke. What our own disk says is another matter.
 */
export function isBrokenForm(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('code' in error)) return /multipart/i.test(error.message);
  return typeof error.code === 'string' && /^FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET/.test(error.code);
}
