/**
 * The two counters of stateful reconnect: what we sent until the peer says that it has it, and what we have
 * of the peer's. Ids start at 1 in each direction and survive the sockets. Pure: no sockets, no clock.
 * Source: HubProtocol.md (stateful reconnect); where it and the shipped code differ, the code is followed.
 */
export interface Replay {
  /** Bytes sent that the peer has not acknowledged. */
  readonly unacknowledgedBytes: number;
  /** The frames that hold them. */
  readonly unacknowledgedFrames: number;
  sent(frame: Uint8Array): void;
  /** The peer has everything up to this id. False: we knew that, or it was never sent. */
  acknowledged(sequenceId: number): boolean;
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

const released = new Uint8Array(0);

export function createReplay(): Replay {
  const frames: Uint8Array[] = [];
  /** Frames before this index are acknowledged. They are removed together, so that an Ack moves no list. */
  let head = 0;
  let bytes = 0;
  let sentCount = 0;
  let nextId = 1;
  let latestId = 0;
  let ackDue = false;
  let awaitsSequence = false;

  const count = () => frames.length - head;
  const firstId = () => sentCount - count() + 1;

  return {
    get unacknowledgedBytes() {
      return bytes;
    },
    get unacknowledgedFrames() {
      return count();
    },
    sent(frame) {
      sentCount += 1;
      frames.push(frame);
      bytes += frame.length;
    },
    acknowledged(sequenceId) {
      const end = Math.min(frames.length, head + sequenceId - firstId() + 1);
      if (end <= head) return false;
      for (; head < end; head += 1) {
        bytes -= frames[head]?.length ?? 0;
        frames[head] = released;
      }
      if (head * 2 >= frames.length) {
        frames.splice(0, head);
        head = 0;
      }
      return true;
    },
    returned() {
      awaitsSequence = true;
    },
    get firstId() {
      return firstId();
    },
    unacknowledged: () => frames.slice(head),
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
