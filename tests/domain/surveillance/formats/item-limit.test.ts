import { describe, expect, test } from 'vitest';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import { mostItems, nothingRead } from '#domain/surveillance/track/reading.ts';

/** A message that is legal in size and heavy: no format reads more items of it than the limit. */

const at = Date.UTC(2026, 5, 10, 2);
const octets = 1024 * 1024;
const text = (value: string) => new TextEncoder().encode(value);
const mapping = JSON.stringify({ fields: { latitude: '/a', longitude: '/o', icao24: '/h' } });
const repeated = (...piece: number[]) =>
  Uint8Array.from({ length: octets }, (_, i) => piece[i % piece.length] ?? 0);

const decoderOf = (type: string, isStream = false) => {
  const none = { sac: null, sic: null, site: null, sites: new Map() };
  const decoder = createSourceDecoder({ type, editions: {}, ...none, mapping, isStream });
  if (!decoder) throw new Error(`no decoder of ${type}`);
  return decoder;
};

/** CAT021 with an empty item: as many records as its octets can hold. */
const block = [21, 0x80, 0x00];

test.each([
  ['json', text(`[${'1,'.repeat(500_000)}1]`)],
  ['sbs', repeated(0x41, 0x0a)],
  ['sbs', repeated(0x0a)],
  ['flarm', repeated(0x41, 0x0a)],
  ['avr', repeated(0x2a, 0x3b)],
  ['beast', repeated(0x1a, 0x31, 0x1a)],
  ['jt808', repeated(0x7e, 0x41)],
])('of %s no more than the limit are read, and it says so', (type, bytes) => {
  const read = decoderOf(type).read(bytes, at);
  expect(read.errors.length).toBeLessThanOrEqual(mostItems + 1);
  expect(read.records).toBeLessThanOrEqual(mostItems);
  expect(read.errors.at(-1)).toBe('track.read.tooMany');
  // What follows is read as ever.
  expect(decoderOf(type).read(text(''), at).errors).not.toContain('track.read.tooMany');
});

describe('a list', () => {
  const list = (count: number) =>
    text(
      JSON.stringify(
        Array.from({ length: count }, (_, i) => ({ a: 30, o: 104, h: (0x100000 + i).toString(16) })),
      ),
    );

  test('that is as long as the limit is read whole', () => {
    const read = decoderOf('json').read(list(mostItems), at);
    expect([read.reports.length, read.errors]).toEqual([mostItems, []]);
  });

  test('that is longer is read up to the limit', () => {
    const read = decoderOf('json').read(list(mostItems + 5), at);
    expect([read.reports.length, read.errors]).toEqual([mostItems, ['track.read.tooMany']]);
  });

  test('is read in steps of one item', () => {
    const into = nothingRead();
    const steps = decoderOf('json').steps(list(1_000), at, into);
    let count = 0;
    while (!steps.next().done) count++;
    expect([count, into.reports.length]).toEqual([1_000, 1_000]);
  });
});

test('a stream is read to its end, in pieces as they come', () => {
  const decoder = decoderOf('sbs', true);
  const read = decoder.read(repeated(0x41, 0x0a), at);
  expect(read.errors.length).toBe(octets / 2);
  expect(read.errors).not.toContain('track.read.tooMany');
});

test('a message of ASTERIX that is longer than a datagram is read block by block', () => {
  const bytes = Uint8Array.from({ length: 40 * 0x8000 }, (_, i) => block[i % 0x8000] ?? 0);
  const into = nothingRead();
  const steps = decoderOf('Cat21').steps(bytes, at, into);
  let count = 0;
  while (!steps.next().done) count++;
  expect(count).toBeGreaterThanOrEqual(20);
});
