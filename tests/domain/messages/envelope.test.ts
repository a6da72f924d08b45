import { describe, expect, test } from 'vitest';
import { plainText } from '#domain/messages/compose.ts';
import {
  acknowledgedOrigin,
  envelopeErrors,
  filingMoment,
  filingText,
  marksIn,
  messagesIn,
  priorityOf,
  readEnvelope,
  wrapped,
  writeAcknowledgement,
  writeEnvelope,
} from '#domain/messages/envelope.ts';
import { parseMessage } from '#domain/messages/message.ts';

const own = { filingTime: new Date('2026-11-21T14:30:59Z'), originator: 'ZUGHZPZX' };
const text = '(CNL-B10QA-ZUGH0200-ZUGH-DOF/261121)';
const addresses = (count: number) =>
  Array.from({ length: count }, (_, i) => `ZUUU${String.fromCharCode(65 + i)}PZX`);

test('is written line by line as Annex 10 has it', () => {
  const written = writeEnvelope({
    ...own,
    priority: 'FF',
    addressees: addresses(9),
    text,
    transmission: 'CWA0123',
  });
  expect(written.split('\r\r\n')).toEqual([
    'ZCZC CWA0123',
    `FF ${addresses(7).join(' ')}`,
    addresses(9).slice(7).join(' '),
    '211430 ZUGHZPZX',
    text,
    'NNNN',
    '',
  ]);
  expect(readEnvelope(written)).toEqual({
    priority: 'FF',
    addressees: addresses(9),
    filing: '211430',
    originator: 'ZUGHZPZX',
    transmission: 'CWA0123',
    text,
    mustAcknowledge: false,
  });
});

