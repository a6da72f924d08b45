/** Reads packet captures (libpcap files) for the UDP payloads in them, with the time each was taken. */

export type PcapFault =
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
  sourcePort: number;
  destinationPort: number;
}

export type PcapRead =
  /** `skipped`: packets that are not whole, unfragmented UDP over IPv4 or IPv6. */
  | { ok: true; packets: PcapPacket[]; skipped: number }
  /** `packets` are those before the fault. */
  | { ok: false; reason: PcapFault; offset: number; packets: PcapPacket[]; skipped: number };

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

/** Reads a whole capture file. Never throws: what cannot be read is said by `reason` and `offset`. */
export function readPcap(bytes: Uint8Array): PcapRead {
  const packets: PcapPacket[] = [];
  let skipped = 0;
  const fault = (reason: PcapFault, offset: number): PcapRead => ({
    ok: false,
    reason,
    offset,
    packets,
    skipped,
  });
  if (bytes.length < 4) return fault('asterix.pcap.tooShort', 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0);
  if (magic === 0x0a0d0d0a) return fault('asterix.pcap.pcapng', 0);
  const micro = magic === 0xa1b2c3d4 || magic === 0xd4c3b2a1;
  const nano = magic === 0xa1b23c4d || magic === 0x4d3cb2a1;
  if (!micro && !nano) return fault('asterix.pcap.notPcap', 0);
  if (bytes.length < fileHeaderOctets) return fault('asterix.pcap.tooShort', 0);
  const little = magic === 0xd4c3b2a1 || magic === 0x4d3cb2a1;
  const perMs = nano ? 1_000_000 : 1000;
  // The upper bits of the field may tell the length of a frame check sequence.
  const link = links[view.getUint32(20, little) & 0xffff];
  if (link === undefined) return fault('asterix.pcap.linkType', 20);
  let offset = fileHeaderOctets;
  while (offset < bytes.length) {
    if (offset + packetHeaderOctets > bytes.length) return fault('asterix.pcap.truncated', offset);
    const atMs = view.getUint32(offset, little) * 1000 + view.getUint32(offset + 4, little) / perMs;
    const start = offset + packetHeaderOctets;
    const end = start + view.getUint32(offset + 8, little);
    if (end > bytes.length) return fault('asterix.pcap.truncated', offset);
    const ip = link(view, start, end);
    const datagram = ip < 0 ? null : udpOf(view, ip, end);
    if (datagram === null) skipped++;
    else {
      const { from, to, ...ports } = datagram;
      packets.push({ atMs, payload: bytes.subarray(from, to), ...ports });
    }
    offset = end;
  }
  return { ok: true, packets, skipped };
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
  return datagramAt(view, start + header, end);
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
  return next === udp ? datagramAt(view, at, end) : null;
}

function datagramAt(view: DataView, at: number, end: number): Datagram | null {
  if (at + 8 > end) return null;
  const length = view.getUint16(at + 4);
  if (length < 8 || at + length > end) return null;
  return {
    from: at + 8,
    to: at + length,
    sourcePort: view.getUint16(at),
    destinationPort: view.getUint16(at + 2),
  };
}
