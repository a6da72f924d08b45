import { addNotes, decoderOf, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Text } from '#domain/text/errors.ts';
import { type Block, decodeBlocks, type Editions } from './decode.ts';
import { better, judgeEdition, mostRecords, readsWell } from './edition.ts';
import { createRainAssembler } from './rain-pictures.ts';
import { sourceKeyOf } from './reports/values.ts';
import { reportsOf } from './reports.ts';
import { createSiteFinder, type SensorSites } from './sensor-sites.ts';

export interface AsterixSource extends SensorSites {
  /** The category that the source is there for; others that come with it are read too. */
  category: number;
  editions: Editions;
}

/** The category of weather. */
const weather = 8;

/**
 * Records that are looked at together for a wrong edition, in datagrams of no more octets: each edition is tried on all
 * of them.
 */
const sampledRecords = 10;
const mostSampledOctets = 8_192;

/** Octets that are decoded in one step, unless a block is longer: no datagram is. */
const stepOctets = 65_536;

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
  let records = 0;
  let bad = 0;
  let doubt: Text | null = null;

  /** `good`: records that were read in these octets. */
  function sampled(bytes: Uint8Array, isBad: boolean, good: number, receivedAtMs: number): void {
    if (bytes.length > mostSampledOctets) return;
    // What cannot be read does not say how many records it is.
    const found = isBad ? mostRecords(bytes, category) : good;
    if (found === 0) return;
    sample.push(bytes.slice());
    records += found;
    if (isBad) bad += found;
    if (records < sampledRecords) return;
    doubt = bad * 2 > records ? doubtOf(receivedAtMs) : null;
    sample = [];
    records = 0;
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

  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const piece of piecesOf(bytes)) {
        const decoded = decodeBlocks(piece, { editions });
        const records = recordsIn(decoded.blocks);
        yield Math.max(1, records);
        const found = reportsOf(decoded.blocks, context(receivedAtMs));
        const { reports, refused } = found;
        const errors = decoded.ok ? refused : [decoded.reason, ...refused];
        sampled(piece, !decoded.ok || !readsWell(found), records, receivedAtMs);
        addNotes(into, found);
        // Of a category that is not read, the block is one.
        into.records += records + decoded.blocks.filter(({ edition }) => edition === null).length;
        for (const report of reports) into.reports.push(report);
        for (const error of errors) into.errors.push(error);
        const vectors = decoded.blocks
          .flatMap((block) => (block.category === weather ? block.records : []))
          .filter((record) => finder.takes(sourceKeyOf(record)));
        if (vectors.length === 0) continue;
        const rain = rainOf.take(vectors, receivedAtMs);
        for (const error of rain.errors) into.errors.push(error);
        into.rain = [...(into.rain ?? []), ...rain.pictures];
      }
    },
    { isStream: false, doubt: () => doubt ?? finder.doubt() },
  );
}

/** A message in pieces of whole blocks. What holds no more than a datagram can is one piece, whatever it is. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0;
  let at = 0;
  while (bytes.length - from > stepOctets) {
    const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const isLast = length < 3 || at + length >= bytes.length;
    if (isLast) break;
    if (at > from && at + length - from > stepOctets) {
      yield bytes.subarray(from, at);
      from = at;
    } else at += length;
  }
  yield bytes.subarray(from);
}

const recordsIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + block.records.length, 0);
