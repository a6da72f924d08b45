import { describe, expect, it } from 'vitest';
import { readPcap } from '#tests/support/recordings.ts';

type Format = 'le-us' | 'be-us' | 'le-ns' | 'be-ns';

const magics: Record<Format, string> = {
  'le-us': 'd4c3b2a1',
  'be-us': 'a1b2c3d4',
  'le-ns': '4d3cb2a1',
  'be-ns': 'a1b23c4d',
};

function file(format: Format, link: number, ...frames: number[][]): Uint8Array {
  const big = format.startsWith('be');
  const u32 = (value: number) => {
    const four = Buffer.alloc(4);
    if (big) four.writeUInt32BE(value);
    else four.writeUInt32LE(value);
    return [...four];
  };
  const fraction = format.endsWith('us') ? 250_000 : 250_000_000;
  const header = [
    ...Buffer.from(magics[format], 'hex'),
    0,
    0,
    0,
    0,
    ...u32(0),
    ...u32(0),
    ...u32(65535),
    ...u32(link),
  ];
  const packets = frames.flatMap((frame) => [
    ...u32(1_700_000_000),
    ...u32(fraction),
    ...u32(frame.length),
    ...u32(frame.length),
    ...frame,
  ]);
  return Uint8Array.from([...header, ...packets]);
}

const payload = [21, 0, 4, 9];
const udp = (...data: number[]) => [0x21, 0x98, 0x21, 0x99, 0, data.length + 8, 0, 0, ...data];
const ip4 = (body: number[], { protocol = 17, fragment = 0, options = 0 } = {}) => [
  0x45 + options,
  0,
  0,
  20 + options * 4 + body.length,
  0,
  0,
  fragment >> 8,
  fragment & 255,
  64,
  protocol,
  0,
  0,
  ...Array<number>(8 + options * 4).fill(1),
  ...body,
];
const ip6 = (body: number[], next = 17) => [
  0x60,
  0,
  0,
  0,
  0,
  body.length,
  next,
  64,
  ...Array<number>(32).fill(2),
  ...body,
];
const mac = Array<number>(12).fill(3);
const ethernet = (etherType: number, body: number[]) => [...mac, etherType >> 8, etherType & 255, ...body];
const vlan = (body: number[]) => ethernet(0x8100, [0, 5, ...body]);

describe('packet captures', () => {
  const readable: [name: string, link: number, frame: number[]][] = [
    ['IPv4 on Ethernet', 1, ethernet(0x0800, ip4(udp(...payload)))],
    ['IPv4 with options', 1, ethernet(0x0800, ip4(udp(...payload), { options: 2 }))],
    ['padding after the datagram', 1, [...ethernet(0x0800, ip4(udp(...payload))), 0, 0, 0, 0]],
    ['a VLAN', 1, vlan([8, 0, ...ip4(udp(...payload))])],
    ['two VLAN tags', 1, ethernet(0x88a8, [0, 5, 0x81, 0, 0, 6, 8, 0, ...ip4(udp(...payload))])],
    ['IPv6', 1, ethernet(0x86dd, ip6(udp(...payload)))],
    [
      'IPv6 with an extension header',
      1,
      ethernet(0x86dd, ip6([17, 0, 0, 0, 0, 0, 0, 0, ...udp(...payload)], 60)),
    ],
    ['raw IP', 101, ip4(udp(...payload))],
    ['raw IPv6', 229, ip6(udp(...payload))],
    ['Linux cooked capture', 113, [...Array<number>(14).fill(0), 8, 0, ...ip4(udp(...payload))]],
    ['Linux cooked capture 2', 276, [8, 0, ...Array<number>(18).fill(0), ...ip4(udp(...payload))]],
    ['loopback', 0, [2, 0, 0, 0, ...ip4(udp(...payload))]],
  ];
  it.each(readable)('reads %s', (_name, link, frame) => {
    const read = readPcap(file('le-us', link, frame));
    expect(read).toMatchObject({ ok: true, skipped: 0 });
    expect(read.packets.map((packet) => ({ ...packet, payload: [...packet.payload] }))).toEqual([
      {
        atMs: 1_700_000_000_250,
        payload,
        // The address of its sender, of IPv4 or of IPv6.
        sender: expect.stringMatching(/^(?:[0-9a-f]{8}|(?:02){16}) 8600$/),
        sourcePort: 8600,
        destinationPort: 8601,
      },
    ]);
  });

  it.each<Format>(['le-us', 'be-us', 'le-ns', 'be-ns'])('reads byte order and clock of %s', (format) => {
    const read = readPcap(file(format, 101, ip4(udp(...payload)), ip4(udp(7))));
    expect(read.packets.map(({ atMs, payload: data }) => [atMs, data.length])).toEqual([
      [1_700_000_000_250, 4],
      [1_700_000_000_250, 1],
    ]);
    const bytes = file(format, 101, ip4(udp(...payload)), ip4(udp(7)));
    for (const length of [1, 5, 30]) expect(readPcap(bytes, length)).toEqual(read);
  });

  const skipped: [name: string, frame: number[]][] = [
    ['ARP', ethernet(0x0806, [1, 2, 3])],
    ['TCP', ethernet(0x0800, ip4(udp(...payload), { protocol: 6 }))],
    ['a fragment', ethernet(0x0800, ip4(udp(...payload), { fragment: 0x2000 }))],
    ['a later fragment', ethernet(0x0800, ip4(udp(...payload), { fragment: 5 }))],
    ['a cut datagram', ethernet(0x0800, ip4(udp(...payload).slice(0, 9)))],
    ['half an IPv6 header', ethernet(0x86dd, ip6(udp(...payload)).slice(0, 30))],
    ['a stub', [1, 2, 3]],
    ['nothing', []],
  ];
  it.each(skipped)('skips %s and goes on', (_name, frame) => {
    const read = readPcap(file('le-us', 1, frame, ethernet(0x0800, ip4(udp(...payload)))));
    expect(read).toMatchObject({ ok: true, skipped: 1 });
    expect(read.packets).toHaveLength(1);
  });

  const whole = file('le-us', 101, ip4(udp(...payload)), ip4(udp(...payload)));
  const refused: [name: string, bytes: Uint8Array, reason: string, offset: number, packets: number][] = [
    ['nothing', new Uint8Array(), 'asterix.pcap.tooShort', 0, 0],
    ['half a header', whole.subarray(0, 20), 'asterix.pcap.tooShort', 0, 0],
    ['another file', Uint8Array.from([80, 75, 3, 4, ...whole]), 'asterix.pcap.notPcap', 0, 0],
    ['pcapng', Uint8Array.from([0x0a, 0x0d, 0x0d, 0x0a, ...whole]), 'asterix.pcap.pcapng', 0, 0],
    ['a link that we do not know', file('le-us', 105), 'asterix.pcap.linkType', 20, 0],
    ['half a packet', whole.subarray(0, whole.length - 1), 'asterix.pcap.truncated', 24 + 16 + 32, 1],
    ['half a packet header', whole.subarray(0, 24 + 16 + 32 + 7), 'asterix.pcap.truncated', 24 + 16 + 32, 1],
  ];
  it.each(refused)('refuses %s', (_name, bytes, reason, offset, packets) => {
    const read = readPcap(bytes);
    expect(read).toMatchObject({ ok: false, reason, offset });
    expect(read.packets).toHaveLength(packets);
    for (const length of [1, 5, 30]) expect(readPcap(bytes, length)).toEqual(read);
  });
});
