import type { Text } from '#domain/text/errors.ts';
import type { GatewayRow } from '#server/features/messages/message-rows.ts';

/** What goes out: the same at each try. */
export interface Outgoing {
  /** Of our row: by it a receiver, or a folder, knows what it has already. */
  id: number;
  type: string;
  /** The message alone, and with its envelope. */
  text: string;
  envelope: string;
  priority: string | null;
  addressees: string[];
  reference: string;
  /** Of the first try, UTC. */
  filingTime: string;
}

export type SendOutcome =
  /** The other end has it; `acknowledged`: and has said so. */
  | { ok: true; acknowledged: boolean }
  /** `unknown`: it may have got through all the same. */
  | { ok: false; error: Text; unknown: boolean };

/** One way of sending. It says what came of it and throws nothing. */
export type SendThrough = (gateway: GatewayRow, message: Outgoing) => Promise<SendOutcome>;

/** Something came in. `reply`: writes to where it came from; absent where nothing can be written there. */
export type OnReceived = (
  text: string,
  gateway: GatewayRow,
  reply?: (envelope: string) => void,
) => Promise<void>;
