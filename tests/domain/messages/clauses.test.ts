import { describe, expect, test } from 'vitest';
import { otherKeywords } from '#domain/messages/field-other.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';

/** operations.md 1.7, clause by clause: what is allowed has no error, what is not has one at its field. */

const plan = (change: [string, string] = ['', '']) =>
  '(FPL-B10QA-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT-ZUGH0045-DOF/261121 REG/B10QA)'.replace(...change);
const errorsOf = (text: string) => parseMessage(text).errors;
const fieldsOf = (text: string) => errorsOf(text).map(({ field }) => field);
const keysOf = (text: string) => errorsOf(text).map(({ key }) => key.replace('message.fault.', ''));
const unchanged = (text: string) => {
  const { message, errors } = parseMessage(text);
  expect(errors, text).toEqual([]);
  expect(message && formatMessage(message)).toBe(text);
};

describe('the fields of each message', () => {
  const f = {
    3: '',
    5: 'ALERFA/ZUGHZTZX/OVERDUE',
    7: 'B10QA/A2041',
    8: 'VG',
    9: 'C208/L',
    10: 'SDFG/SB1',
    13: 'ZUGH0230',
    14: 'SUMAS/1028S0780',
    15: 'K0280M0090 DCT',
    16: 'ZUGH0045',
    '16a': 'ZUGH',
    17: 'ZUGH0315',
    18: 'DOF/261121',
    '18n': 'DOF/261121 REG/B10QA',
    19: 'E/0430 P/2 R/UV S/P J/L D/2 8 C YELLOW A/WHITE N/NIL C/GAO',
    20: 'YUNYI ZUGHZTZX 0300 118.7 GHN VISUAL NIL NIL',
    22: '16/ZUMY0050',
  };
  const composition: [string, (keyof typeof f)[]][] = [
    ['FPL', [7, 8, 9, 10, 13, 15, 16, '18n']],
    ['FPL', [7, 8, 9, 10, 13, 15, 16, '18n', 19]],
    ['CHG', [7, 13, '16a', 18, 22]],
    ['CNL', [7, 13, '16a', 18]],
    ['DLA', [7, 13, '16a', 18]],
    ['DEP', [7, 13, '16a', 18]],
    ['ARR', [7, 13, 17]],
    ['ARR', [7, 13, '16a', 17]],
    ['RQP', [7, 13, '16a', 18]],
    ['RQS', [7, 13, '16a', 18]],
    ['EST', [7, 13, 14, '16a']],
    ['CPL', [7, 8, 9, 10, 13, 14, 15, 16, '18n']],
    ['ALR', [5, 7, 8, 9, 10, 13, 15, 16, '18n', 19, 20]],
    ['SPL', [7, 13, 16, 18, 19]],
  ];
  const textOf = (type: string, fields: (keyof typeof f)[]) =>
    `(${[type, ...fields.map((one) => f[one])].join('-')})`;
  test.each(composition)('%s of %j', (type, fields) => unchanged(textOf(type, fields)));
  test.each(composition)('%s of %j without its last field, or with one more', (type, fields) => {
    const needed = type === 'FPL' && fields.includes(19) ? fields.slice(0, -2) : fields.slice(0, -1);
    expect(keysOf(textOf(type, needed))).not.toEqual([]);
    if (type !== 'CHG' && type !== 'ARR' && !(type === 'FPL' && !fields.includes(19))) {
      expect(keysOf(`${textOf(type, fields).slice(0, -1)}-ZUGH)`)).toContain('extra');
    }
  });
});

describe('field 3: title, number, reference', () => {
  test.each(['(FPLZUGH/ZUUU012-', '(FPLA/B036C/D034-'])('%s', (opening) =>
    unchanged(plan(['(FPL-', opening])),
  );
  test.each(['(FPL12-', '(FPLZUGH/ZUUU12-', '(FPLZUGH012-'])('%s is none', (opening) =>
    expect(fieldsOf(plan(['(FPL-', opening]))).toEqual(['3']),
  );
});

