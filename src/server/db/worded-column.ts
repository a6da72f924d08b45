/**
 * The words of a column of `StoredText` (domain/text/locales/stored-text.ts) as SQL: what a person wrote, or what the
 * server wrote in both languages, so that a search in either finds it. `column` is quoted.
 */
export function wordsOf(column: string): string {
  return `coalesce((${column} #>> '{words,zh-Hans}') || ' ' || (${column} #>> '{words,en}'), ${column} #>> '{}')`;
}
