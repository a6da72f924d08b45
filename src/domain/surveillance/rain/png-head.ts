import type { Text } from '#domain/text/errors.ts';

/** What a PNG says of itself before its pixels. */
export interface PngHead {
  width: number;
  height: number;
  /** When the picture was last changed, UTC ms (chunk tIME); null: it does not say. */
  changedAt: number | null;
}

/** Pixels on a side at most: what is larger is no picture of a radar, and costs every screen. */
export const mostPixels = 4_096;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, name and checksum of a chunk. */
const chunkOctets = 12;

/** Reads the head of a PNG (ISO/IEC 15948) and walks its chunks to the end: one that was cut short is refused. */
export function readPngHead(bytes: Uint8Array): { ok: true; head: PngHead } | { ok: false; reason: Text } {
  const refused = (key: string, values?: Text['values']) =>
    ({ ok: false, reason: { key: `information.image.${key}`, ...(values ? { values } : {}) } }) as const;
  if (signature.some((octet, i) => bytes[i] !== octet)) return refused('notPng');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | null = null;
  let changedAt: number | null = null;
  let at = signature.length;
  while (at + chunkOctets <= bytes.length) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const from = at + 8;
    if (from + length + 4 > bytes.length) return refused('cut');
    if (size === null) {
      if (name !== 'IHDR' || length !== 13) return refused('notPng');
      const [width, height] = [view.getUint32(from), view.getUint32(from + 4)];
      size = { width, height };
      if (width < 2 || height < 2 || width > mostPixels || height > mostPixels)
        return refused('size', { width, height, most: mostPixels });
    } else if (name === 'tIME' && length === 7) {
      const [month, day, hour, minute, second] = [2, 3, 4, 5, 6].map((i) => view.getUint8(from + i));
      changedAt = Date.UTC(view.getUint16(from), (month ?? 1) - 1, day, hour, minute, second);
    } else if (name === 'IEND') return { ok: true, head: { ...size, changedAt } };
    at = from + length + 4;
  }
  return refused('cut');
}

/**
 * The time in the name of a file, UTC ms: 14 digits (`20261125080000`), or 12 without seconds, with at most one mark
 * between day and time; null: it names none.
 */
export function timeInName(name: string): number | null {
  const match = /(?<!\d)(20\d{2})(\d{2})(\d{2})[-_T]?(\d{2})(\d{2})(\d{2})?(?!\d)/.exec(name);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
