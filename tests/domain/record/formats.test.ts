import { describe, expect, it, test } from 'vitest';
import { birthDateOf, formats, residentCheckDigit, usccCheckCharacter } from '#domain/record/formats.ts';
import { addressSuitsMark, isChineseAddress } from '#domain/record/registration-mark.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';

/** Format → what it takes, and what it refuses. */
const cases: Record<string, { takes: string[]; refuses: string[] }> = {
  'registration-mark': {
    takes: [
      'B-1234',
      'B-70XQ',
      'B-10AB',
      'B-30A8',
      'B-HXX',
      'B-KPM',
      'B-MAB',
      'B-18901',
      'N123AB',
      'N1',
      'JA8089',
    ].concat([
      'HL7742',
      'RA-89001',
      'G-ABCD',
      'D-EABC',
      'VN-A321',
      'A4O-BA',
      '9M-MRA',
      'RDPL-34233',
      'UAS0012AB34',
    ]),
    refuses: [
      '',
      'B1234',
      'B-123',
      'B-ABCD',
      'B-1I23',
      'B-10OB',
      'b-1234',
      'N0123',
      'N12345A',
      'QQ-ABC',
      'B-123456',
      'G-A',
    ],
  },
  icao24: {
    takes: ['780a1c', '7bffff', '000001'],
    refuses: ['780A1C', '78012', '78012g', '000000', 'ffffff', '0780a1c'],
  },
  'type-designator': {
    takes: ['C172', 'DA40', 'R44', 'AS50', 'Y12', 'ZZZZ', 'A5'],
    refuses: ['C', '172C', 'C1722', 'c172', 'C 72'],
  },
  'location-indicator': {
    takes: ['ZUGH', 'ZBAA', 'VHHH', 'RJTT', 'ZZZA'],
    refuses: ['ZZZZ', 'ZU1H', 'ZUG', 'IABC', 'QABC', 'zugh', 'CN-0023'],
  },
  iata: { takes: ['CTU', 'GHN'], refuses: ['CT', 'ctu', 'C1U'] },
  callsign: { takes: ['B70XQ', 'CFU8821', 'AB'], refuses: ['B-70XQ', 'ABCDEFGH', 'A', 'cfu1'] },
  'ssr-code': { takes: ['0000', '7700', '2041'], refuses: ['7800', '123', '12345', '0 00'] },
  uscc: {
    takes: ['91350100M000100Y43', '91110000710926094P', '91440300708461136T'],
    refuses: ['91350100M000100Y44', '91350100M000100Y4', '91350100I000100Y43', '9135010OM000100Y43', ''],
  },
  'resident-id': {
    takes: ['11010519491231002X', '440524188001010014', '53010219200508011X'],
    refuses: [
      '110105194912310021',
      '11010519490231002X',
      '99010519491231002X',
      '11010519491231002x',
      '11010519491231',
      '110105194913310020',
    ],
  },
  'mobile-cn': {
    takes: ['13800138000', '19912345678'],
    refuses: ['12800138000', '1380013800', '+8613800138000'],
  },
  phone: {
    takes: [
      '13800138000',
      '028-85702345',
      '02885702345',
      '0838-5302110',
      '028-85702345-801',
      '400-820-8820',
      '110',
      '+86 28 8570 2345',
    ],
    refuses: ['85702345', '028-8570', 'abc', '0-12345678', ''],
  },
  // Specification §5: exactly 4 characters, hours 0 to 24, minutes 0 to 59.
  'time-hhmm': {
    takes: ['0000', '0830', '2359', '2400', '2459'],
    refuses: ['830', '2500', '0860', '08:30', '08300', '-100', ''],
  },
  'country-code': { takes: ['CN', 'HK', 'US'], refuses: ['cn', 'XX', 'CHN', ''] },
  'time-zone': { takes: ['Asia/Shanghai', 'UTC'], refuses: ['Beijing', 'Asia/Nowhere', ''] },
  'ip-address': {
    takes: ['127.0.0.1', '239.1.1.1', '::1', 'fe80::1', '0.0.0.0'],
    refuses: ['256.1.1.1', '1.2.3', '01.2.3.4', ':::1', 'host', ''],
  },
};

describe('formats', () => {
  it('has a case for every format, and a format for every case', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(formats).sort());
  });

  for (const [name, { takes, refuses }] of Object.entries(cases)) {
    test.each(takes)(`${name} takes "%s"`, (value) => expect(formats[name]?.validate(value)).toBe(true));
    test.each(refuses)(`${name} refuses "%s"`, (value) => expect(formats[name]?.validate(value)).toBe(false));
  }

  test.each(Object.entries(formats))('%s has a message in both languages', (_, { messageKey }) => {
    expect(sharedTexts['zh-Hans'][messageKey]).toMatch(/[一-鿿]/);
    expect(sharedTexts.en[messageKey]).toBeTruthy();
  });

  test.each(
    Object.entries(formats).filter(([, one]) => sharedTexts.en[one.messageKey]?.includes('{{example}}')),
  )('%s says an example that it would take', (_, { validate, example }) =>
    expect(validate(example)).toBe(true),
  );
});

describe('check digits', () => {
  it('reads the published examples', () => {
    expect(residentCheckDigit('11010519491231002')).toBe('X');
    expect(residentCheckDigit('44052418800101001')).toBe('4');
    expect(usccCheckCharacter('91350100M000100Y4')).toBe('3');
    expect(residentCheckDigit('1101051949')).toBeNull();
    expect(usccCheckCharacter('91350100M000100I4')).toBeNull();
  });

  it('notices any single wrong digit', () => {
    const good = '11010519491231002X';
    for (let at = 0; at < 17; at += 1) {
      const digit = (Number(good.charAt(at)) + 1) % 10;
      expect(formats['resident-id']?.validate(good.slice(0, at) + digit + good.slice(at + 1))).toBe(false);
    }
  });

  it('reads the date of birth', () => {
    expect(birthDateOf('11010519491231002X')).toBe('1949-12-31');
    expect(birthDateOf('110105194912310021')).toBeNull();
  });
});

describe('24-bit addresses', () => {
  test.each([
    ['780000', true],
    ['7bffff', true],
    ['77ffff', false],
    ['7c0000', false],
    ['a12345', false],
  ])('%s is in China’s block: %s', (address, expected) => expect(isChineseAddress(address)).toBe(expected));

  it('holds a mark against its address', () => {
    expect(addressSuitsMark('B-70XQ', '780a1c')).toBe(true);
    expect(addressSuitsMark('B-70XQ', 'a12345')).toBe(false);
    expect(addressSuitsMark('N123AB', 'a12345')).toBe(true);
    expect(addressSuitsMark('B-18901', '899001')).toBe(true);
  });
});
