import { describe, expect, test } from 'vitest';
import { better, judgeEdition } from '#domain/surveillance/asterix/edition.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createAsterixDecoder } from '#domain/surveillance/asterix/source.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';

const receivedAtMs = Date.UTC(2026, 10, 21, 3);

const written = (category: number, edition: string, record: AsterixRecord): Uint8Array => {
  const encoded = encodeBlock(category, edition, [record]);
  if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
  return encoded.bytes;
};

/** What a station of an old edition sends of one aircraft, somewhat on at each step. */
const sentBy = (edition: string, step: number): Uint8Array =>
  written(21, edition, {
    source: { sac: 1, sic: 2 },
    descriptor: { addressType: 1 },
    timeOfDayS: 10_800 + step,
    position: { latitudeDeg: 30 + step / 100, longitudeDeg: 104 },
    targetAddress: '780abc',
    flightLevelFl: 30,
  });

describe('what comes in another edition than the source says', () => {
  const sample = Array.from({ length: 20 }, (_, step) => sentBy('0.26', step));

  test('is known as such, with the edition that fits', () => {
    const judgement = judgeEdition(sample, 21, '2.x', { receivedAtMs });
    expect(judgement.isWrong).toBe(true);
    expect(better(judgement)).toEqual(['0.26']);
    expect(judgement.tried.map(({ edition }) => edition).sort()).toEqual(['0.23', '0.26', '2.1', '2.x']);
  });

  test('is known as such of system tracks too', () => {
    const tracks = Array.from({ length: 20 }, (_, step) =>
      written(62, '0.17', {
        source: { sac: 1, sic: 2 },
        timeOfDayS: 10_800 + step,
        track: { trackNumber: 7 },
        position: { latitudeDeg: 30 + step / 100, longitudeDeg: 104 },
        mode3A: { code: '7000' },
        measuredFlightLevelFl: 30,
        velocity: { groundSpeedKt: 120, trackDeg: 90 },
      }),
    );
    const judgement = judgeEdition(tracks, 62, '1.x', { receivedAtMs });
    expect(judgement.isWrong).toBe(true);
    expect(better(judgement)).toEqual(['0.17']);
  });

  test('is not said of what fits, nor of nothing', () => {
    expect(judgeEdition(sample, 21, '0.26', { receivedAtMs }).isWrong).toBe(false);
    expect(judgeEdition([], 21, '2.x', { receivedAtMs }).isWrong).toBe(false);
  });

  test('a source says so itself, and takes it back when it reads well', () => {
    const decoder = createAsterixDecoder({ category: 21, editions: { 21: '2.x' }, ...noSites });
    for (let step = 0; step < 40; step++) decoder.read(sentBy('0.26', step), receivedAtMs);
    expect(decoder.doubt()).toEqual({
      key: 'asterix.wrongEdition',
      values: { candidates: '0.26', tried: expect.stringContaining('2.x') },
    });
    const good = written(21, '2.x', {
      targetAddress: '780abc',
      position: { latitudeDeg: 1, longitudeDeg: 2 },
    });
    for (let step = 0; step < 40; step++) decoder.read(good, receivedAtMs);
    expect(decoder.doubt()).toBeNull();
  });

  const doubtAfter = (sent: (step: number) => Uint8Array, { category = 21, steps = 40 } = {}) => {
    const decoder = createAsterixDecoder({ category, editions: { [category]: '2.x' }, ...noSites });
    for (let step = 0; step < steps; step++) decoder.read(sent(step), receivedAtMs + 1_000 * step);
    return decoder.doubt();
  };
  const wrongEdition = expect.objectContaining({ key: 'asterix.wrongEdition' });
  const service = written(34, '1.x', { source: { sac: 1, sic: 2 }, messageType: 2, timeOfDayS: 10_800 });
  const together = (...blocks: Uint8Array[]) => Uint8Array.from(blocks.flatMap((block) => [...block]));

  test('is known as such among many messages of other categories, in datagrams of their own or the same', () => {
    // Nine of ten messages are of the station itself.
    const alone = (step: number) => (step % 10 === 0 ? sentBy('0.26', step) : service);
    expect(doubtAfter(alone, { steps: 120 })).toEqual(wrongEdition);
    const mixed = (step: number) => together(...Array(20).fill(service), sentBy('0.26', step));
    expect(doubtAfter(mixed)).toEqual(wrongEdition);
  });

  test('is not said of what fits because a block of another category beside it cannot be read', () => {
    const broken = Uint8Array.of(34, 0, 5, 0x01, 0x00);
    const good = written(21, '2.x', {
      targetAddress: '780abc',
      position: { latitudeDeg: 1, longitudeDeg: 2 },
    });
    expect(doubtAfter(() => together(good, broken))).toBeNull();
  });

  test('is known as such in messages of many blocks, and in blocks of many records', () => {
    const blocks = together(...Array.from({ length: 600 }, (_, step) => sentBy('0.26', step % 50)));
    expect(blocks.length).toBeGreaterThan(8_192);
    expect(doubtAfter(() => blocks, { steps: 1 })).toEqual(wrongEdition);
    const records = Array.from({ length: 600 }, (_, step) => sentBy('0.26', step % 50).subarray(3));
    const length = 3 + records.reduce((sum, record) => sum + record.length, 0);
    const block = together(Uint8Array.of(21, length >> 8, length & 255), ...records);
    expect(doubtAfter(() => block, { steps: 1 })).toEqual(wrongEdition);
    expect(doubtAfter(() => block)).toEqual(wrongEdition);
  });

  test('is tried on no more than 64 KiB in a second, and nothing else is counted until it is over', () => {
    const blocks = together(...Array.from({ length: 600 }, (_, step) => sentBy('0.26', step % 50)));
    const good = written(21, '2.x', {
      targetAddress: '780abc',
      position: { latitudeDeg: 1, longitudeDeg: 2 },
    });
    const decoder = createAsterixDecoder({ category: 21, editions: { 21: '2.x' }, ...noSites });
    for (let step = 0; step < 10; step++) decoder.read(blocks, receivedAtMs);
    for (let step = 0; step < 40; step++) decoder.read(good, receivedAtMs + 900);
    expect(decoder.doubt()).toEqual(wrongEdition);
    for (let step = 0; step < 40; step++) decoder.read(good, receivedAtMs + 1_000);
    expect(decoder.doubt()).toBeNull();
  });

  test('nonsense of every edition is said to be of none', () => {
    const decoder = createAsterixDecoder({ category: 62, editions: {}, ...noSites });
    // Latitude 7841°: the octets of another layout.
    const far = written(62, '1.x', { position: { latitudeDeg: 7841, longitudeDeg: 100 } });
    for (let step = 0; step < 40; step++) {
      expect(decoder.read(far, receivedAtMs)).toEqual({
        reports: [],
        records: 1,
        errors: ['track.range.position'],
      });
    }
    expect(decoder.doubt()?.key).toBe('asterix.wrongEditionUnknown');
  });
});
