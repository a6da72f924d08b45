import type { Clock } from './clock.ts';
import { createInbox, FloodError, overheadBytes } from './inbox.ts';
import {
  type CompletionMessage,
  chooseProtocol,
  createSeparatorReader,
  type HubMessage,
  type HubProtocol,
  type InvocationMessage,
  isCounted,
  type OutgoingMessage,
  ProtocolError,
  parseHandshake,
  prepareMessage,
  type StreamInvocationMessage,
  writeHandshake,
} from './protocol.ts';
import { createReplay, type Replay } from './replay.ts';
import type { EndReason, SignalRLimits, SignalRLogger } from './settings.ts';
import { carries, type Transport } from './transports.ts';
import { inLaterTurn } from './turns.ts';

/** What the hub answers to a call. */
export type InvocationResult = { result: unknown } | { error: string };

export interface ConnectionHandler {
  /** After the handshake; messages wait until it is done. A rejection ends the connection. */
  opened(): Promise<void>;
  invoke(message: InvocationMessage | StreamInvocationMessage): Promise<InvocationResult>;
  /** Once, for every connection that was opened or not. */
  ended(reason: EndReason): void;
}

export interface CloseOptions {
  /** The client comes back by itself, by a new negotiation. Without it, it stays away. */
  allowReconnect?: boolean;
  /** Shown to the client's `onclose`. */
  error?: string;
}

export interface Connection {
  readonly id: string;
  readonly open: boolean;
  readonly bufferedBytes: number;
  isWritable(): boolean;
  send(message: OutgoingMessage): void;
  sendLatest(key: string, make: () => OutgoingMessage | null): void;
  /** Sends Close and ends; while a call of this client is being handled, after its answer. */
  close(reason: EndReason, options?: CloseOptions): void;
  abort(reason: EndReason): void;
  /** Time-outs and keep-alive; called about once a second. */
  tick(): void;
  start(handler: ConnectionHandler): void;
}

const ping = prepareMessage({ type: 6 });
const closedWithError = 'Connection closed with an error.';

/** What is sent again is joined into writes of about this size. */
const resendBytes = 64 * 1024;

interface ConnectionDeps {
  id: string;
  transport: Transport;
  /** Was stateful reconnect negotiated? The client's handshake says whether its protocol can. */
  stateful?: boolean;
  protocols: readonly HubProtocol[];
  limits: SignalRLimits;
  clock: Clock;
  logger: SignalRLogger;
  received(bytes: number): void;
  sent(bytes: number): void;
  superseded(): void;
}

/**
 * One client from its handshake to its end: reads its bytes into messages, hands its calls on one after
 * the other, writes to it, and watches the clock. Knows neither hubs nor sockets.
 */
