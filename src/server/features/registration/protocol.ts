import { sql as raw } from 'kysely';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { staticPages } from '#server/seed/data/static-pages.ts';

/** The static page that holds the protocol of the registration. */
const protocolCode = 'authProtocol';

export interface PublicPage {
  code: string;
  title: string;
  /** Plain text; a line that begins with `# ` is a heading. */
  value: string;
  /** Grows with each change of the page. */
  version: number;
  updatedAt: string;
}

export interface ProtocolPages {
  /** The protocol that is to be accepted now; null: there is none. */
  current(locale: Locale): Promise<PublicPage | null>;
  /** Everything that is shown without a session. */
  open(locale: Locale): Promise<PublicPage[]>;
  /** Both languages as they are kept, for who edits them; version 0: there is none yet. */
  texts(): Promise<{ value: string; valueEn: string; version: number }>;
  save(caller: Caller, value: string, valueEn: string | undefined): Promise<PublicPage>;
}

interface Row {
  id: number;
  version: number;
  code: string;
  title: string;
  titleEn: string | null;
  content: string;
  contentEn: string | null;
  updatedAt: string;
}

/** The texts of static pages, for whoever registers. */
export function createProtocolPages(deps: { sql: Sql; records: Records }): ProtocolPages {
  const { sql, records } = deps;

  async function rowOf(code: string, db = sql): Promise<Row | undefined> {
    const { rows } = await raw<Row>`
      select * from static_page where code = ${code} and deleted_at is null`.execute(db);
    return rows[0];
  }

  async function current(locale: Locale) {
    const row = await rowOf(protocolCode);
    return row ? shown(row, locale) : null;
  }

  return {
    current,

    async open(locale) {
      const { rows } = await raw<Row>`
        select * from static_page where is_public and deleted_at is null order by code`.execute(sql);
      return rows.map((row) => shown(row, locale));
    },

    async texts() {
      const row = await rowOf(protocolCode);
      return {
        value: row?.content ?? '',
        valueEn: row?.contentEn ?? '',
        version: row ? row.version : 0,
      };
    },

    async save(caller, value, valueEn) {
      const content = value.trim();
      if (content === '') {
        throw fieldError('value', 'register.protocolEmpty');
      }
      const values = { content, ...(valueEn === undefined ? {} : { contentEn: valueEn.trim() || null }) };
      await records.transaction(async (transaction) => {
        const row = await rowOf(protocolCode, transaction.sql);
        const who = asService(caller);
        if (row) await records.update(who, 'staticPage', row.id, row.version, values, transaction);
        else {
          const shipped = staticPages.find(({ code }) => code === protocolCode);
          await records.create(who, 'staticPage', { ...shipped, ...values }, transaction);
        }
      });
      const saved = await current(caller.locale);
      if (!saved) throw new AppError('notFound', { key: 'common.notFoundPath' });
      return saved;
    },
  };
}

function shown(row: Row, locale: Locale): PublicPage {
  return {
    code: row.code,
    title: nameIn({ name: row.title, nameEn: row.titleEn }, locale),
    value: nameIn({ name: row.content, nameEn: row.contentEn }, locale),
    version: row.version,
    updatedAt: row.updatedAt,
  };
}
