import { describe, expect, test } from 'vitest';
import { formatMessage, parseMessage } from '../../../src/domain/message/message.ts';

/** The examples of ICAO's FITS pages (operations.md 1.7), and of Doc 4444 and MH/T 4007 practice. */
const golden = [
  '(CHG-ABC123-NZAA2300-VTBS-DOF/091120-16/VTBD1151 VTBD)',
  '(CNL-ABC123-NZAA2300-VTBS-DOF/091120)',
  '(DLA-ABC123-NZAA2345-VTBS-DOF/091120)',
  '(DEP-ABC123/A0254-NZAA2347-VTBS-DOF/091120)',
  '(ARR-ABC123-NZAA-VTBS1315)',
  '(ARR-ABC123-NZAA0145-VTBS1315)',
  '(RQP-ABC123-NZAA2345-VTBS-0)',
  '(RQS-ABC123-NZAA2345-VTBS-0)',
  '(CHG-ABC123-NZAA2345-VTBS-DOF/091120-13/NZAA0010-18/DOF/091121)',
  '(FPL-CCA1532-IS-A332/H-SDE3FGHIJ4J5M1RWY/LB1D1-ZSSS2035-K0859S1040 PIKAS G330 PIMOL A593 BTO W82 DOGAR-ZBAA0153 ZBYN-PBN/A1B2B3B4B5D1L1 NAV/ABAS REG/B6513 EET/ZBPE0112 SEL/KMAL PER/C RIF/FRT N640 ZBYN RMK/ACAS II)',
  '(FPL-TPR101-IS-B707/M-CHOV/C-EGLL1400-N0450F310 L9 UL9 STU285036/M082F310 UL9 LIMRI 52N020W 52N030W 50N040W 49N050W DCT BANCS-KJFK0709 KEWR KBOS-EET/CZQX0330)',
  '(FPL-B10QA-VG-C208/L-S/C-ZUGH0230-K0280VFR DCT 3057N10420E 3040N10432E DCT-ZZZZ0045-DEST/3040N10432E HUAIZHOU DOF/261121 REG/B10QA)',
  '(ALR-INCERFA/EGLLZTZX/OVERDUE-BAW671-IM-C130/M-S/C-LGGG1005-K0430F310 UB9 LN/N0284A045 LW-EGLL0425-REG/GBZTG EET/LYBE0020 EDMI0133 OPR/BAW-E/0720 P/12 R/UV J/LF D/02 014 C ORANGE A/SILVER C/SIGGAH-USAF LGGGZAZX 1022 126.7 GN 1022 PILOT REPORT OVER NDB ATS UNITS DECLARED FIR ALERTED NIL)',
  '(SPL-SAW502A-EDDW0920-EKCH0400 EKVB-REG/GBZTG RMK/CHARTER-E/0640 P/9 R/V J/L A/BLUE C/DENKE)',
  '(EST-BAW902-EHAM0925-ABC/1028F350F330A-LEMD)',
  '(CPL-UAL621/A5120-IS-A320/M-S/C-KMSP0330-KONGO/1341F220F200A-N0420F220 KONGO DCT BARKR C/48N050W/M082F290F350 BARKR-KATL0159-0)',
  '(LAMZUUU/ZUGH034ZUGH/ZUUU012)',
  '(RCF-GAJCW-1231 121.3 CLA 1229 TRANSMITTING ONLY 126.7 LAST POSITION CONFIRMED BY RADAR)',
  '(ACP-ABC123-EDDF0900-LFPG)',
  '(CDN-ABC123-EDDF0900-LFPG-15/N0450F350 DCT)',
];

describe('every example', () => {
  test.each(golden)('%s is read and written to the letter', (text) => {
    const { message, faults } = parseMessage(text);
    expect(message && formatMessage(message)).toBe(text);
    expect(faults).toEqual([]);
  });
});

test.each(golden)('%s is read the same from lines of a printer, with blanks around its hyphens', (text) => {
  const printed = text.replace(/(?!^)-/g, '\r\r\n-').replace(/ /g, '  ');
  const { message } = parseMessage(printed);
  expect(message && formatMessage(message)).toBe(text);
});

test('fields stand where they stood', () => {
  const text = '(DEP-ABC123/A0254-NZAA2347-VTBS-DOF/091120)';
  const { pieces } = parseMessage(text);
  for (const { column, text: own } of pieces) expect(text.slice(column, column + own.length)).toBe(own);
  expect(pieces.map(({ field }) => field)).toEqual(['3', '7', '13', '16', '18']);
});
