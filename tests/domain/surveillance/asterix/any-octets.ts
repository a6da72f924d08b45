import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoryTables } from '#domain/surveillance/asterix/categories/index.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import type { CategoryTable } from '#domain/surveillance/asterix/table.ts';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { reportErrorOf } from '#domain/surveillance/track/report.ts';
import { breadth } from '#tests/support/breadth.ts';
import { arbitraryRecord } from './arbitrary-record.ts';

/**
 * Datagrams of each category and edition as a source reads them: bits turned, octets lost, doubled and made up, whole
 * blocks of noise. The same ones in every run: what one finds is found again.
 */

const receivedAtMs = Date.UTC(2026, 10, 21, 7, 46);
const datagrams = breadth(600, 200_000);

/** Whole datagrams of any records that the table can say. */
function wholeOf(table: CategoryTable): Uint8Array[] {
  const records = fc.sample(fc.array(arbitraryRecord(table), { minLength: 1, maxLength: 3 }), {
    seed: 1,
    numRuns: 60,
  });
  return records.flatMap((some) => {
    const encoded = encodeBlock(table.category, table.edition, some);
    return encoded.ok ? [encoded.bytes] : [];
  });
}

function generator({ category }: CategoryTable, whole: readonly Uint8Array[]) {
  const { uniform } = seeded(category);
  const below = (count: number) => Math.floor(uniform() * count);
  const noise = (): Uint8Array => {
    const length = 3 + below(80);
    const bytes = Uint8Array.from({ length }, () => below(256));
    bytes.set([category, 0, length]);
    return bytes;
  };
  const spoilt = (): Uint8Array => {
    const from = whole[below(whole.length)] ?? noise();
    const cut = uniform() < 0.2 ? below(from.length + 1) : from.length;
    const more = uniform() < 0.1 ? noise() : new Uint8Array(0);
    const bytes = Uint8Array.from([...from.subarray(0, cut), ...more]);
    for (let n = below(7); n > 0 && bytes.length > 0; n -= 1) bytes[below(bytes.length)] = below(256);
    // A length that is right again lets what comes after be read.
    if (uniform() < 0.5 && bytes.length >= 3) bytes.set([category, bytes.length >> 8, bytes.length & 255]);
    return bytes;
  };
  return () => (uniform() < 0.3 ? noise() : spoilt());
}

/** Tests that those of a file are read so: two files are two workers. */
export function testAnyOctets(isOfFile: (category: number) => boolean): void {
  const tables = categoryTables.filter(({ category }) => isOfFile(category));
  test.each(tables.map((table) => [`${table.category} ${table.edition}`, table] as const))(
    'category %s: any octets are reports of what can be, or reasons',
    (_name, table) => {
      const { category, edition } = table;
      const next = generator(table, wholeOf(table));
      const make = (isStream: boolean) =>
        createSourceDecoder({
          type: `Cat${category}`,
          editions: { [category]: edition },
          ...noSites,
          site: { latitude: 30, longitude: 104, heightM: 500 },
          mapping: '',
          isStream,
        });
      const [ofDatagrams, ofStream] = [make(false), make(true)];
      const wrong: unknown[] = [];
      let read = 0;
      for (let n = 0; n < datagrams; n += 1) {
        const bytes = next();
        for (const decoder of [ofDatagrams, ofStream]) {
          try {
            const reading = decoder?.read(bytes, receivedAtMs);
            read += reading?.records ?? 0;
            const bad = reading?.reports.find((report) => reportErrorOf(report) !== null);
            const mute = reading?.errors.find((reason) => !/^(track|asterix)\.[\w.]+$/.test(reason));
            if (bad !== undefined || mute !== undefined) wrong.push({ bytes, bad, mute });
          } catch (error) {
            wrong.push({ bytes, error });
          }
        }
      }
      expect(wrong.slice(0, 3)).toEqual([]);
      // Enough of it is near enough to the real thing to be read.
      expect(read).toBeGreaterThan(datagrams / 10);
    },
    600_000,
  );
}
