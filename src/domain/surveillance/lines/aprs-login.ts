import type { Position } from '#domain/geo/geodesy.ts';
import { asciiOf, type Peer } from '#domain/surveillance/formats/peer.ts';
import { createLineSplitter } from '#domain/surveillance/track/lines.ts';
import { nothingRead } from '#domain/surveillance/track/reading.ts';
import type { Text } from '#domain/text/errors.ts';

/** How a client signs in to a server of APRS-IS, as the Open Glider Network runs them. */
export interface AprsLogin {
  /** A name that nobody else uses there, 3 to 9 letters and digits. */
  userName: string;
  /** The pass code of the name; -1: it only listens. */
  passCode: string;
  /** What it wants to hear, in the words of APRS-IS: `r/30.6/104.1/200` within 200 km of a place; '': everything. */
  filter: string;
}

/** A server ends a connection on which the client says nothing for long. */
const keepAliveMs = 4 * 60_000;
const software = 'Clearway 1.0';
/** Lines of a server about the login begin so; all else behind a `#` says that it is alive. */
const answered = /^#\s*logresp\s+\S+\s+(verified|unverified)\b/i;
const refused = /^#\s*(?:logresp\b|invalid|login by|port full|server full|.*\bfull\b.*$|.*\bdisconnect)/i;

/** The filter of a place and a range; '' where either is not known. */
export function rangeFilter(site: Position | null, rangeKm: number | null): string {
  return site === null || rangeKm === null
    ? ''
    : `r/${site.latitude.toFixed(4)}/${site.longitude.toFixed(4)}/${Math.ceil(rangeKm)}`;
}

/** Signs in, keeps the connection, and says why a server lets nobody in. All that comes goes on to the decoder. */
export function createAprsPeer({ userName, passCode, filter }: AprsLogin): Peer {
  const splitter = createLineSplitter('\n', true);
  const wanted = filter === '' ? '' : ` filter ${filter}`;
  let fault: Text | null = null;
  let isReady = false;
  return {
    greeting: asciiOf(`user ${userName} pass ${passCode} vers ${software}${wanted}\r\n`),
    keepAlive: { everyMs: keepAliveMs, octets: asciiOf('#keepalive\r\n') },
    hear(bytes) {
      for (const line of splitter.take(bytes, nothingRead())) {
        if (answered.test(line)) {
          fault = null;
          isReady = true;
        } else if (refused.test(line)) {
          fault = { key: 'track.line.login', values: { reason: line.replace(/^#\s*/, '').slice(0, 100) } };
        }
      }
      return { pass: [bytes], replies: [], refused: [], fault, isReady };
    },
  };
}
