import type { Clock } from './clock.ts';
import type { FrameReader } from './protocol.ts';
import { createBucket } from './rate-limit.ts';
import type { SignalRLimits } from './settings.ts';

/** The client sends more messages than its rate allows. */
export class FloodError extends Error {
  override name = 'FloodError';
}

/** Bytes of a message that cost as much as one message: large ones take longer to parse. */
const bytesOfCost = 2048;

/** Memory that a waiting piece or message takes in addition to its bytes, roughly. */
export const overheadBytes = 256;

/** The bytes of one client that have arrived and are not read yet, and the rate at which they may be read. */
export interface Inbox {
  /** Bytes that wait, with what holding them costs. */
  readonly waitingBytes: number;
  /** What was read since the last `rest`: messages, weighted by size. */
  readonly spent: number;
  push(piece: Uint8Array): void;
  /** The next whole frame, or null until more arrives. Throws FloodError before a frame above the rate is parsed. */
  next(): Uint8Array | null;
  /** Another protocol reads what follows. */
  continueWith(reader: FrameReader): void;
  /** Forgets what waits; another socket begins. */
  restart(reader: FrameReader): void;
  /** The event loop has had its turn. */
  rest(): void;
}

type InboxLimits = Pick<SignalRLimits, 'messagesPerSecond' | 'messageBurst'>;

export function createInbox(first: FrameReader, limits: InboxLimits, clock: Clock): Inbox {
  const { messagesPerSecond, messageBurst } = limits;
  const bucket = createBucket(messagesPerSecond, messageBurst, clock.monotonicMs());
  let reader = first;
  let pieces: Uint8Array[] = [];
  let waitingBytes = 0;
  let spent = 0;
  /** The piece that is being read has ended no message yet: it costs as much as a message. */
  let isFruitless = false;

  function charge(bytes: number): void {
    const cost = Math.min(messageBurst, 1 + Math.floor(bytes / bytesOfCost));
    spent += cost;
    if (!bucket.take(clock.monotonicMs(), cost)) throw new FloodError('Too many messages.');
  }

  return {
    get waitingBytes() {
      return waitingBytes;
    },
    get spent() {
      return spent;
    },
    push(piece) {
      pieces.push(piece);
      waitingBytes += piece.length + overheadBytes;
    },
    next() {
      for (;;) {
        const frame = reader.next();
        if (frame) {
          isFruitless = false;
          charge(frame.length);
          return frame;
        }
        if (isFruitless) {
          isFruitless = false;
          charge(0);
        }
        const piece = pieces.shift();
        if (!piece) return null;
        waitingBytes -= piece.length + overheadBytes;
        reader.push(piece);
        isFruitless = true;
      }
    },
    continueWith(next) {
      const rest = reader.rest();
      reader = next;
      if (rest.length > 0) reader.push(rest);
    },
    restart(next) {
      reader = next;
      pieces = [];
      waitingBytes = 0;
      isFruitless = false;
    },
    rest() {
      spent = 0;
    },
  };
}
