import type { Reading, SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Text } from '#domain/text/errors.ts';
import { type Block, decodeBlocks, type Editions } from './decode.ts';
import { better, judgeEdition } from './edition.ts';
import type { RadarSite } from './reports/values.ts';
import { reportsOf } from './reports.ts';

export interface AsterixSource {
  /** The category that the source is there for; others that come with it are read too. */
  category: number;
  editions: Editions;
  site: RadarSite | null;
}

/** Datagrams that are looked at together for a wrong edition. */
const sampleSize = 40;

/** Datagrams of ASTERIX data blocks. */
export function createAsterixDecoder({ category, editions, site }: AsterixSource): SourceDecoder {
  const context = (receivedAtMs: number) => ({ receivedAtMs, radarSite: () => site });
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
      sampled(bytes, errors.length > 0, receivedAtMs);
      return { reports, records: recordsIn(decoded.blocks), errors };
    },
    doubt: () => doubt,
  };
}

const recordsIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + block.records.length, 0);
