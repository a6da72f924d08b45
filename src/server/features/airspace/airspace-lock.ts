import { sql as raw } from 'kysely';
import { type AirspaceAction, airspaceMove, reasonNeeded } from '#domain/airspace/machine.ts';
import type { AirspaceRecord } from '#domain/record/records.gen.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { findRow } from '#server/engine/records/rows.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { waitingAsk } from './airspace-asks.ts';
import { standingOf } from './airspace-rows.ts';
import { atField } from './airspace-shape.ts';

export type AirspaceLock = ReturnType<typeof createAirspaceLock>;

/** What every act begins with: the airspace, held for the transaction, and whether it stands so that this may be done. */
export function createAirspaceLock(deps: { records: Records; catalogue: Catalogue; clock: () => Date }) {
  const { records, catalogue, clock } = deps;

  function refuseUnmoved(action: AirspaceAction, record: AirspaceRecord, extensionRequested = false): void {
    if (record.deletedAt !== null) throw new AppError('conflict', { key: 'audit.refused.inTrash' });
    const move = airspaceMove(action, standingOf(record, clock().getTime(), extensionRequested));
    if (!move.ok) throw new AppError('conflict', move.why, { explanation: { key: move.rule } });
  }

  return {
    refuseUnmoved,

    /** The airspace, locked, where the caller may read it and it stands so that this may be done. */
    async lock(
      transaction: Transaction,
      caller: Caller,
      id: number,
      action: AirspaceAction,
    ): Promise<AirspaceRecord> {
      await findRow(transaction.sql, catalogue.find('airspace'), raw`t.id = ${id}`, { lock: true });
      const record = await records.get(caller, 'airspace', id, transaction.sql);
      refuseUnmoved(action, record, (await waitingAsk(transaction.sql, id)) !== null);
      return record;
    },
  };
}

/** Some acts say why. */
export function needReason(action: AirspaceAction, reason: string | null): void {
  if (reason || !reasonNeeded.includes(action)) return;
  throw atField('reason', { key: 'airspace.refused.reason' });
}

/** It is somebody else's to do. */
export function party(name: 'operator' | 'keeper' | 'watch'): AppError {
  return new AppError(
    'forbidden',
    { key: `airspace.refused.party.${name}` },
    { explanation: { key: 'airspace.rule.party' } },
  );
}
