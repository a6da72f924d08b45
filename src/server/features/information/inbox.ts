import { cutBulletin } from '#domain/information/cut-bulletin.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Take } from './intake.ts';

/**
 * Takes a message of the inbox that is none of air traffic services; false: no source takes messages of this gateway, or
 * nothing of it could be read, and a person looks at it.
 */
export type TakeFromInbox = (text: string, gatewayId: number | null) => Promise<boolean>;

export function createInbox(deps: { sql: Sql; take: Take; clock: () => Date }): TakeFromInbox {
  const { sql, take, clock } = deps;
  return async (text, gatewayId) => {
    const receivedAt = clock().getTime();
    if (cutBulletin(text, receivedAt).every(({ kind }) => kind === null)) return false;
    const sources = await sql
      .selectFrom('informationSource')
      .select(['id', 'gateway'])
      .where('transport', '=', 'inbox')
      .where('enabled', '=', true)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    const source =
      sources.find(({ gateway }) => gateway !== null && gateway === gatewayId) ??
      sources.find(({ gateway }) => gateway === null);
    if (!source) return false;
    const items = await take(text, { sourceId: source.id, receivedAt, isDemo: false });
    return items.some(({ state }) => state !== 'unreadable');
  };
}
