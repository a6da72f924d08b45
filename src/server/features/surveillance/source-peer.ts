import type { Peer } from '#domain/surveillance/formats/peer.ts';
import { createAprsPeer, rangeFilter } from '#domain/surveillance/lines/aprs-login.ts';
import { createJt808Platform } from '#domain/surveillance/terminals/jt808-platform.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { FeedDeps } from './feed.ts';
import { siteOf } from './source-settings.ts';

/** Listens only: a server of APRS-IS asks no other code for that. */
const listenerCode = '-1';

/** Our part in what the format of a source expects on a connection; null: it is listened to alone. */
export function peerOf(
  record: StoredRecord,
  { password, codeOf }: Pick<FeedDeps, 'password' | 'codeOf'>,
): Peer | null {
  const { type, transport } = record;
  if (type === 'flarm' && transport === 'tcpClient') {
    const userName = textOf(record.userName);
    if (userName === null) return null;
    return createAprsPeer({
      userName,
      passCode: password() ?? listenerCode,
      filter: textOf(record.aprsFilter) ?? rangeFilter(siteOf(record), numberOf(record.rangeKm)),
    });
  }
  if (type === 'jt808' && (transport === 'tcpServer' || transport === 'tcpClient')) {
    return createJt808Platform({
      terminals: Array.isArray(record.terminals) ? record.terminals.map(String) : [],
      // Where we dial, we chose the other end: a gateway may pass on terminals that signed in long ago.
      needsSignIn: transport === 'tcpServer' && record.terminalSignIn !== false,
      codeOf,
    });
  }
  return null;
}
