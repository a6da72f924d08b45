import type { Text } from '#domain/text/errors.ts';

/** What came on a connection: what of it is a message of the source, and what has to be said to it. */
export interface HeardByPeer {
  /** Goes on to the decoder, in this order. */
  pass: readonly Uint8Array[];
  /** To be sent back at once. */
  replies: readonly Uint8Array[];
  /** Keys of the catalogues: what was not passed on, once each. */
  refused: readonly string[];
  /** Of what was refused the first, as it was sent, by its reason. */
  examples?: ReadonlyMap<string, string>;
  /** What was answered and not passed on, by kind, a key of the catalogues, with an example. */
  answered?: readonly { kind: string; example: string }[];
  /** What is wrong with the connection now; null: nothing. */
  fault: Text | null;
  /** Is all said that has to be said before messages come? */
  isReady: boolean;
}

/** Our part in a conversation, on one connection: for formats whose other end expects more than that it is listened to. */
export interface Peer {
  /** What is said at once; null: nothing. */
  greeting: Uint8Array | null;
  /** What is said again and again while nothing else is; null: nothing. */
  keepAlive: { everyMs: number; octets: Uint8Array } | null;
  hear(bytes: Uint8Array, receivedAtMs: number): HeardByPeer;
}

/** UTF-8 of a text that has ASCII alone. */
export const asciiOf = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0x7f);