describe('field 7: up to seven letters and digits, the SSR code in octal', () => {
  test.each(['-B-', '-ABCD123-', '-B10QA/A0000-', '-B10QA/A7777-'])('%s', (put) =>
    unchanged(plan(['-B10QA-', put])),
  );
  test.each([
    ['-ABCD1234-', '7a'],
    ['-B10+A-', '7a'],
    ['-B10QA/A7778-', '7b'],
    ['-B10QA/A123-', '7b'],
    ['-B10QA/B1234-', '7b'],
  ])('%s is wrong in %s', (put, field) => expect(fieldsOf(plan(['-B10QA-', put]))).toEqual([field]));
});

describe('field 8: rules and type', () => {
  for (const type of 'SNGMX') test(`V${type}`, () => unchanged(plan(['-VG-', `-V${type}-`])));
  test('I', () => unchanged(plan(['-VG-', '-IG-'])));
  test('Y and Z with the change that they need', () => {
    unchanged(
      plan([
        '-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT',
        '-YG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 GHN VFR DCT',
      ]),
    );
    unchanged(
      plan([
        '-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT',
        '-ZG-C208/L-SDFG/SB1-ZUGH0230-K0280VFR GHN IFR W66 BEICU',
      ]),
    );
  });
  test.each(['-VT-', '-XG-', '-VGG-'])('%s', (put) => expect(fieldsOf(plan(['-VG-', put]))).not.toEqual([]));
});

describe('field 9: number, type, wake turbulence', () => {
  test.each(['DC3/M', '2FK27/M', '12C208/L', 'B748/H', 'A388/J', 'C2/L'])('%s', (put) =>
    unchanged(plan(['C208/L', put])),
  );
  test.each(['3ZZZZ/L', 'ZZZZ/L'])('%s with TYP/', (put) =>
    unchanged(plan(['C208/L', put]).replace('REG/B10QA', 'REG/B10QA TYP/AUTOGYRO')),
  );
  test.each(['C208/S', 'C/L', 'C2089/L', '123C208/L', 'C208', '0C208/L'])('%s', (put) =>
    expect(fieldsOf(plan(['C208/L', put]))).not.toEqual([]),
  );
});

describe('field 10: equipment and surveillance', () => {
  test.each(['N/N', 'S/C', 'SDE2E3FGHIJ1J7KLM1OTUVWXY/LB1D1', 'SG/EB2U1V2G1', 'SP1P9/A'])('%s', (put) =>
    unchanged(plan(['SDFG/SB1', put])),
  );
  test.each(['S', 'S/', '/C', 'SS/C', 'SN/C', 'E4/C', 'S/Q', 'S/SH', 'S/C/D'])('%s', (put) =>
    expect(fieldsOf(plan(['SDFG/SB1', put])).every((field) => field.startsWith('10'))).toBe(true),
  );
});

describe('fields 13, 16 and 17', () => {
  test.each([
    ['-ZUGH0230-', '-ZUGH0000-'],
    ['-ZUGH0230-', '-ZUGH2359-'],
    ['-ZUGH0045-', '-ZUGH2500-'],
    ['-ZUGH0045-', '-ZUGH0045 ZUUU-'],
    ['-ZUGH0045-', '-ZUGH0045 ZUUU ZUCK-'],
  ])('%s → %s', (...change) => unchanged(plan(change)));
  test.each([
    ['-ZUGH0230-', '-ZUGH2400-', '13b'],
    ['-ZUGH0230-', '-ZUGH-', '13b'],
    ['-ZUGH0045-', '-ZUGH0060-', '16b'],
    ['-ZUGH0045-', '-ZUGH-', '16b'],
    ['-ZUGH0045-', '-ZUG0045-', '16a'],
    ['-ZUGH0045-', '-ZUGH0045 ZUUU ZUCK ZUMY-', '16c'],
  ])('%s → %s is wrong in %s', (from, to, field) => expect(fieldsOf(plan([from, to]))).toEqual([field]));
  test('an arrival at a place without an indicator names it', () => {
    unchanged('(ARR-B10QA-ZUGH0230-ZUGH-ZZZZ0315 3040N10432E HUAIZHOU)');
    expect(fieldsOf('(ARR-B10QA-ZUGH0230-ZUGH-ZZZZ0315)')).toEqual(['17c']);
  });
  test.each(['ZUGH01305', 'ZUGH0130Z', 'ZUGH013', 'ZUGH', 'ZZZZ0315HUAIZHOU'])(
    '%s tells no time',
    (field) => {
      const text = `(ARR-B10QA-ZUGH0230-ZUGH-${field})`;
      expect(fieldsOf(text)).toEqual(['17b']);
      expect(parseMessage(text).message?.fields['17']).toBeUndefined();
    },
  );
});

