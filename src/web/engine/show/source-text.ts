import type { TFunction } from 'i18next';

/** The endpoint that a change came through (`Source` of the server); an import with its number (`import:12`). */
export function sourceText(t: TFunction, source: string): string {
  const [kind = source, number] = source.split(':');
  const origin = t(`form.source.${kind}`, { defaultValue: kind });
  return number === undefined ? origin : `${origin} #${number}`;
}
