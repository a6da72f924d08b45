/**
 * The two counters of stateful reconnect: what we sent until the peer says that it has it, and what we have
 * of the peer's. Ids start at 1 in each direction and survive the sockets. Pure: no sockets, no clock.
 * Source: HubProtocol.md (stateful reconnect); where it and the shipped code differ, the code is followed.
 */
export interface Replay {
  /** Bytes sent that the peer has not acknowledged. */
  readonly unacknowledgedBytes: number;
  sent(frame: Uint8Array): void;
  /** The peer has everything up to this id. */
  acknowledged(sequenceId: number): void;
  /** A new socket: nothing of the peer counts before its Sequence. */
  returned(): void;
  /** The id that our Sequence names: of the first frame that is sent again, or of the next one. */
  readonly firstId: number;
  /** In their order, to be sent again. */
  unacknowledged(): readonly Uint8Array[];
  /** The peer's Sequence; false: it names what was never sent, the protocol is broken. */
  sequence(sequenceId: number): boolean;
  /** Is this message of the peer to be handled? False: it came before, or before the Sequence. */
  take(counted: boolean): boolean;
  /** The id to acknowledge, once for each advance; null: nothing new. */
  dueAck(): number | null;
}

export function createReplay(): Replay {
  let frames: Uint8Array[] = [];
  let bytes = 0;
  let sentCount = 0;
  let nextId = 1;
  let latestId = 0;
  let ackDue = false;
  let awaitsSequence = false;

  const firstId = () => sentCount - frames.length + 1;

  return {
    get unacknowledgedBytes() {
      return bytes;
    },
    sent(frame) {
      sentCount += 1;
      frames.push(frame);
      bytes += frame.length;
    },
    acknowledged(sequenceId) {
      const count = Math.min(frames.length, Math.max(0, sequenceId - firstId() + 1));
      for (const frame of frames.slice(0, count)) bytes -= frame.length;
      frames = frames.slice(count);
    },
    returned() {
      awaitsSequence = true;
    },
    get firstId() {
      return firstId();
    },
    unacknowledged: () => frames,
    sequence(sequenceId) {
      awaitsSequence = false;
      if (sequenceId > nextId || sequenceId < 1) return false;
      nextId = sequenceId;
      return true;
    },
    take(counted) {
      if (awaitsSequence) return false;
      if (!counted) return true;
      const id = nextId;
      nextId += 1;
      // A peer that sends again what we have has not seen our acknowledgement.
      if (id >= latestId) ackDue = true;
      if (id <= latestId) return false;
      latestId = id;
      return true;
    },
    dueAck() {
      if (!ackDue || awaitsSequence) return null;
      ackDue = false;
      return latestId;
    },
  };
}
