import type { DocumentArticle, GovernmentDocument } from '#domain/record/records.gen.ts';

/** Heading and text of an article, Chinese and English. */
export type ArticleRow = [number: number, heading: string, headingEn: string, text: string, textEn: string];

/** A document that every installation has, article by article in our own summary. */
export interface DocumentRow {
  document: GovernmentDocument;
  chapters: { chapter: string; chapterEn: string; articles: ArticleRow[] }[];
}

/** Its articles in their order, still without their document. */
export function articlesOf({ chapters }: DocumentRow): Omit<DocumentArticle, 'document'>[] {
  return chapters.flatMap(({ chapter, chapterEn, articles }) =>
    articles.map(([number, heading, headingEn, text, textEn]) => ({
      number,
      chapter,
      chapterEn,
      heading,
      headingEn,
      text,
      textEn,
      order: number * 10,
    })),
  );
}
