/** What an error says to a person: its text, or the key of one. */
export function errorText(error: unknown, t: (key: string) => string): string {
  return error instanceof Error ? t(error.message) : t('shell.error.unknown');
}
