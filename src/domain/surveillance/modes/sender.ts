import { numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import type { AddressType, Report } from '#domain/surveillance/track/report.ts';
import { keepLatest } from './aircraft-memory.ts';
import type { ModeSFrame } from './frames.ts';

/** Who an extended squitter is of: an aircraft itself, or a ground station that tells of it. */
export interface Sender {
  /** What is heard of it is kept under this name. */
  key: string;
  /** What its reports say of who it is and, where a ground station placed it, of how well. */
  own: Partial<Report>;
}

/** Control fields of DF18 (RTCA DO-260B 2.2.18.2): whose address it is. Others are read by nobody here. */
const controls: Readonly<Record<number, { isInvented: boolean; hasImf: boolean; isTisb: boolean }>> = {
  0: { isInvented: false, hasImf: false, isTisb: false },
  1: { isInvented: true, hasImf: false, isTisb: false },
  2: { isInvented: false, hasImf: true, isTisb: true },
  3: { isInvented: false, hasImf: true, isTisb: true },
  5: { isInvented: true, hasImf: false, isTisb: true },
  6: { isInvented: false, hasImf: true, isTisb: false },
};

/** DF18 in the format of DF17, whose messages are read. */
export const isSquitter = ({ format, fields }: ModeSFrame): boolean =>
  format === 17 ||
  (format === 18 && numberIn(fields, 'control') in controls && numberIn(fields, 'control') !== coarseControl);

/** DF18 with a coarse position of TIS-B, which has a form of its own. */
export const isCoarse = ({ format, fields }: ModeSFrame): boolean =>
  format === 18 && numberIn(fields, 'control') === coarseControl;
const coarseControl = 3;

/**
 * Tells senders apart. A ground station says by the bit IMF whether an address is ICAO's: in TIS-B it is the number of a
 * track file if set, in ADS-R an address that the aircraft chose. An identification has no such bit: it is of whoever was
 * last heard under the address.
 */
export function createSenders(): (frame: ModeSFrame) => Sender {
  const kinds = new Map<string, AddressType>();
  return (frame) => {
    const { format, address, fields } = frame;
    const control = format === 18 ? controls[numberIn(fields, 'control')] : undefined;
    if (control === undefined) return { key: address, own: {} };
    let kind: AddressType = control.isInvented ? 'nonIcao' : 'icao';
    if (control.hasImf) {
      const imf = imfOf(textIn(fields, 'message'), isCoarse(frame));
      const set = control.isTisb ? 'trackFile' : 'nonIcao';
      kind = imf === null ? (kinds.get(address) ?? 'icao') : imf ? set : 'icao';
      keepLatest(kinds, address, kind);
    }
    // How good an aircraft knows its own place says nothing of where a ground station saw it.
    const placed: Partial<Report> = control.isTisb ? { accuracy: null } : {};
    if (kind === 'icao') return { key: address, own: placed };
    const key = `~${address}`;
    return { key, own: { ...placed, icao24: null, addressType: kind, trackNumber: key } };
  };
}

/** The bit IMF of a message in hexadecimal (DO-260B 2.2.17, 2.2.18); null: its kind has none. */
function imfOf(message: string, isCoarsePosition: boolean): boolean | null {
  const bit = (number: number): boolean => {
    const octet = Number.parseInt(message.slice(((number - 1) >> 3) * 2, ((number - 1) >> 3) * 2 + 2), 16);
    return ((octet >> (7 - ((number - 1) & 7))) & 1) === 1;
  };
  if (isCoarsePosition) return bit(1);
  const type = Number.parseInt(message.slice(0, 2), 16) >> 3;
  if (type >= 5 && type <= 8) return bit(21);
  if ((type >= 9 && type <= 18) || (type >= 20 && type <= 22)) return bit(8);
  if (type === 19) return bit(9);
  return type === 28 || type === 31 ? bit(56) : null;
}
