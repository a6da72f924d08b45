import { fieldKey } from '#domain/surveillance/formats/report-rows.ts';
import { nothingRead } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { takeReport } from '#domain/surveillance/track/take-report.ts';
import type { Text } from '#domain/text/errors.ts';
import { documentOf, readMapped, rowsIn } from './json-decoder.ts';
import { readMapping } from './json-mapping.ts';

/** What a mapping makes of a sample. */
export interface MappingTrial {
  reports: Report[];
  /** How long before the time of its row or document each position was true, seconds; null: no time is mapped. */
  agesS: (number | null)[];
  /** Each reason why there are not more reports, with how often. */
  errors: TriedText[];
  /** Each field of which values were not used, and the first of them. */
  unusable: TriedText[];
  /** What was understood without a report, and what was taken that the mapping does not name. */
  notes: TriedText[];
}

export interface TriedText {
  text: Text;
  count: number;
}

/** Tries a mapping on a document, as a source would read it that received it at that time (UTC ms). */
export function tryMapping(mapping: string, sample: string, receivedAtMs: number): MappingTrial {
  const read = readMapping(mapping);
  if (!read.ok) return failed(read.error);
  const document = documentOf(octetsOf(sample));
  if (document === undefined) return failed({ key: 'track.read.syntax' });
  const into = nothingRead();
  const agesS: MappingTrial['agesS'] = [];
  const aged = new Map<string, number>();
  for (const row of rowsIn(document, read.mapping)) {
    const mapped = readMapped(row, document, read.mapping, receivedAtMs, into);
    if (!mapped) continue;
    if (mapped.agedBy !== null) aged.set(mapped.agedBy, (aged.get(mapped.agedBy) ?? 0) + 1);
    takeReport(mapped.report, into, receivedAtMs);
    if (into.reports.length > agesS.length) agesS.push(mapped.ageS);
  }
  const counts = new Map<string, number>();
  for (const error of into.errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  return {
    reports: into.reports,
    agesS,
    errors: [...counts].map(([key, count]) => ({ text: { key }, count })),
    unusable: [
      ...[...(into.unusable ?? [])].map(([field, { count, example }]) => ({
        text: { key: 'track.mapping.unusable', values: { field: fieldKey(field) ?? field, value: example } },
        count,
      })),
    ],
    notes: [
      ...[...(into.others ?? [])].map(([key, { count }]) => ({ text: { key }, count })),
      ...[...aged].map(([field, count]) => ({
        text: { key: 'track.mapping.agedBy', values: { field } },
        count,
      })),
    ],
  };
}

const failed = (text: Text): MappingTrial => ({
  reports: [],
  agesS: [],
  errors: [{ text, count: 1 }],
  unusable: [],
  notes: [],
});

/** UTF-8, without the encoder that only some runtimes have. */
function octetsOf(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD'));
  return Uint8Array.from(escaped.matchAll(/%([0-9A-F]{2})|./g), ([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}
