import { sql as raw } from 'kysely';
import type { ArticleView } from '#contract/government.ts';
import { cutArticles } from '#domain/documents/cut-articles.ts';
import { largestDocument } from '#domain/documents/limits.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { articleColumns, inForce, searchArticles } from './article-search.ts';
import { textOfFile } from './file-text.ts';

export interface GovernmentDeps {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'text'>;
  clock: () => Date;
}

/** Documents of authorities: search, single articles, and texts that are imported. */
export function createGovernmentService({ records, sql, parameters, clock }: GovernmentDeps): Service {
  const today = async () => dayOf(clock().getTime(), await parameters.text('deadline.timeZone'));

  return implement('Government', {
    Search: (query) => searchArticles(sql, query),

    async GetArticle({ code, article, day }) {
      const { rows } = await raw<ArticleView>`
        select ${articleColumns} from document_article a join government_document d on d.id = a.document
        where d.code = ${code} and a.number = ${article} and ${inForce(day ?? (await today()))}
        order by d.effective_from desc limit 1`.execute(sql);
      const [found] = rows;
      if (!found) throw new AppError('notFound', { key: 'government.noArticle' });
      return found;
    },

    async ReadFile({ name, content }) {
      const bytes = Buffer.from(content, 'base64');
      if (bytes.length > largestDocument) throw fieldError('content', 'government.file.tooLong');
      const text = await textOfFile(name, bytes);
      return { characters: text.length, ...cutArticles(text) };
    },

    async SaveArticles({ document, articles }, caller) {
      return records.transaction(async (transaction) => {
        await records.lockForChange(caller, 'governmentDocument', document, transaction);
        const there = await transaction.sql
          .selectFrom('documentArticle')
          .select('id')
          .where('document', '=', document)
          .where('deletedAt', 'is', null)
          .limit(1)
          .execute();
        if (there.length > 0) throw fieldError('document', 'government.hasArticles');
        for (const [index, { number, chapter, heading, text }] of articles.entries()) {
          await records.create(
            caller,
            'documentArticle',
            {
              document,
              number,
              text,
              order: (index + 1) * 10,
              chapter: chapter || null,
              heading: heading || null,
            },
            transaction,
          );
        }
        return { count: articles.length };
      });
    },
  });
}
