/** Texts of files as octets: which encoding they are in, found by what they hold. Nothing here needs Node. */

/** Encodings that a file may be read in, by their WHATWG names. `windows-1252` has ISO 8859-1 in it. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** `isCertain`: false where another encoding is as likely, and a person should look at the text. */
export interface FoundEncoding {
  encoding: TextEncoding;
  isCertain: boolean;
}

/** A text without its byte order mark, and how it was read. */
export interface DecodedText extends FoundEncoding {
  text: string;
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** As browsers and Node both have it (WHATWG Encoding). */
export const { TextDecoder: PlatformDecoder } = globalThis as unknown as {
  TextDecoder: new (label: string, options?: { fatal: boolean; ignoreBOM?: boolean }) => Decoder;
};

/** The text of a file, in the encoding that is given or found. What does not fit it becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding?: TextEncoding): DecodedText {
  const found = encoding ? { encoding, isCertain: true } : encodingOf(bytes);
  const text = decodeWhole(bytes, found.encoding).replace(/^\ufeff/, '');
  return { text, ...found };
}

/**
 * The text of octets in an encoding by its WHATWG label. `fatal`: a TypeError where they do not fit it.
 * Read in two calls, as Node 20 takes windows-1252 for ISO 8859-1 in one: ’ “ ” – would be control characters.
 */
export function decodeWhole(bytes: Uint8Array, label: string, fatal = false): string {
  const decoder = new PlatformDecoder(label, { fatal });
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

export function encodingOf(bytes: Uint8Array): FoundEncoding {
  const finder = createEncodingFinder();
  finder.add(bytes);
  return finder.end();
}

/** Finds the encoding of a file that comes in pieces; it keeps counts, and nothing of the file. */
export interface EncodingFinder {
  add(bytes: Uint8Array): void;
  end(): FoundEncoding;
}

export function createEncodingFinder(): EncodingFinder {
  const start: number[] = [];
  const utf8 = new PlatformDecoder('utf-8', { fatal: true });
  const wide = createWideCount();
  const high = createHighCount();
  let isUtf8 = true;
  let hasNul = false;
  return {
    add(bytes) {
      for (let i = 0; start.length < 4 && i < bytes.length; i += 1) start.push(bytes[i] ?? 0);
      hasNul ||= bytes.includes(0);
      wide.add(bytes);
      if (isUtf8) isUtf8 = fits(utf8, bytes);
      high.add(bytes);
    },
    end() {
      const marked = markOf(start);
      if (marked) return { encoding: marked, isCertain: true };
      const isWhole = isUtf8 && fits(utf8);
      const wideFound = hasNul ? wide.end(isWhole) : undefined;
      if (wideFound) return wideFound;
      if (isWhole) return { encoding: 'utf-8', isCertain: true };
      return high.end();
    },
  };
}

/** Byte order marks, with which a file names its encoding. */
const marks: [TextEncoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
];

function markOf(start: number[]): TextEncoding | undefined {
  return marks.find(([, mark]) => mark.every((byte, i) => start[i] === byte))?.[0];
}

/** Absent bytes: the end, at which no letter may be half. */
function fits(decoder: Decoder, bytes?: Uint8Array): boolean {
  try {
    if (bytes) decoder.decode(bytes, { stream: true });
    else decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * Shares of ASCII among all signs. Chinese in UTF-16 has at least its line ends; below the second share they may be NULs of
 * another text. What is also UTF-8 is hardly Chinese, so that it would be nearly all ASCII.
 */
const [leastWide, clearWide, mostlyAscii] = [0.02, 0.1, 0.5];

/** UTF-16 without a mark: letters and signs of ASCII have their NUL before them (BE) or behind them (LE). */
function createWideCount() {
  let first: number | undefined;
  let [le, be, all] = [0, 0, 0];
  /** Whether the last sign was one octet before a NUL: of a text in octets this may be the filling of its end. */
  let endsInNul = false;
  return {
    add(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (first === undefined) {
          first = byte;
          continue;
        }
        // Both NUL: the filling of an end, and no sign.
        if (byte !== 0 || first !== 0) {
          all += 1;
          endsInNul = byte === 0 && isAscii(first);
          if (endsInNul) le += 1;
          else if (first === 0 && isAscii(byte)) be += 1;
        }
        first = undefined;
      }
    },
    end(isUtf8: boolean): FoundEncoding | undefined {
      if (endsInNul) [le, all] = [le - 1, all - 1];
      // Signs such as 一 (U+4E00) look like an N of the other order: few beside line ends, commas and figures.
      const [more, less] = le > be ? [le, be] : [be, le];
      const share = all === 0 ? 0 : more / all;
      if (share < (isUtf8 ? mostlyAscii : leastWide) || more < 2 * less) return undefined;
      return {
        encoding: le > be ? 'utf-16le' : 'utf-16be',
        isCertain: first === undefined && more > 8 * less && share >= clearWide,
      };
    },
  };
}

function isAscii(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const isLetter = (byte: number): boolean => /[A-Za-z]/.test(String.fromCharCode(byte));

/** Shares of the signs beyond ASCII; below this distance, or of fewer signs, two encodings are as likely. */
const clearLead = 0.25;
const fewSigns = 4;

/**
 * Which of the encodings without marks: by how many of the two-octet signs would be common ones. Common signs of GB 18030
 * are those of GB 2312's first level and punctuation; those of Big5 its first level. Letters and signs of European languages
 * stand alone between ASCII, or two of them between letters.
 */
function createHighCount() {
  const gb = createPairCount(
    (trail) => (trail >= 0x40 && trail !== 0x7f && trail !== 0xff) || (trail >= 0x30 && trail <= 0x39),
    (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3),
  );
  const big5 = createPairCount(
    (trail) => (trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe),
    (lead) => lead >= 0xa1 && lead <= 0xc6 && lead !== 0xa3,
  );
  let octets = 0;
  let alone = 0;
  /** Before the octets beyond ASCII, and those: more than two are no letters of a European name. */
  let [before, first, second, run] = [0, 0, 0, 0];
  /** Octets of what may be a sign of four octets, which only GB 18030 has: high, digit, high, digit. */
  let four = 0;
  const add = (byte: number) => {
    const fitsFour = four % 2 === 0 ? byte > 0x80 && byte < 0xff : byte >= 0x30 && byte <= 0x39;
    four = fitsFour ? four + 1 : byte > 0x80 && byte < 0xff ? 1 : 0;
    if (four === 4) {
      four = 0;
      gb.addCommon(2);
      // Its first octet was counted as a letter, and its second will be.
      alone -= 2;
    }
    if (byte >= 0x80) {
      run += 1;
      octets += 1;
      if (run === 1) first = byte;
      else second = byte;
      return;
    }
    const areTwoLetters = first >= 0xc0 && second >= 0xc0 && isLetter(before) && isLetter(byte);
    if (run === 1 || (run === 2 && areTwoLetters)) alone += run;
    run = 0;
    before = byte;
  };
  return {
    add(bytes: Uint8Array) {
      for (const byte of bytes) {
        gb.add(byte);
        big5.add(byte);
        add(byte);
      }
    },
    end(): FoundEncoding {
      add(0);
      const likely: [TextEncoding, number][] = [
        ['gb18030', gb.share()],
        ['windows-1252', octets === 0 ? 0 : alone / octets],
        ['big5', big5.share()],
      ];
      // Of equals the first: most files are written on the mainland, and signs of Big5 seldom stand alone with an ASCII octet.
      const [best, second] = likely.toSorted(([, a], [, b]) => b - a);
      const [encoding, share] = best ?? ['gb18030', 0];
      const isClear = share - (second?.[1] ?? 0) >= clearLead && octets / 2 >= fewSigns;
      const isBroken = (encoding === 'gb18030' ? gb : big5).isBroken();
      // Other European encodings look the same.
      return { encoding, isCertain: isClear && !isBroken && encoding !== 'windows-1252' };
    },
  };
}

/** Counts signs of two octets, and those among them that are common. */
function createPairCount(
  isTrail: (trail: number) => boolean,
  isCommon: (lead: number, trail: number) => boolean,
) {
  let lead = 0;
  let [all, common] = [0, 0];
  let isBroken = false;
  return {
    add(byte: number) {
      if (lead === 0) {
        if (byte >= 0x80) lead = byte;
        return;
      }
      all += 1;
      if (isTrail(byte) && lead > 0x80 && lead < 0xff && isCommon(lead, byte)) common += 1;
      if (!isTrail(byte)) isBroken = true;
      // What can't be the second octet begins anew.
      lead = isTrail(byte) || byte < 0x80 ? 0 : byte;
    },
    addCommon(count: number) {
      common += count;
    },
    share: () => (all === 0 ? 0 : common / all),
    /** Whether some octet cannot be the second of a sign: the text is damaged, or in another encoding. */
    isBroken: () => isBroken,
  };
}
