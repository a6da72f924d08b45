/** What the browser says where no answer came at all; shown as it is (specification §8). */
export function rawMessage(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return typeof error.message === 'string' && error.message !== '' ? error.message : null;
}
