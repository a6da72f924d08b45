import { describe, expect, test } from 'vitest';
import { createEncodingFinder, decodeText, encodingOf, type TextEncoding } from '#domain/text/encoding.ts';

const bytesOf = (hex: string) => Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16));

/** A text in UTF-16, with or without its mark. */
function wide(text: string, order: 'le' | 'be', mark = false): Uint8Array {
  const units = [
    ...(mark ? [0xfeff] : []),
    ...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
  ];
  return Uint8Array.from(
    units.flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
}

/** Every sign of two octets that the platform decodes, turned round: the way back that no platform has. */
function encoder(encoding: 'gb18030' | 'big5'): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding);
  const back = new Map<string, number[]>();
  for (let lead = 0xfe; lead >= 0x81; lead -= 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const sign = decoder.decode(Uint8Array.of(lead, trail));
      if ([...sign].length === 1 && sign !== '\ufffd') back.set(sign, [lead, trail]);
    }
  }
  return (text) => Uint8Array.from([...text].flatMap((sign) => back.get(sign) ?? [sign.charCodeAt(0)]));
}

const gb = encoder('gb18030');
const big5 = encoder('big5');

const mainland = '登记号,运营企业,备注\r\nB-10QA,成都通用航空有限公司,巡线与航拍，喆镕\r\n';
const island = '登記號,運營企業,備註\r\nB-10QA,臺北普通航空股份有限公司,巡線與空中攝影，飛行前檢查\r\n';

test.each<[string, Uint8Array, TextEncoding, string]>([
  ['UTF-8', new TextEncoder().encode(mainland), 'utf-8', mainland],
  ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${mainland}`), 'utf-8', mainland],
  ['ASCII', new TextEncoder().encode('a,b\r\n1,2\r\n'), 'utf-8', 'a,b\r\n1,2\r\n'],
  ['UTF-16 LE with its mark', wide(mainland, 'le', true), 'utf-16le', mainland],
  ['UTF-16 BE with its mark', wide(mainland, 'be', true), 'utf-16be', mainland],
  ['UTF-16 LE without', wide(mainland, 'le'), 'utf-16le', mainland],
  ['UTF-16 BE without', wide(mainland, 'be'), 'utf-16be', mainland],
  ['GB 18030', gb(mainland), 'gb18030', mainland],
  ['GB 18030 with its mark', Uint8Array.of(0x84, 0x31, 0x95, 0x33, ...gb('成都')), 'gb18030', '成都'],
  ['Big5', big5(island), 'big5', island],
])('%s is found, and its text is whole', (_, bytes, encoding, text) => {
  expect(decodeText(bytes)).toEqual({ text, encoding, isCertain: true });
});

test('signs of four octets are of GB 18030', () => {
  const bytes = bytesOf('b3 c9 b6 bc 2c 81 39 ef 31 0d 0a 95 32 82 36 2c b9 ab cb be 0d 0a');
  expect(decodeText(bytes)).toEqual({ text: '成都,㐂\r\n𠀀,公司\r\n', encoding: 'gb18030', isCertain: true });
});

test('an encoding that leaves octets over is not certain', () => {
  // Номер, Компания in KOI8-R.
  const bytes = bytesOf('ee cf cd c5 d2 2c eb cf cd d0 c1 ce c9 d1 0d 0a ee cf cd c5 d2 0d 0a');
  expect(encodingOf(bytes)).toMatchObject({ isCertain: false });
});

test('letters of European languages come as they are, and a person is asked', () => {
  const koeln = bytesOf('41 4e 20 43 54 52 20 4b d6 4c 4e 0d 0a');
  expect(decodeText(koeln)).toEqual({ text: 'AN CTR KÖLN\r\n', encoding: 'windows-1252', isCertain: false });
});

test.each([
  'AN ÅRE\r\nAN ÄLMHULT\r\nAN ÖREBRO\r\nAN ÉVREUX',
  'AN Größe, Faßberg, Bückeburg, Nîmes',
  'radius 5 km, 46°N 7°E, Côte d’Azur',
])('they are not taken for signs of Big5: %s', (text) => {
  const bytes = Uint8Array.from(text, (letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0)));
  expect(decodeText(bytes)).toEqual({ text, encoding: 'windows-1252', isCertain: false });
});

test('airspace names in GB 18030 among ASCII', () => {
  expect(decodeText(gb('AC D\r\nAN 成都临时空域\r\nAL GND\r\n'))).toMatchObject({
    text: 'AC D\r\nAN 成都临时空域\r\nAL GND\r\n',
    encoding: 'gb18030',
  });
});

test('few signs, which both encodings of Chinese know, are asked about', () => {
  expect(encodingOf(gb('name\r\n公司\r\n')).isCertain).toBe(false);
  expect(encodingOf(big5('name\r\n公司\r\n')).isCertain).toBe(false);
});

test('what a person chose is taken', () => {
  expect(decodeText(big5(island), 'big5')).toEqual({ text: island, encoding: 'big5', isCertain: true });
  expect(decodeText(big5('公司'), 'gb18030').text).not.toBe('公司');
});

test('a file in pieces of one octet is found as one in a piece', () => {
  for (const bytes of [gb(mainland), big5(island), wide(mainland, 'be'), new TextEncoder().encode(island)]) {
    const finder = createEncodingFinder();
    for (const byte of bytes) finder.add(Uint8Array.of(byte));
    expect(finder.end()).toEqual(encodingOf(bytes));
  }
});

test('UTF-8 that ends within a letter is none', () => {
  expect(encodingOf(bytesOf('41 e6 88')).encoding).not.toBe('utf-8');
});

describe('NULs of a text in octets', () => {
  const csv = 'name,remark\nAlpha,first\nBeta,second\n';
  test.each([
    ['one at the end', `${csv}x\0`],
    ['the filling of a block', `${csv}x${'\0'.repeat(90)}`],
    ['some astray', `${csv}x\0\ny\0z,成都通用航空\n`],
  ])('%s: it stays UTF-8', (_, text) =>
    expect(decodeText(new TextEncoder().encode(text))).toMatchObject({ text, encoding: 'utf-8' }),
  );

  test('nor is GB 18030 certainly UTF-16', () => {
    expect(encodingOf(Uint8Array.of(...gb(mainland.repeat(3)), 0x78, 0))).toEqual({
      encoding: 'gb18030',
      isCertain: true,
    });
    const astray = gb(`${mainland}\0x${mainland}`);
    expect(encodingOf(astray)).not.toMatchObject({ encoding: 'utf-16be', isCertain: true });
  });

  test('Chinese in UTF-16 with no ASCII but commas and line ends is found', () => {
    const text = '成都通用航空有限公司,巡线与航拍\n登记号运营企业备注\n'.repeat(3);
    for (const order of ['le', 'be'] as const)
      expect(decodeText(wide(text, order))).toEqual({ text, encoding: `utf-16${order}`, isCertain: true });
  });

  test('in UTF-16 with hardly any line ends a person is asked', () =>
    expect(encodingOf(wide(`${'成都通用航空有限公司'.repeat(3)}\n成\n`, 'le'))).toEqual({
      encoding: 'utf-16le',
      isCertain: false,
    }));
});
