/**
 * Which office numbers the NOTAMs of an FIR: two offices may both have an `A0001/26`. States number theirs in one row of
 * series; the letters of a location say which state it is (ICAO Doc 7910).
 */
export function officeOf(fir: string): string {
  const [first = '', second = ''] = fir;
  // China has the letter Z but for Mongolia and the north of Korea.
  if (first === 'Z') return second === 'K' || second === 'M' ? `Z${second}` : 'Z';
  return ['K', 'C', 'Y', 'U'].includes(first) ? first : fir.slice(0, 2);
}

const firs: Record<string, string> = {
  ZB: 'ZBPE',
  ZG: 'ZGZU',
  ZH: 'ZHWH',
  ZJ: 'ZJSA',
  ZL: 'ZLHW',
  ZP: 'ZPKM',
  ZS: 'ZSHA',
  ZU: 'ZPKM',
  ZW: 'ZWUQ',
  ZY: 'ZYSH',
};

/** The FIR in which a Chinese aerodrome lies, by its location indicator; null: not known here. */
export function firOf(icao: string): string | null {
  return firs[icao.slice(0, 2)] ?? null;
}

/** The FIRs of China, in their order. */
export const chineseFirs: readonly string[] = [...new Set(Object.values(firs))];
