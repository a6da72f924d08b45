import { useSearchParams } from 'react-router';

/** What is read, as it stands in the address. */
export interface Reading {
  /** The code of a document; null: none is chosen. */
  document: string | null;
  /** The number of an article in it. */
  article: number | null;
  /** The day whose text is read, `YYYY-MM-DD`; null: today. */
  day: string | null;
  /** What is looked for. */
  words: string;
}

const names = { document: 'document', article: 'article', day: 'day', words: 'q' } as const;

/** The state of the page in its address, and a change of some of it. */
export function useReading(): [Reading, (change: Partial<Reading>) => void] {
  const [query, setQuery] = useSearchParams();
  const article = Number(query.get(names.article));
  const day = query.get(names.day);
  const reading: Reading = {
    document: query.get(names.document),
    article: Number.isInteger(article) && article > 0 ? article : null,
    day: day !== null && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null,
    words: query.get(names.words) ?? '',
  };
  return [
    reading,
    (change) => {
      const next = { ...reading, ...change };
      setQuery(
        Object.fromEntries(
          Object.entries(names).flatMap(([field, name]) => {
            const value = next[field as keyof Reading];
            return value === null || value === '' ? [] : [[name, String(value)]];
          }),
        ),
      );
    },
  ];
}
