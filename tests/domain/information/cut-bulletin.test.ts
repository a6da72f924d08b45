import { describe, expect, test } from 'vitest';
import { cutBulletin, headingText, readHeading } from '#domain/information/cut-bulletin.ts';

const received = Date.UTC(2026, 10, 22, 3, 5);
const cut = (text: string, at = received) =>
  cutBulletin(text, at).map(({ kind, raw }) => [kind, raw.replace(/\s+/g, ' ')]);

describe('a WMO heading', () => {
  test('has its day and hour next to the receipt, across the end of a month', () => {
    const at = (line: string, near: string) =>
      new Date(readHeading(line, Date.parse(near))?.at ?? 0).toISOString();
    expect(at('SACI31 ZBBB 220300', '2026-11-22T03:05:00Z')).toBe('2026-11-22T03:00:00.000Z');
    expect(at('SACI31 ZBBB 302350 RRA', '2026-12-01T00:10:00Z')).toBe('2026-11-30T23:50:00.000Z');
    expect(at('SACI31 ZBBB 010000', '2026-12-31T23:59:00Z')).toBe('2027-01-01T00:00:00.000Z');
    expect(at('FTCI31 ZBBB 290500', '2026-03-01T04:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  });

  test('may say that it is a part of a bulletin', () => {
    expect(readHeading('SACI31 ZBBB 220300 PAA', received)?.indicator).toBe('PAA');
    expect(cut('SACI31 ZBBB 220300 PZB\nMETAR ZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030=')).toEqual([
      ['METAR', 'METAR ZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030'],
    ]);
  });

  test.each(['SACI31 ZBBB 222500', 'SACI31 ZBBB 320300', 'SACI31 ZBB 220300', 'SACI31 ZBBB 220300 XXA'])(
    '%s is none',
    (line) => expect(readHeading(line, received)).toBeNull(),
  );

  test('is written as it was read', () => {
    const heading = readHeading('SACI31 ZBBB 220300 RRA', received);
    expect(heading && headingText(heading)).toBe('SACI31 ZBBB 220300 RRA');
  });
});

describe('a bulletin', () => {
  test('of METARs, the keyword once for all', () => {
    const text = `SACI31 ZBBB 220300\r\r\nMETAR\r\r\nZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030 NOSIG=\r\r\nZSSS 220300Z 02004MPS\r\r\n 4000 BR 12/11 Q1022=\r\r\n`;
    expect(cut(text)).toEqual([
      ['METAR', 'ZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030 NOSIG'],
      ['METAR', 'ZSSS 220300Z 02004MPS 4000 BR 12/11 Q1022'],
    ]);
    expect(cutBulletin(text, received)[1]?.heading).toEqual({
      designator: 'SACI31',
      centre: 'ZBBB',
      at: Date.UTC(2026, 10, 22, 3),
      indicator: null,
    });
  });

  test('whose first report alone has the keyword', () => {
    expect(cut('METAR ZBAA 220300Z 36003MPS=\nZSSS 220300Z 02004MPS=\nSPECI ZUUU 220312Z VRB01MPS=')).toEqual(
      [
        ['METAR', 'METAR ZBAA 220300Z 36003MPS'],
        ['METAR', 'ZSSS 220300Z 02004MPS'],
        ['SPECI', 'SPECI ZUUU 220312Z VRB01MPS'],
      ],
    );
  });

  test('without the keyword is of the kind that its heading says', () => {
    expect(cut('FTCI31 ZBBB 220500 AAA\nTAF AMD\nZBAA 220610Z 2206/2312 VRB02MPS CAVOK=')).toEqual([
      ['TAF', 'TAF AMD ZBAA 220610Z 2206/2312 VRB02MPS CAVOK'],
    ]);
    expect(cut('SACI31 ZBBB 220300\nZBAA 220300Z 36003MPS=')).toEqual([['METAR', 'ZBAA 220300Z 36003MPS']]);
  });

  test('whose reports have lost their ends is cut at their beginnings', () => {
    expect(
      cut('METAR ZBAA 220300Z 36003MPS\nMETAR ZSSS 220300Z\n02004MPS 9999\nTAF ZSSS 220300Z 2206/2312 CAVOK'),
    ).toEqual([
      ['METAR', 'METAR ZBAA 220300Z 36003MPS'],
      ['METAR', 'METAR ZSSS 220300Z 02004MPS 9999'],
      ['TAF', 'TAF ZSSS 220300Z 2206/2312 CAVOK'],
    ]);
  });

  test('after another in one text has its own heading', () => {
    const text =
      'SACI31 ZBBB 220300\nZBAA 220300Z CAVOK=\n\nFTCI31 ZBBB 220300\nZBAA 220300Z 2206/2312 CAVOK=';
    expect(cutBulletin(text, received).map(({ kind, heading }) => [kind, heading?.designator])).toEqual([
      ['METAR', 'SACI31'],
      ['TAF', 'FTCI31'],
    ]);
  });

  test('with SIGMET, AIRMET and GAMET, blank lines and all', () => {
    const text = `WSCI31 ZBBB 220310
ZBPE SIGMET 1 VALID 220320/220720 ZBAA-
ZBPE BEIJING FIR SEV TURB FCST WI N4000 E11000 - N4200 E11500 - N4000 E11500 - N4000 E11000 FL180/340=
ZBPE AIRMET 2 VALID 220320/220720 ZBAA-
ZBPE BEIJING FIR MOD ICE OBS=
ZBPE GAMET VALID 220600/221200 ZBAA-
ZBPE BEIJING FIR BLW FL100

SECN I
SFC WSPD: 12/15 MPS=`;
    expect(cut(text).map(([kind]) => kind)).toEqual(['SIGMET', 'AIRMET', 'GAMET']);
    expect(cut(text)[2]?.[1]).toMatch(/SECN I SFC WSPD: 12\/15 MPS$/);
  });

  test('of an advisory keeps its lines together', () => {
    const text =
      'FVFE01 RJTD 220000\nVA ADVISORY\nDTG: 20261122/0000Z\n\nVAAC: TOKYO\nVOLCANO: SUWANOSEJIMA 282030=';
    expect(cut(text)).toEqual([
      ['volcanicAsh', 'VA ADVISORY DTG: 20261122/0000Z VAAC: TOKYO VOLCANO: SUWANOSEJIMA 282030'],
    ]);
  });

  test('in an envelope is read without it', () => {
    const text =
      'ZCZC CWA0012\r\r\nGG ZUUUYMYX ZUUUZPZX\r\r\nZBAAYMYX\r\r\n220305 ZBBBYMYX\r\r\nMETAR ZBAA 220300Z CAVOK=\r\r\nNNNN';
    expect(cut(text)).toEqual([['METAR', 'METAR ZBAA 220300Z CAVOK']]);
  });

  test('with its first report on the line of the heading', () => {
    const [one] = cutBulletin('SACI31 ZBBB 220300 RRA METAR ZBAA 220300Z 36003MPS CAVOK=', received);
    expect(one).toMatchObject({ kind: 'METAR', heading: { indicator: 'RRA' } });
  });

  test('or a file without any keyword is of what its groups say', () => {
    expect(
      cut(
        '2026/11/22 03:00\nZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030\n\n2026/11/22 02:58\nZSSS 220300Z AUTO VRB02MPS 9999\n\nZBAA 220304Z 2206/2312 VRB02MPS CAVOK',
      ),
    ).toEqual([
      ['METAR', 'ZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030'],
      ['METAR', 'ZSSS 220300Z AUTO VRB02MPS 9999'],
      ['TAF', 'ZBAA 220304Z 2206/2312 VRB02MPS CAVOK'],
    ]);
  });

  test('never loses what is no report', () => {
    expect(cut('HELLO WORLD\nMETAR ZBAA 220300Z CAVOK=\nSOMETHING ELSE=')).toEqual([
      [null, 'HELLO WORLD'],
      ['METAR', 'METAR ZBAA 220300Z CAVOK'],
      [null, 'SOMETHING ELSE'],
    ]);
    expect(cut('  \n ')).toEqual([]);
  });
});

describe('NOTAMs', () => {
  const a = `(A1234/26 NOTAMN
Q)ZBPE/QMRLC/IV/NBO/A/000/999/4004N11636E005
A)ZBAA B)2611220300 C)2611221200
E)RWY 18L/36R CLSD (WIP) DUE TO:
1) MAINT
2) INSPECTION OF TWY A AND B)`;
  const b =
    '(G0456/26 NOTAMC G0455/26 Q)ZUUU/QRTCN/IV/BO/W/000/100/3034N10357E025 A)ZUUU B)2611220300 E)CNL.)';

  test('go by their parentheses, several in one text and among other reports', () => {
    const reports = cut(`${a}\n${b}\nMETAR ZBAA 220300Z CAVOK=`);
    expect(reports.map(([kind]) => kind)).toEqual(['NOTAM', 'NOTAM', 'METAR']);
    expect(reports[0]?.[1]).toMatch(/^\(A1234\/26 NOTAMN .* TWY A AND B\)$/);
    expect(reports[1]?.[1]).toMatch(/E\)CNL\.\)$/);
  });

  test('are cut where two stand on one line', () => {
    expect(cut(`${b}${b.replace('G0456', 'G0457')}`).map(([kind]) => kind)).toEqual(['NOTAM', 'NOTAM']);
  });

  test('of snow and ash keep the line above them', () => {
    const snow = 'SWZB0015 ZBAA 11220300\n(SNOWTAM 0015\nZBAA\n11220250 18L 5/5/5 100/100/100 NR/NR/NR\n)';
    expect(cut(`${snow}\n(ASHTAM 021/26 A)RJJJ B)2611220100)`)).toEqual([
      ['SNOWTAM', snow.replace(/\s+/g, ' ')],
      ['ASHTAM', '(ASHTAM 021/26 A)RJJJ B)2611220100)'],
    ]);
  });

  test('without parentheses end where the next begins', () => {
    expect(
      cut('A1234/26 NOTAMN\nQ) ZBPE/QMRLC\nE) RWY (18L) CLSD\nA1235/26 NOTAMN\nQ) ZBPE/QMXLC').map(
        ([, raw]) => raw,
      ),
    ).toEqual(['A1234/26 NOTAMN Q) ZBPE/QMRLC E) RWY (18L) CLSD', 'A1235/26 NOTAMN Q) ZBPE/QMXLC']);
  });

  test('of a bulletin before flight stay with it', () => {
    expect(cut(`PRE-FLIGHT INFORMATION BULLETIN\nZUUU\n${a}`).map(([kind]) => kind)).toEqual(['PIB']);
  });
});

describe('XML', () => {
  test('is cut into its reports', () => {
    const xml = `<?xml version="1.0"?><collect:MeteorologicalBulletin xmlns:collect="x">
      <collect:meteorologicalInformation><iwxxm:METAR gml:id="a"><iwxxm:x/></iwxxm:METAR></collect:meteorologicalInformation>
      <collect:meteorologicalInformation><iwxxm:METARX/><iwxxm:TAF>1</iwxxm:TAF></collect:meteorologicalInformation>
      </collect:MeteorologicalBulletin>`;
    expect(cutBulletin(`LACI31 ZBBB 220300\n${xml}`, received)).toMatchObject([
      { kind: 'METAR', raw: '<iwxxm:METAR gml:id="a"><iwxxm:x/></iwxxm:METAR>', format: 'xml' },
      { kind: 'TAF', raw: '<iwxxm:TAF>1</iwxxm:TAF>', heading: { designator: 'LACI31' } },
    ]);
    expect(cut('<html>no</html>')).toEqual([[null, '<html>no</html>']]);
    expect(cut('<TAF>cut off')).toEqual([['TAF', '<TAF>cut off']]);
  });
});
