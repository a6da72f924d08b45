import type { ColumnModel, TableModel } from './table-parts.ts';

/** What a search compares with: words as they are, and English ones by their stem. */
export const wordVector = `to_tsvector('simple'::regconfig, chinese) || to_tsvector('english'::regconfig, english)`;

/**
 * The words of the articles of documents: derived from them, and made anew where one is missing or of another version
 * (features/government/article-words.ts). Chinese comes cut into words, English as it is written.
 */
export function documentTables(mark: string): TableModel[] {
  const column = (name: string, type: ColumnModel['type']): ColumnModel => ({
    name,
    type,
    notNull: true,
    default: null,
  });
  return [
    {
      name: 'article_words',
      mark: `${mark} words of articles`,
      columns: [
        column('article_id', 'bigint'),
        column('article_version', 'bigint'),
        column('chinese', 'text'),
        column('english', 'text'),
      ],
      primaryKey: ['article_id'],
      checks: [],
      foreignKeys: [
        {
          name: 'article_words_article_id_fk',
          column: 'article_id',
          target: 'document_article',
          definition: 'foreign key ("article_id") references "document_article" (id) on delete cascade',
        },
      ],
      indexes: [
        {
          name: 'article_words_words_index',
          definition: `index on "article_words" using gin ((${wordVector}))`,
          unique: [],
        },
      ],
    },
  ];
}
