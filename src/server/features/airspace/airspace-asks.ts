import type { Sql } from '#server/db/sql.ts';

/** A holder's request for an extension that waits for its answer (Order 371, art. 10); times UTC ISO 8601. */
export interface ExtensionAsk {
  /** Of its event. */
  id: number;
  airspace: number;
  /** The end that is asked for. */
  validTo: string;
  reason: string | null;
  byName: string | null;
  at: string;
}

/** The requests that wait, by airspace: of these, or of all where none are named. */
export async function waitingAsks(sql: Sql, airspaces?: number[]): Promise<Map<number, ExtensionAsk>> {
  const query = sql
    .selectFrom('airspaceEvent')
    .select(['id', 'airspace', 'to', 'reason', 'byName', 'at'])
    .where('kind', '=', 'extensionAsked')
    .where('state', '=', 'waiting')
    .where('deletedAt', 'is', null)
    .orderBy('id');
  const rows = await (airspaces ? query.where('airspace', 'in', [0, ...airspaces]) : query).execute();
  const iso = (value: unknown) => new Date(String(value)).toISOString();
  return new Map(
    rows.map((row) => [
      row.airspace,
      {
        id: row.id,
        airspace: row.airspace,
        validTo: iso(row.to),
        reason: row.reason,
        byName: row.byName,
        at: iso(row.at),
      },
    ]),
  );
}

/** The request of one airspace; null: none waits. */
export async function waitingAsk(sql: Sql, airspace: number): Promise<ExtensionAsk | null> {
  return (await waitingAsks(sql, [airspace])).get(airspace) ?? null;
}
