/** Parity of Mode S (ICAO Annex 10 Vol IV 3.1.2.3.3): the remainder of a frame by a polynomial of 24 bits. */

const polynomial = 0xfff409;

const table = Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet << 16;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 0x800000 ? (remainder << 1) ^ polynomial : remainder << 1;
  }
  return remainder & 0xffffff;
});

function remainderOf(bytes: Uint8Array, octets: number): number {
  let remainder = 0;
  for (let i = 0; i < octets; i++) {
    remainder = ((remainder << 8) & 0xffffff) ^ (table[((remainder >> 16) ^ (bytes[i] ?? 0)) & 255] ?? 0);
  }
  return remainder;
}

/** What the last 24 bits say beyond parity: 0, an interrogator's code, or the address of whoever replies. */
export function overlayOf(frame: Uint8Array): number {
  const data = frame.length - 3;
  const sent = ((frame[data] ?? 0) << 16) | ((frame[data + 1] ?? 0) << 8) | (frame[data + 2] ?? 0);
  return remainderOf(frame, data) ^ sent;
}

/** Writes parity, with this overlay, into the last 24 bits. */
export function seal(frame: Uint8Array, overlay: number): void {
  const data = frame.length - 3;
  const sealed = remainderOf(frame, data) ^ overlay;
  frame[data] = sealed >> 16;
  frame[data + 1] = (sealed >> 8) & 255;
  frame[data + 2] = sealed & 255;
}
