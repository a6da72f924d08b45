import type { ByteRange } from './file-store.ts';

/** RFC 6266: a name that old clients understand, and the true one. */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${coded}`;
}

/**
 * The one range of bytes that a client asks for (RFC 9110 §14). Null: all of it, which is also the answer to several
 * ranges, to a unit that is not bytes, and to a client whose half is of another file.
 */
export function byteRangeOf(
  header: string | undefined,
  size: number,
  ifRange: string | undefined,
  tag: string,
): ByteRange | null | 'unsatisfiable' {
  if (header === undefined || (ifRange !== undefined && ifRange !== tag)) return null;
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  const [, first = '', last = ''] = parts ?? [];
  if (!parts || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
