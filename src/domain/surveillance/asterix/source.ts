import type { Reading, SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Text } from '#domain/text/errors.ts';
import { type Block, decodeBlocks, type Editions } from './decode.ts';
import { better, judgeEdition } from './edition.ts';
import { createRainAssembler } from './rain-pictures.ts';
import { sourceKeyOf, unknownSite } from './reports/values.ts';
import { reportsOf } from './reports.ts';
import { createSiteFinder, type SensorSites } from './sensor-sites.ts';

export interface AsterixSource extends SensorSites {
  /** The category that the source is there for; others that come with it are read too. */
  category: number;
  editions: Editions;
}

/** The category of weather. */
const weather = 8;

/** Datagrams that are looked at together for a wrong edition. */
const sampleSize = 40;

/** Datagrams of ASTERIX data blocks. */
export function createAsterixDecoder({ category, editions, ...sensors }: AsterixSource): SourceDecoder {
  const finder = createSiteFinder(sensors);
  const context = (receivedAtMs: number) => ({
    receivedAtMs,
    radarSite: finder.siteOf,
    takes: finder.takes,
  });
  const rainOf = createRainAssembler(finder.siteOf);
  let sample: Uint8Array[] = [];
  let bad = 0;
  let doubt: Text | null = null;

  function sampled(bytes: Uint8Array, isBad: boolean, receivedAtMs: number): void {
    sample.push(bytes.slice());
    if (isBad) bad++;
    if (sample.length < sampleSize) return;
    doubt = bad * 2 > sampleSize ? doubtOf(receivedAtMs) : null;
    sample = [];
    bad = 0;
  }

  function doubtOf(receivedAtMs: number): Text | null {
    const edition = editions[category];
    const judgement = judgeEdition(sample, category, edition, context(receivedAtMs));
    if (!judgement.isWrong) return null;
    const tried = judgement.tried.map((one) => one.edition).join(', ');
    const candidates = better(judgement).join(', ');
    return candidates === ''
      ? { key: 'asterix.wrongEditionUnknown', values: { tried } }
      : { key: 'asterix.wrongEdition', values: { candidates, tried } };
  }

  return {
    read(bytes, receivedAtMs): Reading {
      const decoded = decodeBlocks(bytes, { editions });
      const { reports, refused } = reportsOf(decoded.blocks, context(receivedAtMs));
      const errors = decoded.ok ? refused : [decoded.reason, ...refused];
      // A sensor whose site is missing is read well.
      sampled(
        bytes,
        errors.some((error) => error !== unknownSite),
        receivedAtMs,
      );
      const records = recordsIn(decoded.blocks);
      const vectors = decoded.blocks
        .flatMap((block) => (block.category === weather ? block.records : []))
        .filter((record) => finder.takes(sourceKeyOf(record)));
      if (vectors.length === 0) return { reports, records, errors };
      const rain = rainOf.take(vectors, receivedAtMs);
      return { reports, records, errors: [...errors, ...rain.errors], rain: rain.pictures };
    },
    doubt: () => doubt ?? finder.doubt(),
  };
}

const recordsIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + block.records.length, 0);
