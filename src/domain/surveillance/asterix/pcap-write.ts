/** The head of a packet capture (libpcap, microseconds, raw IP: tcpdump.org/linktypes.html, 101). */
export function pcapHead(): Uint8Array {
  const head = new Uint8Array(24);
  const view = new DataView(head.buffer);
  view.setUint32(0, 0xa1b2c3d4, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, mostOctets + ipOctets + udpOctets, true);
  view.setUint32(20, 101, true);
  return head;
}

const recordOctets = 16;
const ipOctets = 20;
const udpOctets = 8;
/** What one datagram of IPv4 can hold. */
const mostOctets = 65_507;

/** Who sent a datagram: an address, of which that of IPv4 is written, and a port. */
export interface PcapSender {
  address: string;
  port: number;
}

/** One datagram as a packet of a capture, to `port`; null: it is more than a datagram holds. */
export function pcapPacket(
  atMs: number,
  payload: Uint8Array,
  port: number,
  sender: PcapSender | null = null,
): Uint8Array | null {
  if (payload.length > mostOctets) return null;
  const length = ipOctets + udpOctets + payload.length;
  const packet = new Uint8Array(recordOctets + length);
  const view = new DataView(packet.buffer);
  const seconds = Math.floor(atMs / 1_000);
  view.setUint32(0, seconds, true);
  view.setUint32(4, Math.round((atMs - seconds * 1_000) * 1_000), true);
  view.setUint32(8, length, true);
  view.setUint32(12, length, true);
  const ip = recordOctets;
  view.setUint8(ip, 0x45);
  view.setUint16(ip + 2, length);
  view.setUint8(ip + 8, 64);
  view.setUint8(ip + 9, 17);
  for (const [index, octet] of ipv4Of(sender?.address).entries()) view.setUint8(ip + 12 + index, octet);
  view.setUint16(ip + 10, checksum(view, ip));
  const udp = ip + ipOctets;
  view.setUint16(udp, sender?.port ?? port);
  view.setUint16(udp + 2, port);
  // Zero: no checksum was made (RFC 768).
  view.setUint16(udp + 4, udpOctets + payload.length);
  packet.set(payload, udp + udpOctets);
  return packet;
}

/** The octets of an address of IPv4; none of another. */
function ipv4Of(address = ''): number[] {
  const octets = address.split('.').map(Number);
  return octets.length === 4 && octets.every((one) => one >= 0 && one <= 255) ? octets : [];
}

/** Of an IPv4 header whose own checksum is still zero (RFC 1071). */
function checksum(view: DataView, at: number): number {
  let sum = 0;
  for (let offset = 0; offset < ipOctets; offset += 2) sum += view.getUint16(at + offset);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