describe('field 14: a point, its time and level', () => {
  const estimate = (field: string) => `(EST-B10QA-ZUGH-${field}-ZUUU)`;
  test.each(['SUMAS/1028S0780', 'GHN180040/1028F140F110A', '46N078W/1028A045', '4620N07805W/1028M0840'])(
    '%s',
    (field) => unchanged(estimate(field)),
  );
  test.each(['AB1C', 'TOOLONG', '99N078W', 'GHN400040', 'X', '1234'])('%s is no point', (point) =>
    expect(fieldsOf(estimate(`${point}/1028S0780`))).toEqual([point.length > 1 ? '14a' : '14']),
  );
  test('its departure needs no time, and may have one', () => {
    unchanged('(EST-B10QA-ZUGH-SUMAS/1028S0780-ZUUU)');
    unchanged('(EST-B10QA-ZUGH0230-SUMAS/1028S0780-ZUUU)');
  });
});

describe('field 15: speed, level and the way', () => {
  test.each(['K0280', 'N0120', 'M082'])('speed %s', (speed) => unchanged(plan(['K0280', speed])));
  test.each(['F098', 'A045', 'S0450', 'M0090', 'VFR'])('level %s', (level) =>
    unchanged(plan(['M0090', level])),
  );
  test.each(['K280', 'N120', 'X0280'])('speed %s', (speed) =>
    expect(fieldsOf(plan(['K0280', speed]))).toContain('15a'),
  );
  test.each(['F98', 'S045', 'B0090', 'FL098'])('level %s', (level) =>
    expect(fieldsOf(plan(['M0090', level]))).toEqual(['15b']),
  );
  test.each([
    'GHN',
    'GHN DCT BEICU',
    '46N078W',
    '4620N07805W',
    'DUB180040',
    'GHN J901 BEICU',
    'GHN/K0200M0120 DCT',
    'GHN/N0284A045',
    'GHN1A GHN W66 BEICU BEI2D',
    'C/48N050W/M082F290F350',
  ])('way %s', (way) => unchanged(plan([' DCT-', ` ${way}-`])));
  test('VFR in the way', () =>
    unchanged(plan(['-VG-', '-YG-']).replace(' DCT-', ' GHN/K0200S0120 VFR DCT-')));
  test.each(['G', '46N078', '4660N07805W', 'GHN/K0200', 'GHN W66 J901 BEICU', 'DCT W66', 'TOOLONG'])(
    'way %s',
    (way) => expect(fieldsOf(plan([' DCT-', ` ${way}-`]))).toContain('15c'),
  );
});

