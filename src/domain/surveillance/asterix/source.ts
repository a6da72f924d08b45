import { joinOctets } from '#domain/surveillance/bits/join-octets.ts';
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
 * Records that are looked at together for a wrong edition: each edition is tried on all of them. Of a message with many
 * blocks so many octets are taken; a longer block is tried alone, so that one of 65,535 octets does not hold up the
 * server each time.
 */
const sampledRecords = 10;
const mostSampledOctets = 8_192;
const largeTrialEveryMs = 10_000;

/** Octets of unreadable messages that are tried in a second: to try all editions takes much longer than to read one. */
const mostTriedOctets = 65_536;

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
  let largeTriedAt = Number.NEGATIVE_INFINITY;
  let triedFrom = Number.NEGATIVE_INFINITY;
  let triedOctets = 0;

  /** Has enough been tried in this second? What can be read is not counted then either: it would outweigh the rest. */
  function hasTriedEnough(atMs: number): boolean {
    if (Math.abs(atMs - triedFrom) >= 1_000) {
      triedFrom = atMs;
      triedOctets = 0;
    }
    return triedOctets >= mostTriedOctets;
  }

  /**
   * `good`: records of the category that were read in these octets. Blocks of other categories say nothing of its edition:
   * the many sector messages of a radar with few aircraft would hide that none of these can be read.
   */
  function sampled(bytes: Uint8Array, isBad: boolean, good: number, receivedAtMs: number): void {
    if (hasTriedEnough(receivedAtMs)) return;
    const own = blocksOf(bytes, category, mostSampledOctets);
    if (own === null) return;
    if (isBad && own.length <= mostSampledOctets) triedOctets += own.length;
    const isOwnBad = isBad && (own.length === bytes.length || !reads(own, receivedAtMs));
    if (isOwnBad && own.length > mostSampledOctets) {
      if (Math.abs(receivedAtMs - largeTriedAt) < largeTrialEveryMs) return;
      largeTriedAt = receivedAtMs;
    }
    // What cannot be read does not say how many records it is.
    const found = isOwnBad ? mostRecords(own, category) : good;
    if (found === 0) return;
    sample.push(own);
    records += found;
    if (isOwnBad) bad += found;
    if (records < sampledRecords) return;
    doubt = bad * 2 > records ? doubtOf(receivedAtMs) : null;
    sample = [];
    records = 0;
    bad = 0;
  }

  function reads(bytes: Uint8Array, receivedAtMs: number): boolean {
    const decoded = decodeBlocks(bytes, { editions });
    return decoded.ok && readsWell(reportsOf(decoded.blocks, context(receivedAtMs)));
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
        const own = decoded.blocks.filter((block) => block.category === category);
        sampled(piece, !decoded.ok || !readsWell(found), recordsIn(own), receivedAtMs);
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

/** The length that the header of a block gives, octets; below 3 there is no such block. */
const blockLength = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);

/** A message in pieces of whole blocks. What holds no more than a datagram can is one piece, whatever it is. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0;
  let at = 0;
  while (bytes.length - from > stepOctets) {
    const length = blockLength(bytes, at);
    const isLast = length < 3 || at + length >= bytes.length;
    if (isLast) break;
    if (at > from && at + length - from > stepOctets) {
      yield bytes.subarray(from, at);
      from = at;
    } else at += length;
  }
  yield bytes.subarray(from);
}

/**
 * The blocks of a category, of up to `most` octets together, one at least; what follows an impossible length belongs to
 * its block. null: there is none.
 */
function blocksOf(bytes: Uint8Array, category: number, most: number): Uint8Array | null {
  const blocks: Uint8Array[] = [];
  let octets = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = blockLength(bytes, at);
    const end = length < 3 ? bytes.length : Math.min(at + length, bytes.length);
    if (bytes[at] === category) {
      if (octets > 0 && octets + end - at > most) break;
      blocks.push(bytes.subarray(at, end));
      octets += end - at;
    }
    at = end;
  }
  return octets === 0 ? null : joinOctets(blocks);
}

const recordsIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + block.records.length, 0);
