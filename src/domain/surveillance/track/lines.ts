import { joinOctets } from '#domain/surveillance/bits/join-octets.ts';
import type { Reading } from './reading.ts';
import { utf8Of } from './utf8.ts';

/** Octets of one line: what is longer is none. */
const mostOctets = 16_384;

export interface LineSplitter {
  /** The lines that have come whole, '' for a blank one; of a datagram also the last, which no end follows. */
  take(bytes: Uint8Array, into: Reading): Generator<string>;
}

/** Splits text in UTF-8 at its line ends. `isStream`: the rest of a line may still come. */
export function createLineSplitter(end: '\n' | ';', isStream: boolean): LineSplitter {
  const endOctet = end.charCodeAt(0);
  let waiting: Uint8Array = new Uint8Array();
  return {
    *take(bytes, into) {
      const all = joinOctets([waiting, bytes]);
      const textOf = (line: Uint8Array): string => {
        if (line.length <= mostOctets) return line.some((octet) => octet > 0x20) ? utf8Of(line).trim() : '';
        into.errors.push('track.read.length');
        return '';
      };
      const rest = all.lastIndexOf(endOctet) + 1;
      waiting = isStream ? all.slice(rest) : new Uint8Array();
      let from = 0;
      for (let at = all.indexOf(endOctet); at >= 0; at = all.indexOf(endOctet, from)) {
        yield textOf(all.subarray(from, at));
        from = at + 1;
      }
      if (!isStream) yield textOf(all.subarray(from));
      else if (waiting.length > mostOctets) {
        waiting = new Uint8Array();
        into.errors.push('track.read.length');
      }
    },
  };
}