export function createConnection(deps: ConnectionDeps): Connection {
  const { id, transport, limits, clock, logger } = deps;
  let state: 'handshake' | 'open' | 'closing' | 'ended' = 'handshake';
  let protocol: HubProtocol | null = null;
  const inbox = createInbox(createSeparatorReader(limits.maxReceiveBytes), limits, clock);
  let handler: ConnectionHandler | null = null;
  let endReason: EndReason | null = null;
  let replay: Replay | null = null;

  const startedMs = clock.monotonicMs();
  let lastReceivedMs = startedMs;
  let lastSentMs = startedMs;
  let closingSinceMs = 0;
  let clientTimeoutArmed = false;

  const queue: { message: HubMessage; bytes: number }[] = [];
  let queuedBytes = 0;
  let handling = false;
  let paused = false;
  /** Reading goes on in a later turn of the event loop. */
  let readsLater = false;
  /** Since when the peer has been above its limit without acknowledging anything. */
  let heldBackSinceMs: number | null = null;
  let closeAfterHandling: (() => void) | null = null;
  const latest = new Map<string, () => OutgoingMessage | null>();

  function write(frame: Uint8Array, format: HubProtocol['transferFormat']): void {
    lastSentMs = clock.monotonicMs();
    deps.sent(frame.length);
    transport.send(frame, format);
  }

  /** Under stateful reconnect a counted message is held until the peer has it, socket or no socket. */
  function post(message: OutgoingMessage): void {
    if (!protocol) return;
    const frame = message.bytesFor(protocol);
    if (replay) {
      for (const part of message.parts ?? [message]) if (part.counted) replay.sent(part.bytesFor(protocol));
    }
    if (transport.absentSinceMs === null || !replay) write(frame, protocol.transferFormat);
  }

  const bufferedBytes = () => Math.max(transport.bufferedBytes, replay?.unacknowledgedBytes ?? 0);

  function send(message: OutgoingMessage): void {
    if (state !== 'open' || !protocol) return;
    const frames = replay?.unacknowledgedFrames ?? 0;
    if (bufferedBytes() > limits.maxBufferedBytes || frames > limits.maxBufferedFrames) {
      logger.warn({ connectionId: id, bufferedBytes: bufferedBytes(), frames }, 'client too slow: aborted');
      abort('slow');
      return;
    }
    post(message);
  }

  /** The peer has to acknowledge before anything more is produced for it. */
  function isHeldBack(): boolean {
    if (!replay) return false;
    const { unacknowledgedBytes, unacknowledgedFrames } = replay;
    return (
      unacknowledgedBytes >= limits.statefulBufferBytes || unacknowledgedFrames >= limits.statefulBufferFrames
    );
  }

  function isWritable(): boolean {
    return state === 'open' && transport.bufferedBytes <= limits.highWaterBytes && !isHeldBack();
  }

  function flushLatest(): void {
    for (const [key, make] of latest) {
      if (!isWritable()) return;
      latest.delete(key);
      try {
        const message = make();
        if (message) send(message);
      } catch (error) {
        // Called from the socket, where nobody else would catch it.
        logger.error({ connectionId: id, key, error }, 'a value for a slow client could not be made');
      }
    }
  }

  function forgetReceived(): void {
    queue.length = 0;
    queuedBytes = 0;
    inbox.restart(createSeparatorReader(limits.maxReceiveBytes));
  }

  function beginClosing(reason: EndReason): void {
    endReason ??= reason;
    state = 'closing';
    closingSinceMs = clock.monotonicMs();
    forgetReceived();
    latest.clear();
    // The peer's answer to the close has to be read.
    if (paused) transport.resume();
    paused = false;
  }

  function abort(reason: EndReason): void {
    if (state === 'ended') return;
    beginClosing(reason);
    transport.abort();
  }

  function close(reason: EndReason, options: CloseOptions = {}): void {
    if (state === 'ended' || state === 'closing') return;
    const finish = () => {
      closeAfterHandling = null;
      if (state !== 'closing') return;
      if (protocol) {
        const { error, allowReconnect } = options;
        const message: HubMessage = {
          type: 7,
          ...(error === undefined ? {} : { error }),
          ...(allowReconnect ? { allowReconnect } : {}),
        };
        post(prepareMessage(message));
      }
      transport.close(options.error === undefined ? 1000 : 1011);
    };
    beginClosing(reason);
    if (handling) closeAfterHandling = finish;
    else finish();
  }

  function broken(error: unknown): void {
    if (error instanceof FloodError) {
      flooded();
      return;
    }
    logger.warn({ connectionId: id, error: String(error) }, 'hub protocol broken by the client');
    close('protocol', { error: closedWithError });
  }

  function flooded(): void {
    logger.warn({ connectionId: id }, 'client floods the hub: closed');
    close('flood', { error: closedWithError });
  }

  function refuseHandshake(text: string): void {
    logger.warn({ connectionId: id, text }, 'hub handshake refused');
    write(writeHandshake(text), 'Text');
    beginClosing('handshake');
    transport.close(1000);
  }

  /** True when the handshake is done and what follows it can be read. */
  function readHandshake(): boolean {
    let choice: ReturnType<typeof chooseProtocol>;
    let version: number;
    try {
      const frame = inbox.next();
      if (!frame) return false;
      const handshake = parseHandshake(frame);
      version = handshake.version;
      choice = chooseProtocol(handshake, deps.protocols);
    } catch (error) {
      if (error instanceof FloodError) throw error;
      refuseHandshake('An unexpected error occurred during connection handshake.');
      return false;
    }
    if ('error' in choice) {
      refuseHandshake(choice.error);
      return false;
    }
    const { name, transferFormat } = choice.protocol;
    if (!carries(transport.name, transferFormat)) {
      refuseHandshake(
        `Cannot use the '${name}' protocol on the current transport. The transport does not support '${transferFormat}' transfer format.`,
      );
      return false;
    }
    if (deps.stateful && version >= 2 && transport.outlive) {
      replay = createReplay();
      transport.outlive();
    }
    protocol = choice.protocol;
    inbox.continueWith(protocol.createReader(limits.maxReceiveBytes));
    write(writeHandshake(), 'Text');
    state = 'open';
    void run(async () => {
      await handler?.opened();
    });
    return true;
  }

  /**
   * Are enough messages waiting to be handled? While the peer has to acknowledge, reading goes on: its Acks come
   * behind its calls.
   */
  function isQueueFull(): boolean {
    if (isHeldBack()) return false;
    const share = paused ? 0.5 : 1;
    return queue.length > limits.maxQueuedMessages * share || queuedBytes > limits.maxQueuedBytes * share;
  }

  function readMessages(): void {
    while (state === 'open' && protocol && !isQueueFull()) {
      if (inbox.spent >= limits.messagesPerTurn) {
        readLater();
        break;
      }
      const frame = inbox.next();
      if (!frame) break;
      const message = protocol.parse(frame);
      if (!message || (replay && !follow(replay, message))) continue;
      if (message.type === 6) clientTimeoutArmed = true;
      // Stream items and completions answer what this server never starts.
      else if (message.type === 1 || message.type === 4 || message.type === 7) {
        const bytes = frame.length + overheadBytes;
        queue.push({ message, bytes });
        queuedBytes += bytes;
      }
    }
  }

  /** Lets the event loop serve others between the messages of one client. */
  function readLater(): void {
    if (readsLater) return;
    readsLater = true;
    inLaterTurn(() => {
      readsLater = false;
      inbox.rest();
      read();
      void drainQueue();
    });
  }

  /** Reads what has arrived as far as it may be read now, and lets more come or not. */
  function read(): void {
    try {
      if (state === 'handshake' && !readHandshake()) return;
      readMessages();
    } catch (error) {
      broken(error);
      return;
    }
    if (state !== 'open') return;
    if (inbox.waitingBytes + queuedBytes > limits.maxWaitingBytes) {
      flooded();
      return;
    }
    const isBehind = readsLater || isQueueFull();
    if (isBehind === paused) return;
    paused = isBehind;
    if (paused) {
      transport.pause();
      return;
    }
    lastReceivedMs = clock.monotonicMs();
    transport.resume();
  }

  /** What stateful reconnect makes of a message; false: it is not handled. */
  function follow(counted: Replay, message: HubMessage): boolean {
    if (message.type === 9) {
      if (counted.sequence(message.sequenceId)) return false;
      throw new ProtocolError("Sequence ID greater than amount of messages we've received.");
    }
    if (!counted.take(isCounted(message))) return false;
    if (message.type !== 8) return true;
    if (counted.acknowledged(message.sequenceId)) {
      heldBackSinceMs = null;
      flushLatest();
    }
    return false;
  }

  /** The client has another socket: it is told from where we send again, and then all that it has not confirmed. */
  function returned(): void {
    if (!replay || !protocol || state !== 'open') return;
    const { transferFormat } = protocol;
    lastReceivedMs = clock.monotonicMs();
    // Half a message of the old socket has no other half.
    inbox.restart(protocol.createReader(limits.maxReceiveBytes));
    heldBackSinceMs = null;
    replay.returned();
    write(protocol.write({ type: 9, sequenceId: replay.firstId }), transferFormat);
    let chunk: Uint8Array[] = [];
    let bytes = 0;
    const leave = () => {
      if (chunk.length > 0) write(Buffer.concat(chunk), transferFormat);
      chunk = [];
      bytes = 0;
    };
    for (const frame of replay.unacknowledged()) {
      if (bytes + frame.length > resendBytes) leave();
      chunk.push(frame);
      bytes += frame.length;
    }
    leave();
  }

  function acknowledge(): void {
    const sequenceId = replay?.dueAck() ?? null;
    if (sequenceId !== null) send(prepareMessage({ type: 8, sequenceId }));
  }

  function received(bytes: Uint8Array): void {
    if (state !== 'handshake' && state !== 'open') return;
    lastReceivedMs = clock.monotonicMs();
    deps.received(bytes.length);
    inbox.push(bytes);
    read();
    void drainQueue();
  }

  /** Runs one piece of the hub's work; a close that it asks for waits for its end. */
  async function run(work: () => Promise<void>): Promise<void> {
    handling = true;
    try {
      await work();
    } catch (error) {
      logger.error({ connectionId: id, error }, 'hub connection failed');
      close('protocol', { error: closedWithError });
    } finally {
      handling = false;
      closeAfterHandling?.();
    }
    void drainQueue();
  }

  async function drainQueue(): Promise<void> {
    if (handling || state !== 'open') return;
    // There may be room for more now, or an Ack among what waits.
    if (paused) read();
    if (state !== 'open' || isHeldBack()) return;
    const next = queue.shift();
    if (!next) return;
    queuedBytes -= next.bytes;
    const { message } = next;
    if (message.type === 7) {
      close('client');
      return;
    }
    if (message.type === 1 || message.type === 4) await run(() => answer(message));
  }

  async function answer(message: InvocationMessage | StreamInvocationMessage): Promise<void> {
    const outcome = await (handler?.invoke(message) ?? Promise.resolve({ result: null }));
    const { invocationId } = message;
    if (invocationId === undefined || !protocol || state === 'ended') return;
    const completion: CompletionMessage =
      'error' in outcome
        ? { type: 3, invocationId, error: outcome.error }
        : { type: 3, invocationId, result: outcome.result ?? null };
    const answered = prepareMessage(completion);
    if (state === 'open') send(answered);
    // The last one before a Close.
    else post(answered);
  }

  function ended(clean: boolean): void {
    if (state === 'ended') return;
    state = 'ended';
    forgetReceived();
    latest.clear();
    handler?.ended(endReason ?? (clean ? 'client' : 'lost'));
  }

  function tick(): void {
    const nowMs = clock.monotonicMs();
    transport.tick();
    if (state === 'closing') {
      if (nowMs - closingSinceMs < limits.closeTimeoutMs) return;
      // A method that does not end may not keep a closed session open.
      if (closeAfterHandling) closeAfterHandling();
      else transport.abort();
      closingSinceMs = nowMs;
      return;
    }
    if (state === 'handshake') {
      if (nowMs - startedMs >= limits.handshakeTimeoutMs) refuseHandshake('Handshake was canceled.');
      return;
    }
    if (state !== 'open') return;
    const { stalledSinceMs, absentSinceMs } = transport;
    if (absentSinceMs !== null) {
      heldBackSinceMs = null;
      if (nowMs - absentSinceMs >= limits.absentTimeoutMs) abort('lost');
      return;
    }
    if (stalledSinceMs !== null && nowMs - stalledSinceMs >= limits.sendTimeoutMs) {
      logger.warn({ connectionId: id }, 'client takes no bytes: aborted');
      abort('timeout');
      return;
    }
    heldBackSinceMs = isHeldBack() ? (heldBackSinceMs ?? nowMs) : null;
    if (heldBackSinceMs !== null && nowMs - heldBackSinceMs >= limits.acknowledgeTimeoutMs) {
      logger.warn({ connectionId: id }, 'client acknowledges nothing: aborted');
      abort('slow');
      return;
    }
    flushLatest();
    acknowledge();
    if (transport.inherentKeepAlive) return;
    if (clientTimeoutArmed && !paused && nowMs - lastReceivedMs >= limits.clientTimeoutMs) {
      logger.info({ connectionId: id }, 'client silent: aborted');
      abort('timeout');
      return;
    }
    if (nowMs - lastSentMs >= limits.keepAliveMs) send(ping);
  }

  return {
    id,
    get open() {
      return state === 'open';
    },
    get bufferedBytes() {
      return bufferedBytes();
    },
    isWritable,
    send,
    sendLatest(key, make) {
      if (state !== 'open') return;
      if (isWritable()) {
        latest.delete(key);
        const message = make();
        if (message) send(message);
        return;
      }
      if (latest.has(key)) deps.superseded();
      latest.set(key, make);
    },
    close,
    abort,
    tick,
    start(given) {
      handler = given;
      transport.start({ received, drained: flushLatest, returned, closed: ended });
    },
  };
}