test('the most addressees stand on three lines', () => {
  const written = writeEnvelope({ ...own, priority: 'GG', addressees: addresses(21), text });
  const lines = written.split('\r\r\n').slice(0, 3);
  expect(lines.map((line) => line.split(' ').length)).toEqual([8, 7, 7]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(69);
  expect(readEnvelope(written).addressees).toHaveLength(21);
});

test.each([
  ['lines that end with LF alone', `FF ZUUUZPZX\n211430 ZUGHZPZX\n${text}\nNNNN`],
  [
    'control characters in place of ZCZC and NNNN',
    `\u0001ABC012\r\nFF ZUUUZPZX\r\n211430 ZUGHZPZX\r\n\u0002${text}\u0003`.replace('ABC012\r\n', ''),
  ],
  [
    'a time in the heading',
    `ZCZC ABC012 211431\r\r\nFF ZUUUZPZX\r\r\n211430 ZUGHZPZX\r\r\n${text}\r\r\n\r\r\nNNNN\r\r\n`,
  ],
])('is read with %s', (_, received) => {
  expect(readEnvelope(received)).toMatchObject({ addressees: ['ZUUUZPZX'], filing: '211430', text });
});

describe('the marks of a line never stand within a text', () => {
  const first = '(DEP-B10QA-ZUGH0230-ZUGH-0)';
  const second = '(ARR-B10QA-ZUGH0230-ZUGH0315)';
  test.each([
    ['one behind the other', `ZCZC A1\r\n${first}\r\nNNNN\r\n\u0001ZCZC A2\r\n${second}\r\nNNNN\r\n`],
    ['an end on the line of the text', `${first}NNNN${second}NNNN`],
    ['an end that was lost', `ZCZC A1\r\n${first}\r\nZCZC A2\r\n${second}\r\nNNNN`],
    ['control characters', `\u0001A1\r\n\u0002${first}\u0003\u0001A2\r\n\u0002${second}\u0003`],
    ['the last one without an end', `${first}NNNN\n${second}`],
    ['small letters', `zczc a1\n${first}\nnnnn\nzczc a2\n${second}\nnnnn`],
  ])('%s', (_, received) => {
    const messages = messagesIn(received);
    expect(messages).toHaveLength(2);
    expect(messages.map((one) => readEnvelope(one).text.includes('('))).toEqual([true, true]);
    expect(messages.map((one) => /\(.*\)/.exec(one)?.[0])).toEqual([first, second]);
    for (const one of messages) expect(marksIn(readEnvelope(one).text)).toEqual([]);
  });

  test('a person who writes one is told where', () => {
    const written = '(FPL-B10QA-VG-C208/L-SDFG/SB1-ZUGH0230-K0280M0090 DCT-ZUGH0045-DOF/261121 RMK/ANNNNB)';
    expect(parseMessage(written).errors).toEqual([
      {
        field: '',
        column: written.indexOf('NNNN'),
        length: 4,
        key: 'message.fault.mark',
        values: { text: 'NNNN' },
      },
    ]);
  });

  test.each(['NNNN', 'ANNNNNB', 'NNNNNNNN', 'ZCZC 012', 'xzczcx'])(
    '“%s” in a remark goes as two words',
    (text) => {
      expect(marksIn(plainText(text))).toEqual([]);
      expect(plainText(text).replace(/ /g, '')).toBe(text.toUpperCase().replace(/ /g, ''));
    },
  );
});

test('a message without an envelope is all text', () => {
  expect(readEnvelope(text)).toMatchObject({ priority: null, addressees: [], text });
});

test('a distress message is acknowledged by its origin', () => {
  const received = readEnvelope(`SS ZUGHZPZX\r\n211428 ZUUUZTZX\r\n(ALR…)\r\nNNNN`);
  expect(received.mustAcknowledge).toBe(true);
  const answer = readEnvelope(writeAcknowledgement({ filing: '211428', originator: 'ZUUUZTZX' }, own));
  expect(answer).toMatchObject({ priority: 'SS', addressees: ['ZUUUZTZX'], text: 'R 211428 ZUUUZTZX' });
  expect(acknowledgedOrigin(answer.text)).toEqual({ filing: '211428', originator: 'ZUUUZTZX' });
  expect(acknowledgedOrigin(text)).toBeNull();
});

test('lines are of 69 characters, broken before a hyphen or at a blank', () => {
  const long = `(FPL-B10QA-VG${'-ABCDEFGH'.repeat(12)} ${'WORD '.repeat(30)}${'X'.repeat(90)})`;
  const lines = wrapped(long);
  expect(lines.every((line) => line.length <= 69)).toBe(true);
  expect(lines[1]?.startsWith('-')).toBe(true);
  expect(lines.join('').replace(/ /g, '')).toBe(long.replace(/ /g, ''));
});

describe('limits', () => {
  const whole = { ...own, priority: 'FF' as const, addressees: ['ZUUUZPZX'], text };
  test.each([
    [{}, []],
    [{ addressees: [] }, ['message.envelope.noAddressee']],
    [{ addressees: addresses(22) }, ['message.envelope.addressees']],
    [{ addressees: ['ZUUU'] }, ['message.envelope.address']],
    [{ originator: '' }, ['message.envelope.originator']],
    [{ text: 'A'.repeat(1_801) }, ['message.envelope.long']],
    [{ text: '(FPL-B10QA RMK/ANNNNB)' }, ['message.envelope.mark']],
    [{ text: '(SVC QTA ZCZC CWA0012)' }, ['message.envelope.mark']],
    [{ addressees: ['NNNNZPZX'] }, ['message.envelope.mark']],
  ])('%j', (change, keys) => {
    expect(envelopeErrors({ ...whole, ...change }).map(({ key }) => key)).toEqual(keys);
  });
});

test.each([
  ['211430', '2026-11-21T15:00:00Z', '2026-11-21T14:30:00.000Z'],
  ['312350', '2026-11-01T00:10:00Z', '2026-10-31T23:50:00.000Z'],
  ['010010', '2026-11-30T23:50:00Z', '2026-12-01T00:10:00.000Z'],
  ['000010', '2026-11-30T23:50:00Z', undefined],
  ['212430', '2026-11-21T15:00:00Z', undefined],
])('%s seen at %s is %s', (filing, now, at) => {
  expect(filingMoment(filing, new Date(now))?.toISOString()).toBe(at);
  if (at) expect(filingText(new Date(at))).toBe(filing);
});

test.each([
  ['FPL', 'FF'],
  ['ALR', 'SS'],
  ['SVC', 'GG'],
])('%s goes as %s', (type, priority) => expect(priorityOf(type)).toBe(priority));
