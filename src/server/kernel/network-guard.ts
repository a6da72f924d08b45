import { lookup as resolve } from 'node:dns';
import { lookup as resolveSoon } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Text } from '#domain/text/errors.ts';

/** A refusal of our own, that travels as an error through a socket. */
export class Refused extends Error {
  constructor(readonly text: Text) {
    super(text.key);
  }
}

/** Keeps connections to places that a person wrote down out of the own network, unless that is allowed. */
export interface NetworkGuard {
  /** Why a host that is an address is refused; null: it is not, or it is a name, which `lookup` judges. */
  refuses(host: string): Text | null;
  /** For a socket: every address of a name is judged, and the connection goes to a judged one and no other. */
  lookup: LookupFunction;
  /** The same beforehand. A name that leads nowhere yet is no fault: it is judged anew when something is sent. */
  check(host: string): Promise<Text | null>;
}

/** How long `judge` waits for a name: whoever saves a record holds a transaction. */
const patienceMs = 1_000;

export function createNetworkGuard({ allowPrivate }: { allowPrivate: boolean }): NetworkGuard {
  const errorOf = (address: string): Text | null =>
    allowPrivate || isPublic(address) ? null : { key: 'webhooks.privateAddress', values: { address } };
  const refuses = (host: string) => (isIP(host) === 0 ? null : errorOf(host));

  return {
    refuses,

    lookup(hostname, options, done) {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const problem = error
          ? null
          : addresses.map(({ address }) => errorOf(address)).find((one) => one !== null);
        const [first] = addresses ?? [];
        if (error) done(error, []);
        else if (problem) done(new Refused(problem), []);
        else if (!first) done(new Refused({ key: 'webhooks.unknownHost', values: { host: hostname } }), []);
        else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    },

    async check(host) {
      if (allowPrivate || isIP(host) !== 0) return refuses(host);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<[]>((done) => {
        timer = setTimeout(() => done([]), patienceMs);
      });
      const found = await Promise.race([resolveSoon(host, { all: true }).catch(() => []), late]);
      clearTimeout(timer);
      return found.map(({ address }) => errorOf(address)).find((error) => error !== null) ?? null;
    },
  };
}

/** All of IPv6 that has been given out to the internet; whatever else there is, the registry keeps for itself. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Within it, what IANA's registry of special-purpose addresses has (RFC 6890 and those that amend it). */
const specialPurpose = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, AMT, ORCHID, drone identification
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: the address of IPv4 in it may be any
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Everything that is not plainly of the public internet counts as the own network. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in the clothes of IPv6 is judged as what it is.
  const bare = ipaddr.process(address);
  if (bare.range() !== 'unicast') return false;
  if (bare instanceof ipaddr.IPv4) return true;
  return bare.match(globalUnicast) && !specialPurpose.some((range) => bare.match(range));
}