describe('field 18: every keyword, in order', () => {
  const one: Record<(typeof otherKeywords)[number], string> = {
    STS: 'MEDEVAC NONRVSM',
    PBN: 'B2D2',
    NAV: 'ABAS',
    COM: 'SATPHONE',
    DAT: 'S',
    SUR: '260B',
    DEP: '3057N10420E',
    DEST: 'HUAIZHOU',
    DOF: '261121',
    REG: 'B10QA',
    EET: 'ZLHW0020 ZLXA0130',
    SEL: 'KMAL',
    TYP: '2F15 5F5',
    CODE: '780A1C',
    DLE: 'MDG0030',
    OPR: 'YUNYI',
    ORGN: 'ZUGHZPZX',
    PER: 'A',
    ALTN: '3040N10432E',
    RALT: 'ZUCK ZLXY',
    TALT: 'ZUMY',
    RIF: 'DTA HEC ZUMY',
    RMK: 'CHARTER, ALL WELL',
  };
  const all = otherKeywords.map((keyword) => `${keyword}/${one[keyword]}`);
  test('all at once', () =>
    unchanged(plan(['SDFG', 'SDFGRZ']).replace('DOF/261121 REG/B10QA', all.join(' '))));
  test.each(otherKeywords)('%s/ alone, and without anything', (keyword) => {
    const text = `(RQP-B10QA-ZUGH0230-ZUGH-${keyword}/${one[keyword]})`;
    unchanged(text);
    expect(keysOf(`(RQP-B10QA-ZUGH0230-ZUGH-${keyword}/)`)).toEqual(['keywordEmpty']);
  });
  test.each(['DLE/MDG0030 WTM0015', 'DLE/MDG0030 3057N10420E0100 ZUUU0005', 'DLE/MDG0030 DLE/WTM0015'])(
    '%s: a delay at each of several points',
    (text) => unchanged(`(RQP-B10QA-ZUGH0230-ZUGH-${text})`),
  );
  test.each(['DLE/MDG0030 WTM', 'DLE/MDG0070', 'DLE/MDG30', 'DLE/0030'])(
    '%s is no delay at a point',
    (text) => expect(keysOf(`(RQP-B10QA-ZUGH0230-ZUGH-${text})`)).toEqual(['keywordForm']),
  );
  test.each(otherKeywords.slice(1))('%s/ does not come before what it follows', (keyword) => {
    const text = `(RQP-B10QA-ZUGH0230-ZUGH-${keyword}/${one[keyword]} STS/SAR)`;
    expect(errorsOf(text)).toMatchObject([
      { field: '18', key: 'message.fault.keywordOrder', column: text.indexOf('STS') },
    ]);
  });
  test('0 is nothing to add', () => {
    unchanged('(RQP-B10QA-ZUGH0230-ZUGH-0)');
    expect(keysOf('(RQP-B10QA-ZUGH0230-ZUGH-00)')).toEqual(['otherForm']);
  });
});

describe('field 19', () => {
  const with19 = (text: string) => plan([')', `-${text})`]);
  test.each([
    'E/0430',
    'P/TBN',
    'P/12',
    'R/UVE',
    'R/V',
    'R/VU',
    'S/JM',
    'S/PDMJ',
    'S/M',
    'J/LFUV',
    'D/2 8 C YELLOW',
    'A/WHITE RED',
    'N/LIFE RAFT',
    'C/GAO XIANG',
  ])('%s', (text) => unchanged(with19(text)));
  test('its letters come in any order', () => {
    const { message, errors } = parseMessage(with19('C/GAO A/WHITE R/EV P/2 E/0430'));
    expect(errors).toEqual([]);
    expect(message?.fields['19']).toMatchObject({
      pilot: 'GAO',
      colour: 'WHITE',
      radio: 'EV',
      persons: '2',
      endurance: '0430',
    });
  });
  test.each([
    'E/0460',
    'E/430',
    'P/',
    'P/MANY',
    'R/VV',
    'R/X',
    'S/JJ',
    'J/Q',
    'D/MANY',
    'C/GAO A/WHITE C/LI',
    'X/1',
  ])('%s', (text) => expect(fieldsOf(with19(text))).toContain('19'));
});

