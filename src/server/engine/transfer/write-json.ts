import type { Readable } from 'node:stream';
import type { JsonFormat } from './json-items.ts';
import { fileStream, push } from './write-sheet.ts';

/** A list of records or features that is written item by item while it is read from `stream`. */
export interface JsonWriter {
  stream: Readable;
  /** Resolves when the reader has room for more. */
  add(items: object[]): Promise<void>;
  end(): Promise<void>;
}

const frames = {
  json: { open: '[', close: ']\n' },
  geojson: { open: '{"type":"FeatureCollection","features":[', close: ']}\n' },
} as const;

export function createJsonWriter(format: JsonFormat, unreadMs?: number): JsonWriter {
  const stream = fileStream(unreadMs);
  const { open, close } = frames[format];
  let before: string = open;
  return {
    stream,
    async add(items) {
      if (items.length === 0) return;
      await push(stream, `${before}\n${items.map((item) => JSON.stringify(item)).join(',\n')}`);
      before = ',';
    },
    async end() {
      await push(stream, before === ',' ? `\n${close}` : open + close);
      stream.end();
    },
  };
}

/** A feature for each record, those without a shape too: its fields are its properties, RFC 7946. */
export function featureOf(geometry: unknown, properties: Record<string, unknown>, id?: number): object {
  return { type: 'Feature', ...(id === undefined ? {} : { id }), geometry: geometry ?? null, properties };
}
