import { type Static, Type } from '@sinclair/typebox';
import { largestDocument } from '#domain/documents/limits.ts';
import { call } from './call.ts';
import { id } from './input.ts';
import { nullable } from './nullable.ts';

/** Who keeps the documents, as aerodromes and aircraft types are kept. */
const maintainers = ['Pages.BaseManage.Type'];
const text = nullable(Type.String());
/** A calendar day, `YYYY-MM-DD`. */
const day = Type.String({ format: 'date' });
const code = Type.String({ minLength: 1, maxLength: 32 });
const articleNumber = Type.Integer({ minimum: 1, maximum: 9999 });

/** A stretch of a text; `hit`: it is what was looked for. */
const part = Type.Object({ text: Type.String(), hit: Type.Boolean() });
export type TextHit = Static<typeof part>;

const articleView = Type.Object({
  /** Of the record `documentArticle`. */
  id,
  /** Of the record `governmentDocument`. */
  document: id,
  code: Type.String(),
  title: Type.String(),
  titleEn: text,
  edition: text,
  effectiveFrom: Type.String(),
  /** Its last day; null: still in force. */
  effectiveTo: text,
  isSummary: Type.Boolean(),
  number: Type.Integer(),
  chapter: text,
  chapterEn: text,
  heading: text,
  headingEn: text,
  text: Type.String(),
  textEn: text,
});
export type ArticleView = Static<typeof articleView>;

const articleHit = Type.Intersect([
  Type.Omit(articleView, ['text', 'textEn']),
  Type.Object({
    /** The stretches around what was found, in Chinese and in English; empty where that text has none. */
    zh: Type.Array(part),
    en: Type.Array(part),
  }),
]);
export type ArticleHit = Static<typeof articleHit>;

const cutArticle = Type.Object({
  number: articleNumber,
  chapter: Type.String({ maxLength: 128 }),
  heading: Type.String({ maxLength: 200 }),
  text: Type.String({ minLength: 1, maxLength: 20_000 }),
});

/** Documents of authorities: found by their words, by the day, article by article. */
export const government = {
  Search: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: 'Articles with these words, Chinese or English, best first, of the texts in force on a day',
    input: Type.Object({
      query: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      /** Absent: of every version. */
      day: Type.Optional(day),
      kind: Type.Optional(Type.String({ maxLength: 32 })),
      document: Type.Optional(id),
      most: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(articleHit) }),
  }),
  GetArticle: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'An article by the code of its document and its number, as it is in force on a day (default: today)',
    input: Type.Object({ code, article: articleNumber, day: Type.Optional(day) }),
    output: articleView,
  }),
  ReadFile: call({
    verb: 'POST',
    permission: maintainers,
    writes: false,
    // Base64 is a third longer.
    bodyLimit: Math.ceil((largestDocument * 4) / 3) + 4096,
    perMinute: 20,
    summary:
      'The text of a Word, PDF, HTML or text file, cut into articles to be looked at; nothing is saved',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 255 }),
      /** Base64. */
      content: Type.String({ minLength: 1 }),
    }),
    output: Type.Object({
      characters: Type.Integer(),
      articles: Type.Array(
        Type.Object({
          number: Type.Integer(),
          chapter: Type.String(),
          heading: Type.String(),
          text: Type.String(),
        }),
      ),
      /** Numbers that come twice, gaps, articles that are too long, or none at all. */
      problems: Type.Array(Type.Object({ kind: Type.String(), number: Type.Integer() })),
    }),
  }),
  SaveArticles: call({
    verb: 'POST',
    permission: maintainers,
    bodyLimit: largestDocument,
    summary: 'Save the articles of a document that has none yet, all or none',
    input: Type.Object({ document: id, articles: Type.Array(cutArticle, { minItems: 1, maxItems: 2000 }) }),
    output: Type.Object({ count: Type.Integer() }),
  }),
};
export type ReadDocument = Static<(typeof government.ReadFile)['output']>;
