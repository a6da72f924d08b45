import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryTables } from '#domain/surveillance/asterix/categories/index.ts';
import { countRecords, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { reportsOf } from '#domain/surveillance/asterix/reports.ts';
import { breadth } from '#tests/support/breadth.ts';
import { readPcap } from '#tests/support/recordings.ts';
import { arbitraryRecord } from './arbitrary-record.ts';

const table = fc.constantFrom(...categoryTables);
const site = { latitude: 45, longitude: 16, heightM: 100 };

/** What must hold of any bytes at all. */
function check(bytes: Uint8Array, category: number, edition: string): void {
  const editions = { [category]: edition };
  const decoded = decodeBlocks(bytes, { editions });
  const walked = countRecords(bytes, { editions });
  expect(walked.ok).toBe(decoded.ok);
  if (!decoded.ok) {
    expect(decoded.reason).toMatch(/^asterix\./);
    expect(decoded.offset).toBeGreaterThanOrEqual(0);
    expect(decoded.offset).toBeLessThanOrEqual(bytes.length);
  }
  const { reports } = reportsOf(decoded.blocks, { receivedAtMs: 1e12, radarSite: () => site });
  for (const report of reports) {
    expect(Math.abs(report.latitude) <= 90 && Math.abs(report.longitude) <= 180).toBe(true);
    expect(Number.isFinite(report.at)).toBe(true);
  }
  for (const block of decoded.blocks) {
    if (block.edition === null || block.records.length === 0) continue;
    const again = encodeBlock(block.category, block.edition, block.records);
    // A lost character reads as "?", which nobody may send.
    if (!again.ok) expect(JSON.stringify(block.records)).toContain('?');
    else expect(decodeBlocks(again.bytes, { editions }).blocks[0]?.records).toEqual(block.records);
  }
}

describe('bad bytes', { timeout: 600_000 }, () => {
  it('noise after a believable header is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(table, fc.uint8Array({ minLength: 1, maxLength: 300 }), ({ category, edition }, noise) => {
        const length = noise.length + 3;
        check(Uint8Array.from([category, length >> 8, length & 255, ...noise]), category, edition);
      }),
      { numRuns: breadth(400, 200_000) },
    );
  });

  it('pure noise too', () => {
    fc.assert(
      fc.property(table, fc.uint8Array({ maxLength: 100 }), ({ category, edition }, noise) =>
        check(noise, category, edition),
      ),
      { numRuns: 500 },
    );
  });

  it('every truncation of a datagram is refused', () => {
    fc.assert(
      fc.property(
        table.chain((one) => fc.tuple(fc.constant(one), arbitraryRecord(one))),
        ([{ category, edition }, record]) => {
          const encoded = encodeBlock(category, edition, [record]);
          if (!encoded.ok) throw new Error(encoded.reason);
          for (let length = 1; length < encoded.bytes.length; length++) {
            const decoded = decodeBlocks(encoded.bytes.subarray(0, length), {
              editions: { [category]: edition },
            });
            expect(decoded).toMatchObject({ ok: false, reason: 'asterix.truncated', blocks: [] });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('flipped bits are read or refused', () => {
    fc.assert(
      fc.property(
        table.chain((one) =>
          fc.tuple(fc.constant(one), fc.array(arbitraryRecord(one), { minLength: 1, maxLength: 3 })),
        ),
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        ([{ category, edition }, records], flips) => {
          const encoded = encodeBlock(category, edition, records);
          if (!encoded.ok) throw new Error(encoded.reason);
          const bytes = encoded.bytes;
          for (const flip of flips) {
            const bit = flip % (bytes.length * 8);
            bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
          }
          check(bytes, category, edition);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('reads from the middle of a larger buffer', () => {
    const encoded = encodeBlock(21, '2.x', [
      { targetAddress: '780001', reservedExpansion: Uint8Array.from([1, 2]) },
    ]);
    if (!encoded.ok) throw new Error(encoded.reason);
    const around = Uint8Array.from([9, 9, 9, ...encoded.bytes, 9, 9]);
    expect(decodeBlocks(around.subarray(3, 3 + encoded.bytes.length))).toEqual(decodeBlocks(encoded.bytes));
  });

  it('noise as a capture file is refused or read', () => {
    const headers = ['a1b2c3d4', 'd4c3b2a1', 'a1b23c4d', '4d3cb2a1', '0a0d0d0a', '00000000'];
    fc.assert(
      fc.property(
        fc.constantFrom(...headers),
        fc.constantFrom(0, 1, 101, 113, 276),
        fc.uint8Array({ maxLength: 200 }),
        (magic, link, noise) => {
          const header = Buffer.alloc(24);
          header.write(magic, 'hex');
          if (magic.startsWith('a1')) header.writeUInt32BE(link, 20);
          else header.writeUInt32LE(link, 20);
          const read = readPcap(Uint8Array.from([...header, ...noise]));
          for (const packet of read.packets) expect(packet.payload.length).toBeLessThanOrEqual(noise.length);
        },
      ),
    );
  });
});
