import { joinOctets } from '#domain/surveillance/bits/join-octets.ts';

/** Reads packet captures (libpcap files) for the UDP payloads in them, with the time each was taken. */

export type PcapErrorReason =
  | 'asterix.pcap.tooShort'
  | 'asterix.pcap.notPcap'
  | 'asterix.pcap.pcapng'
  | 'asterix.pcap.linkType'
  | 'asterix.pcap.truncated';

export interface PcapPacket {
  /** Capture time, UTC milliseconds with fractions. */
  atMs: number;
  /** UDP payload, a view into the file's bytes. */
  payload: Uint8Array;
  /** Address (hexadecimal) and port of who sent it: tells senders apart. */
  sender: string;
  sourcePort: number;
  destinationPort: number;
}

const fileHeaderOctets = 24;
const packetHeaderOctets = 16;
const ipv4 = 0x0800;
const ipv6 = 0x86dd;
const vlanTags = new Set([0x8100, 0x88a8, 0x9100]);
const udp = 17;

/** Given a packet's octets, where its IP packet begins: -1 where it carries something else. */
type Link = (view: DataView, start: number, end: number) => number;

/** Link types of tcpdump.org/linktypes.html that end in IP. */
const links: Readonly<Record<number, Link>> = {
  // BSD loopback: the address family in the capturing host's order says nothing that the IP version does not.
  0: (_view, start, end) => (start + 4 <= end ? start + 4 : -1),
  1: ethernet,
  12: (_view, start) => start,
  14: (_view, start) => start,
  101: (_view, start) => start,
  // Linux cooked capture, versions 1 and 2.
  113: (view, start, end) => afterEtherType(view, start + 14, end),
  228: (_view, start) => start,
  229: (_view, start) => start,
  276: (view, start, end) => (start + 20 <= end && isIp(view.getUint16(start)) ? start + 20 : -1),
};

/** Reads a capture that comes in pieces. Never throws: what cannot be read is said by `fault`. */
export interface PcapReader {
  /** The packets that this piece completes. After an error there are none. */
  read(piece: Uint8Array): PcapPacket[];
  /** Why the rest cannot be read, and where in the file; null: so far all is well. */
  error(): { reason: PcapErrorReason; offset: number } | null;
  /** Packets that are not whole, unfragmented UDP over IPv4 or IPv6. */
  skipped(): number;
  /** No more comes: an unfinished packet, or header, is an error. */
  end(): void;
}

/** tcpdump's largest; a longer packet is none. */
const mostPacketOctets = 262_144;

interface PcapHeader {
  little: boolean;
  perMs: number;
  link: Link;
}

export function createPcapReader(): PcapReader {
  let header: PcapHeader | null = null;
  let waiting: Uint8Array = new Uint8Array();
  /** Where in the file `waiting` begins. */
  let offset = 0;
  let skipped = 0;
  let error: { reason: PcapErrorReason; offset: number } | null = null;

  /** One packet at the beginning of what waits, or null until it is whole. */
  function next(view: DataView, at: number, { little, perMs, link }: PcapHeader): number | null {
    if (at + packetHeaderOctets > view.byteLength) return null;
    const start = at + packetHeaderOctets;
    const length = view.getUint32(at + 8, little);
    if (length > mostPacketOctets) {
      error = { reason: 'asterix.pcap.truncated', offset: offset + at };
      return null;
    }
    const end = start + length;
    if (end > view.byteLength) return null;
    const ip = link(view, start, end);
    const datagram = ip < 0 ? null : udpOf(view, ip, end);
    if (datagram === null) skipped++;
    else {
      const { from, to, address, ...ports } = datagram;
      const sender = `${hexOf(waiting.subarray(address.from, address.to))} ${ports.sourcePort}`;
      const atMs = view.getUint32(at, little) * 1000 + view.getUint32(at + 4, little) / perMs;
      found.push({ atMs, payload: waiting.subarray(from, to), sender, ...ports });
    }
    return end;
  }

  let found: PcapPacket[] = [];
  return {
    read(piece) {
      found = [];
      if (error) return found;
      waiting = waiting.length === 0 ? piece : joinOctets([waiting, piece]);
      const view = new DataView(waiting.buffer, waiting.byteOffset, waiting.byteLength);
      let at = 0;
      if (!header) {
        if (waiting.length < fileHeaderOctets) return found;
        const begun = headerOf(view);
        if ('reason' in begun) {
          error = begun;
          return found;
        }
        header = begun;
        at = fileHeaderOctets;
      }
      for (let end = next(view, at, header); end !== null; end = next(view, at, header)) at = end;
      waiting = waiting.subarray(at);
      offset += at;
      return found;
    },
    error: () => error,
    skipped: () => skipped,
    end() {
      if (error) return;
      if (!header) {
        const view = new DataView(waiting.buffer, waiting.byteOffset, waiting.byteLength);
        const begun = headerOf(view);
        error = 'reason' in begun ? begun : { reason: 'asterix.pcap.tooShort', offset: 0 };
      } else if (waiting.length > 0) error = { reason: 'asterix.pcap.truncated', offset };
    },
  };
}

