type Corner = [number, number];

/** Octets of a Shapefile of areas (type 5): each its rings, the outer one clockwise. */
export function shpOf(areas: Corner[][][]): Uint8Array {
  const records = areas.map((rings, index) => {
    const points = rings.flat();
    const length = 44 + rings.length * 4 + points.length * 16;
    const view = new DataView(new ArrayBuffer(8 + length));
    view.setInt32(0, index + 1);
    view.setInt32(4, length / 2);
    view.setInt32(8, 5, true);
    view.setInt32(8 + 36, rings.length, true);
    view.setInt32(8 + 40, points.length, true);
    let start = 0;
    for (const [part, ring] of rings.entries()) {
      view.setInt32(8 + 44 + part * 4, start, true);
      start += ring.length;
    }
    for (const [place, [x, y]] of points.entries()) {
      const at = 8 + 44 + rings.length * 4 + place * 16;
      view.setFloat64(at, x, true);
      view.setFloat64(at + 8, y, true);
    }
    return new Uint8Array(view.buffer);
  });
  const head = new DataView(new ArrayBuffer(100));
  head.setInt32(0, 9994);
  head.setInt32(24, (100 + records.reduce((sum, one) => sum + one.length, 0)) / 2);
  head.setInt32(28, 1000, true);
  head.setInt32(32, 5, true);
  return Buffer.concat([new Uint8Array(head.buffer), ...records]);
}

/** Octets of a dBASE table of texts (40 octets each); `encode` writes a text in the encoding of the table. */
export function dbfOf(
  names: string[],
  rows: string[][],
  encode = (text: string) => Buffer.from(text, 'utf8'),
): Uint8Array {
  const width = 40;
  const head = Buffer.alloc(32 + names.length * 32 + 1);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + names.length * width, 10);
  for (const [index, name] of names.entries()) {
    head.write(name, 32 + index * 32, 'latin1');
    head.write('C', 32 + index * 32 + 11, 'latin1');
    head[32 + index * 32 + 16] = width;
  }
  head[head.length - 1] = 0x0d;
  const cell = (text: string) => Buffer.concat([encode(text), Buffer.alloc(width, ' ')]).subarray(0, width);
  return Buffer.concat([head, ...rows.map((row) => Buffer.concat([Buffer.from(' '), ...row.map(cell)]))]);
}
