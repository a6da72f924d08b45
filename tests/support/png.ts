import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour with transparency. `changedAt`: UTC ms, written as its tIME. */
export function pngOf(
  width: number,
  height: number,
  [red, green, blue, alpha]: readonly [number, number, number, number],
  changedAt?: number,
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: width }, () => Buffer.from([red, green, blue, alpha]))),
  ]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...(changedAt === undefined ? [] : [chunk('tIME', timeOf(changedAt))]),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function timeOf(at: number): Buffer {
  const time = new Date(at);
  const octets = Buffer.alloc(7);
  octets.writeUInt16BE(time.getUTCFullYear(), 0);
  octets.set(
    [
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
      time.getUTCSeconds(),
    ],
    2,
  );
  return octets;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
