import type { Report } from '#domain/surveillance/track/report.ts';
import type { Text } from '#domain/text/errors.ts';
import { createJsonDecoder, readMapping } from './json-mapping.ts';

/** What a mapping makes of a sample: reports, and each reason why there are not more, with how often. */
export interface MappingTrial {
  reports: Report[];
  errors: { text: Text; count: number }[];
}

/** Tries a mapping on a document, as a source would read it that received it at that time (UTC ms). */
export function tryMapping(mapping: string, sample: string, receivedAtMs: number): MappingTrial {
  const read = readMapping(mapping);
  if (!read.ok) return { reports: [], errors: [{ text: read.error, count: 1 }] };
  const { reports, errors } = createJsonDecoder(mapping).read(octetsOf(sample), receivedAtMs);
  const counts = new Map<string, number>();
  for (const error of errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  return { reports, errors: [...counts].map(([key, count]) => ({ text: { key }, count })) };
}

/** UTF-8, without the encoder that only some runtimes have. */
function octetsOf(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD'));
  return Uint8Array.from(escaped.matchAll(/%([0-9A-F]{2})|./g), ([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}