describe('fields against each other', () => {
  test.each([
    ['a V flight that changes to IFR', '-K0280M0090 DCT-', '-K0280M0090 GHN IFR DCT-', '8a'],
    [
      'an I flight that changes to VFR',
      '-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090',
      '-IG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 GHN VFR',
      '8a',
    ],
    ['ZZZZ in 9b without TYP/', 'C208/L', 'ZZZZ/L', '9b'],
    ['ZZZZ in 13a without DEP/', 'ZUGH0230', 'ZZZZ0230', '13a'],
    ['ZZZZ in 16a without DEST/', 'ZUGH0045', 'ZZZZ0045', '16a'],
    ['ZZZZ in 16c without ALTN/', 'ZUGH0045', 'ZUGH0045 ZZZZ', '16c'],
    ['Z in 10a without COM/, NAV/ or DAT/', 'SDFG/', 'SDFGZ/', '10a'],
    ['R in 10a without PBN/', 'SDFG/', 'SDFGR/', '10a'],
  ])('%s', (_, from, to, field) => expect(fieldsOf(plan([from, to]))).toEqual([field]));

  test.each(['COM/X', 'NAV/X', 'DAT/X'])('%s is what Z asks for', (item) =>
    unchanged(plan(['SDFG/', 'SDFGZ/']).replace('DOF/', `${item} DOF/`)),
  );

  test.each([
    ['(CNL-B10QA-ZZZZ0230-ZUGH-DOF/261121)', '13a'],
    ['(DEP-B10QA-ZUGH0230-ZZZZ-DOF/261121)', '16a'],
    ['(DLA-B10QA-ZZZZ0230-ZZZZ-DEP/3057N10420E)', '16a'],
    ['(RQP-B10QA-ZZZZ0230-ZUGH-0)', '13a'],
    ['(SPL-B10QA-ZUGH0230-ZUGH0045 ZZZZ-0-E/0430)', '16c'],
    ['(CHG-B10QA-ZUGH0230-ZUGH-0-16/ZZZZ0045)', '22'],
    ['(CHG-B10QA-ZUGH0230-ZZZZ-DEST/HUAIZHOU-16/ZZZZ0045-18/REG/B10QA)', '22'],
  ])('ZZZZ without its place in field 18: %s', (text, field) => expect(fieldsOf(text)).toEqual([field]));
  test.each([
    '(CNL-B10QA-ZZZZ0230-ZUGH-DEP/3057N10420E JINTANG DOF/261121)',
    '(DLA-B10QA-ZZZZ0230-ZZZZ-DEP/3057N10420E DEST/HUAIZHOU)',
    '(CHG-B10QA-ZUGH0230-ZUGH-0-16/ZZZZ0045-18/DEST/HUAIZHOU)',
    '(CHG-B10QA-ZUGH0230-ZZZZ-DEST/HUAIZHOU-16/ZZZZ0045)',
    // An ARR has no field 18.
    '(ARR-B10QA-ZZZZ0230-ZUGH0315)',
  ])('%s', unchanged);

  const needs: [specifications: string[], equipment: string][] = [
    [['B1', 'B2', 'C1', 'C2', 'D1', 'D2', 'O1', 'O2'], 'G'],
    [['B1', 'B3', 'C1', 'C3', 'D1', 'D3', 'O1', 'O3'], 'D'],
    [['B1', 'B5', 'C1', 'C4', 'D1', 'D4', 'O1', 'O4'], 'I'],
  ];
  for (const [specifications, equipment] of needs) {
    test.each(specifications)(`PBN/%s needs ${equipment}`, (code) => {
      const filed = (radio: string) => plan(['SDFG/', `${radio}/`]).replace('DOF/', `PBN/${code} DOF/`);
      unchanged(filed('SDFGIR'));
      const text = filed('SDFGIR'.replace(equipment, ''));
      expect(errorsOf(text)).toMatchObject([
        { field: '18', column: text.indexOf('PBN/'), key: 'message.fault.pbnSensor' },
      ]);
    });
  }
  test('PBN/ needs R', () => expect(keysOf(plan(['DOF/', 'PBN/B2 DOF/']))).toEqual(['pbnWithoutR']));
});
