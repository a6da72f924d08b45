/** Written once for each protocol; nearly always there is one, and it is kept without a map. */
export function once<P extends object>(write: (protocol: P) => Uint8Array): (protocol: P) => Uint8Array {
  let first: { protocol: P; bytes: Uint8Array } | null = null;
  let others: Map<P, Uint8Array> | null = null;
  return (protocol) => {
    if (first?.protocol === protocol) return first.bytes;
    const known = others?.get(protocol);
    if (known) return known;
    const bytes = write(protocol);
    if (first === null) first = { protocol, bytes };
    else {
      others ??= new Map();
      others.set(protocol, bytes);
    }
    return bytes;
  };
}
