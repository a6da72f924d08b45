import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import type { Principal } from './hub.ts';
import { answerFirstPoll, type LongPollingTransport, longPolling } from './long-polling.ts';
import { createBucket } from './rate-limit.ts';
import type { ReattachableTransport } from './reattachable.ts';
import { serverSentEvents } from './server-sent-events.ts';
import type { SignalRLimits } from './settings.ts';
import type { PostedTransport, Transport } from './transports.ts';

/** A connection from its negotiation to its end, by its secret token. */
export interface Negotiated {
  readonly connectionId: string;
  /** Nobody else's token may use it, and no other session's. */
  readonly userId: number;
  readonly sessionId: string;
  readonly sinceMs: number;
  /** Stateful reconnect was asked for. */
  readonly stateful: boolean;
  /** What carries it; null until the client connects. */
  carrier: Carrier | null;
}

export type Carrier =
  | { name: 'WebSockets'; transport: ReattachableTransport | null; takes: Take }
  | { name: 'ServerSentEvents'; transport: PostedTransport; takes: Take }
  | { name: 'LongPolling'; transport: LongPollingTransport; takes: Take };

/** Is one more request, or one more socket of stateful reconnect, within the rate of this connection? */
type Take = () => boolean;

/** Who asks, and how many connections they may have. */
export interface Admitted {
  principal: Principal;
  most: number;
}

/** Why a request is refused. */
export interface Refusal {
  status: number;
  reason: string;
}

export function ownerRefusal(entry: Negotiated, { actor, sessionId }: Principal): Refusal | null {
  return entry.userId === actor.userId && entry.sessionId === sessionId
    ? null
    : { status: 403, reason: 'Forbidden' };
}

/** What the requests of one hub need of its server. */
export interface CarrierDeps {
  path: string;
  limits: SignalRLimits;
  clock: Clock;
  /** Largest body of a POST: it may hold several messages, each within its own limit. */
  maxBodyBytes: number;
  entry(token: string): Negotiated | undefined;
  admit(request: IncomingMessage): Promise<Admitted | Refusal>;
  /** Counts one more connection of the user and hands it to the hub; a refusal: they have too many. */
  open(token: string, entry: Negotiated, admitted: Admitted, make: () => Transport): Refusal | null;
  /** The client's newest credentials: its session is looked at by them. */
  seen(entry: Negotiated, request: IncomingMessage): void;
}

type Handled = { request: FastifyRequest; reply: FastifyReply; entry: Negotiated; token: string };

/** GET, POST and DELETE of a hub's path: server-sent events and long polling, and what other transports are told. */
export function carrierRoutes(app: FastifyInstance, deps: CarrierDeps): void {
  const { clock, limits } = deps;

  const takes = (): Take => {
    const bucket = createBucket(limits.requestsPerSecond, limits.requestBurst, clock.monotonicMs());
    return () => bucket.take(clock.monotonicMs());
  };

  /** The answer is written by the transport; what plugins have put in its head (who may read it) stays. */
  function takeOver(reply: FastifyReply) {
    reply.hijack();
    return { response: reply.raw, headers: reply.getHeaders() as OutgoingHttpHeaders };
  }

  function listen(handled: Handled, admitted: Admitted): Refusal | null {
    const { request, reply, entry, token } = handled;
    const wantsEvents = (request.headers.accept ?? '').toLowerCase().includes('text/event-stream');
    if (entry.carrier === null) {
      if (!wantsEvents) return beginPolling(handled, admitted);
      return deps.open(token, entry, admitted, () => {
        const { response, headers } = takeOver(reply);
        const transport = serverSentEvents(response, clock, headers);
        entry.carrier = { name: 'ServerSentEvents', transport, takes: takes() };
        return transport;
      });
    }
    if (entry.carrier.name !== 'LongPolling' || wantsEvents) {
      const again = entry.carrier.name === 'ServerSentEvents' && wantsEvents;
      return again
        ? { status: 409, reason: 'Conflict' }
        : { status: 400, reason: 'Cannot change transports mid-connection' };
    }
    const { response, headers } = takeOver(reply);
    entry.carrier.transport.poll(response, headers);
    return null;
  }

  function beginPolling({ reply, entry, token }: Handled, admitted: Admitted): Refusal | null {
    const refusal = deps.open(token, entry, admitted, () => {
      const transport = longPolling(clock, limits.pollTimeoutMs);
      entry.carrier = { name: 'LongPolling', transport, takes: takes() };
      return transport;
    });
    if (refusal) return refusal;
    const { response, headers } = takeOver(reply);
    answerFirstPoll(response, headers);
    return null;
  }

  async function post({ request, reply, entry }: Handled): Promise<Refusal | null> {
    const { carrier } = entry;
    if (carrier === null) return { status: 404, reason: 'No Connection with that ID' };
    if (carrier.name === 'WebSockets') {
      return { status: 405, reason: 'POST requests are not allowed for WebSocket connections.' };
    }
    if (Buffer.isBuffer(request.body)) await carrier.transport.receive(request.body);
    reply.type('text/plain').send('');
    return null;
  }

  function end({ reply, entry }: Handled): Refusal | null {
    if (entry.carrier?.name !== 'LongPolling') {
      return { status: 400, reason: 'Cannot terminate this connection using the DELETE endpoint.' };
    }
    entry.carrier.transport.finish();
    reply.code(202).type('text/plain').send('');
    return null;
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = ({ status, reason }: Refusal) =>
      reply.code(status).type('text/plain; charset=utf-8').send(reason);
    const token = new URL(request.raw.url ?? '/', 'http://host').searchParams.get('id');
    if (token === null) return refuse({ status: 400, reason: 'Connection ID required' });
    // The token is secret: whoever has none costs no look at a session.
    const entry = deps.entry(token);
    if (!entry) return refuse({ status: 404, reason: 'No Connection with that ID' });
    if (entry.carrier && entry.carrier.name !== 'WebSockets' && !entry.carrier.takes()) {
      return refuse({ status: 429, reason: 'Too Many Requests' });
    }
    const admitted = await deps.admit(request.raw);
    if ('status' in admitted) return refuse(admitted);
    const foreign = ownerRefusal(entry, admitted.principal);
    if (foreign) return refuse(foreign);
    if (deps.entry(token) !== entry) return refuse({ status: 404, reason: 'No Connection with that ID' });
    deps.seen(entry, request.raw);
    const handled = { request, reply, entry, token };
    const refusal =
      request.method === 'GET'
        ? listen(handled, admitted)
        : request.method === 'POST'
          ? await post(handled)
          : end(handled);
    return refusal ? refuse(refusal) : reply;
  }

  void app.register(async (scope) => {
    // Text or binary, whatever its type is called: the transport reads bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: deps.path,
      schema: { hide: true },
      bodyLimit: deps.maxBodyBytes,
      // A poll a second for each of an office's screens is no flood; each connection has a rate of its own.
      config: { rateLimit: false },
      handler: handle,
    });
  });
}