function headerOf(view: DataView): PcapHeader | { reason: PcapErrorReason; offset: number } {
  if (view.byteLength < 4) return { reason: 'asterix.pcap.tooShort', offset: 0 };
  const magic = view.getUint32(0);
  if (magic === 0x0a0d0d0a) return { reason: 'asterix.pcap.pcapng', offset: 0 };
  const micro = magic === 0xa1b2c3d4 || magic === 0xd4c3b2a1;
  const nano = magic === 0xa1b23c4d || magic === 0x4d3cb2a1;
  if (!micro && !nano) return { reason: 'asterix.pcap.notPcap', offset: 0 };
  if (view.byteLength < fileHeaderOctets) return { reason: 'asterix.pcap.tooShort', offset: 0 };
  const little = magic === 0xd4c3b2a1 || magic === 0x4d3cb2a1;
  // The upper bits of the field may tell the length of a frame check sequence.
  const link = links[view.getUint32(20, little) & 0xffff];
  if (link === undefined) return { reason: 'asterix.pcap.linkType', offset: 20 };
  return { little, perMs: nano ? 1_000_000 : 1000, link };
}

const isIp = (etherType: number): boolean => etherType === ipv4 || etherType === ipv6;

function ethernet(view: DataView, start: number, end: number): number {
  return afterEtherType(view, start + 12, end);
}

/** Steps over VLAN tags from the place of an EtherType to the IP header. */
function afterEtherType(view: DataView, start: number, end: number): number {
  for (let at = start; at + 2 <= end; at += 4) {
    const etherType = view.getUint16(at);
    if (isIp(etherType)) return at + 2;
    if (!vlanTags.has(etherType)) return -1;
  }
  return -1;
}

interface Datagram {
  from: number;
  to: number;
  /** Where the address of its sender stands. */
  address: { from: number; to: number };
  sourcePort: number;
  destinationPort: number;
}

function udpOf(view: DataView, start: number, end: number): Datagram | null {
  if (start >= end) return null;
  const version = view.getUint8(start) >> 4;
  if (version === 4) return udpOfIpv4(view, start, end);
  return version === 6 ? udpOfIpv6(view, start, end) : null;
}

function udpOfIpv4(view: DataView, start: number, end: number): Datagram | null {
  if (start + 20 > end) return null;
  const header = (view.getUint8(start) & 15) * 4;
  // Fragments, the first one too, do not hold a whole datagram.
  const fragment = (view.getUint16(start + 6) & 0x3fff) !== 0;
  if (header < 20 || fragment || view.getUint8(start + 9) !== udp) return null;
  return datagramAt(view, start + header, end, { from: start + 12, to: start + 16 });
}

const extensionHeaders = new Set([0, 43, 60]);

function udpOfIpv6(view: DataView, start: number, end: number): Datagram | null {
  if (start + 40 > end) return null;
  let next = view.getUint8(start + 6);
  let at = start + 40;
  while (extensionHeaders.has(next)) {
    if (at + 8 > end) return null;
    next = view.getUint8(at);
    at += (view.getUint8(at + 1) + 1) * 8;
  }
  return next === udp ? datagramAt(view, at, end, { from: start + 8, to: start + 24 }) : null;
}

const hexOf = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');

function datagramAt(view: DataView, at: number, end: number, address: Datagram['address']): Datagram | null {
  if (at + 8 > end) return null;
  const length = view.getUint16(at + 4);
  if (length < 8 || at + length > end) return null;
  return {
    from: at + 8,
    to: at + length,
    address,
    sourcePort: view.getUint16(at),
    destinationPort: view.getUint16(at + 2),
  };
}
