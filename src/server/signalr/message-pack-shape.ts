/** Values inside values that a message may have. */
const deepest = 64;

/** Bytes of a number that follows its type, by type 0xca to 0xd3. */
const numberBytes = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];

/**
 * Is the frame one whole MessagePack value, of bounded depth, that announces no more than it has? A decoder makes
 * room for as many elements as an array says, and six bytes can say four thousand million.
 */
export function isWellFormed(frame: Uint8Array): boolean {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  /** How many values are still to come, in each of the arrays and maps that are open. */
  const open: number[] = [];
  let at = 0;
  let missing = 1;

  const has = (bytes: number) => at + bytes <= frame.length;
  /** A length of 1, 2 or 4 bytes; beyond the frame's end: more than there can be. */
  const length = (bytes: number): number => {
    if (!has(bytes)) return Number.POSITIVE_INFINITY;
    const start = at;
    at += bytes;
    return bytes === 1 ? view.getUint8(start) : bytes === 2 ? view.getUint16(start) : view.getUint32(start);
  };
  const skip = (bytes: number): boolean => {
    at += bytes;
    return at <= frame.length;
  };
  const enter = (values: number): boolean => {
    if (values > frame.length - at || open.length >= deepest) return false;
    open.push(missing);
    missing = values;
    return true;
  };

  const one = (type: number): boolean => {
    if (type <= 0x7f || type >= 0xe0) return true;
    if (type <= 0x8f) return enter((type & 0x0f) * 2);
    if (type <= 0x9f) return enter(type & 0x0f);
    if (type <= 0xbf) return skip(type & 0x1f);
    if (type === 0xc1) return false;
    if (type <= 0xc3) return true;
    if (type <= 0xc6) return skip(length(2 ** (type - 0xc4)));
    if (type <= 0xc9) return skip(1 + length(2 ** (type - 0xc7)));
    if (type <= 0xd3) return skip(numberBytes[type - 0xca] ?? 0);
    if (type <= 0xd8) return skip(1 + 2 ** (type - 0xd4));
    if (type <= 0xdb) return skip(length(2 ** (type - 0xd9)));
    if (type <= 0xdd) return enter(length(2 ** (type - 0xdb)));
    return enter(2 * length(2 ** (type - 0xdd)));
  };

  for (;;) {
    while (missing === 0) {
      const outer = open.pop();
      if (outer === undefined) return at === frame.length;
      missing = outer;
    }
    if (!has(1)) return false;
    const type = view.getUint8(at);
    at += 1;
    missing -= 1;
    if (!one(type)) return false;
  }
}
