import { describe, expect, test } from 'vitest';
import { read } from '#tests/domain/airspace/imported.ts';
import { base64Of, chosenFile, inParts } from '#web/features/airspace/import-file.ts';

/** Octets of these texts in encodings that Node can write, and of GB 18030 and Big5 by hand. */
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
/** 成都临时空域 in GB 18030. */
const chengdu = '\xb3\xc9\xb6\xbc\xc1\xd9\xca\xb1\xbf\xd5\xd3\xf2';

const openAir = (name: string) =>
  ['AC D', `AN ${name}`, 'AL GND', 'AH 2500ft MSL', 'V X=30:34:42 N 103:56:49 E', 'DC 5'].join('\r\n');
const nameIn = (text: string) => read(text).features.map(({ draft }) => draft?.name);

describe('a file of airspace in the encoding that it was written in', () => {
  test.each([
    ['ISO 8859-1', latin(openAir('CTR KÖLN')), 'CTR KÖLN', 'windows-1252', false],
    ['GB 18030', latin(openAir(chengdu)), '成都临时空域', 'gb18030', true],
    ['UTF-8', utf8(openAir('CTR KÖLN 成都')), 'CTR KÖLN 成都', 'utf-8', true],
    ['UTF-8 with its mark', utf8(`\ufeff${openAir('成都')}`), '成都', 'utf-8', true],
    ['UTF-16', utf16(openAir('成都 Köln')), '成都 Köln', 'utf-16le', true],
  ])('%s', (_, bytes, name, encoding, isCertain) => {
    const file = chosenFile('zones.txt', bytes);
    expect(file).toMatchObject({ encoding, isCertain, isForbidden: false });
    expect(nameIn(file.text)).toEqual([name]);
  });

  test('can be changed by who knows it', () => {
    const file = chosenFile('zones.txt', latin(openAir(chengdu)), 'windows-1252');
    expect(nameIn(file.text)).toEqual(['³É¶¼ÁÙÊ±¿ÕÓò']);
    expect(nameIn(chosenFile(file.name, file.bytes, 'gb18030').text)).toEqual(['成都临时空域']);
  });

  test('an XML file names it', () =>
    expect(
      chosenFile('a.kml', latin('<?xml version="1.0" encoding="ISO-8859-1"?><kml><name>Köln</name></kml>')),
    ).toMatchObject({ encoding: 'windows-1252', isCertain: true, text: expect.stringContaining('Köln') }));

  test('an XML file that names an encoding which is not offered is to be looked at', () => {
    const text = '<?xml version="1.0" encoding="Shift_JIS"?><kml><name>\x93\x8c\x8b\x9e</name></kml>';
    expect(chosenFile('a.kml', latin(text)).isCertain).toBe(false);
  });

  test.each([
    ['GB 18030', latin(`{"type":"FeatureCollection","features":[{"name":"${chengdu}"}]}`)],
    ['ISO 8859-1', latin('{"features":[{"name":"Köln"}]}')],
    ['UTF-16', utf16('{"features":[]}')],
  ])('JSON in %s is refused: RFC 8259 asks for UTF-8', (_, bytes) =>
    expect(chosenFile('zones.geojson', bytes).isForbidden).toBe(true),
  );

  test.each([
    ['zones.kmz', 'PK\x03\x04'],
    ['zones.shp', '\x00\x00\x27\x0a'],
  ])('%s is sent as octets', (name, start) => {
    const bytes = new Uint8Array(100_000).fill(0xfb);
    bytes.set(latin(start));
    const file = chosenFile(name, bytes);
    expect(file).toMatchObject({ isPacked: true, text: '' });
    expect(Uint8Array.from(Buffer.from(base64Of(file.bytes), 'base64'))).toEqual(bytes);
  });

  test('of a PDF only the beginning is sent, by which it is named', () => {
    const bytes = new Uint8Array(100_000).fill(0x20);
    bytes.set(latin('%PDF-1.7'));
    const { text, isPacked } = chosenFile('zones.pdf', bytes);
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect([isPacked, read(text).errors[0]?.text.key]).toEqual([false, 'airspace.import.is.pdf']);
  });
});

test('drafts are saved a hundred at a time, and fewer where they are large', () => {
  const small = Array.from({ length: 250 }, (_, index) => ({ index }));
  expect(inParts(small).map(({ length }) => length)).toEqual([100, 100, 50]);
  const large = Array.from({ length: 5 }, () => ({ text: 'x'.repeat(1_400_000) }));
  expect(inParts(large).map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(inParts([{ text: 'x'.repeat(4_000_000) }])).toHaveLength(1);
});
