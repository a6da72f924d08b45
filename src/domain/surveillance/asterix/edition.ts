import { categoryTables } from './categories/index.ts';
import { countRecords, decodeBlocks } from './decode.ts';
import { type ReportContext, unknownSite } from './reports/values.ts';
import { type Reports, reportsOf } from './reports.ts';

export interface EditionTrial {
  edition: string;
  /** Share of the datagrams that read whole and gave nothing impossible, 0 to 1. */
  fits: number;
}

export interface EditionJudgement {
  isWrong: boolean;
  /** Every edition that we know of the category, the source's own among them, best first. */
  tried: EditionTrial[];
}

/** Below this share an edition is wrong; one that is to be proposed reaches the other. */
const leastOwn = 0.5;
const leastOther = 0.9;

/**
 * Is what a source sends of another edition than it says? The sample is datagrams, with or without blocks of the
 * category; each known edition is tried on all of them. `edition` undefined: the newest.
 */
export function judgeEdition(
  sample: readonly Uint8Array[],
  category: number,
  edition: string | undefined,
  context: ReportContext,
): EditionJudgement {
  const editions = categoryTables.filter((one) => one.category === category).map((one) => one.edition);
  const tried = editions
    .map((one) => ({ edition: one, fits: shareOf(sample, category, one, context) }))
    .sort((a, b) => b.fits - a.fits);
  const own = tried.find((one) => one.edition === (edition ?? editions[0]));
  return { isWrong: sample.length > 0 && own !== undefined && own.fits < leastOwn, tried };
}

/** Editions that a judgement proposes instead. */
export const better = ({ tried }: EditionJudgement): string[] =>
  tried.filter(({ fits }) => fits >= leastOther).map(({ edition }) => edition);

/** What says nothing of an edition: a site that is not known, a clock that is ahead. */
const otherwise: ReadonlySet<string> = new Set([unknownSite, 'track.range.future']);

/** Whole records of another edition say what no aircraft can have. */
export const readsWell = ({ refused, unusable }: Pick<Reports, 'refused' | 'unusable'>): boolean =>
  unusable === undefined && refused.every((reason) => otherwise.has(reason));

/** Records in some octets by whichever edition of the category reads the most; at least one. */
export function mostRecords(bytes: Uint8Array, category: number): number {
  const counts = categoryTables
    .filter((one) => one.category === category)
    .map(({ edition }) => countRecords(bytes, { editions: { [category]: edition } }))
    .map((counted) => (counted.ok ? counted.records : 1));
  return Math.max(1, ...counts);
}

function shareOf(
  sample: readonly Uint8Array[],
  category: number,
  edition: string,
  context: ReportContext,
): number {
  const good = sample.filter((bytes) => {
    const decoded = decodeBlocks(bytes, { editions: { [category]: edition } });
    return decoded.ok && readsWell(reportsOf(decoded.blocks, context));
  });
  return sample.length === 0 ? 1 : good.length / sample.length;
}
