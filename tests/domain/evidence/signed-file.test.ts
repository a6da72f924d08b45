import { expect, test } from 'vitest';
import { followChain, type HashedEntry, hashOf } from '#domain/coordination/record-chain.ts';
import { dossierFormat, type RoomRecordHead, roomRecordFormat } from '#domain/evidence/heads.ts';
import { sealOf } from '#domain/evidence/room-seal.ts';
import { publicKeyOf } from '#domain/evidence/signature.ts';
import { createEvidenceWriter, verifyEvidence } from '#domain/evidence/signed-file.ts';

const privateKey = new Uint8Array(32).fill(7);
const key = publicKeyOf(privateKey);
const octetsOf = (text: string) => new TextEncoder().encode(text);

const head = {
  format: dossierFormat,
  plan: { id: 4, planNumber: 'CW-20260610-0004', callsign: 'CWT009' },
  madeAt: '2026-06-10T02:00:00.000Z',
  madeBy: '塔台 Wu',
  version: '1.0.0',
  key,
} as const;

/** A room of three messages, as its record stores them. */
const entries = (() => {
  const made: HashedEntry[] = [];
  for (const [index, text] of ['高度 600 m', '\u2028 ok', 'bye'].entries()) {
    const seq = index + 1;
    const entry = {
      room: 9,
      seq,
      kind: 'message',
      about: seq,
      author: 3,
      authorName: 'Wu',
      at: `2026-06-10T01:00:0${seq}.000Z`,
      clientId: null,
      body: { text },
    } as const;
    made.push({ ...entry, hash: hashOf(made.at(-1)?.hash ?? '', entry) });
  }
  return made;
})();

function written(by = privateKey, said = head as Record<string, unknown>): string[] {
  const writer = createEvidenceWriter(dossierFormat, by);
  return [
    writer.line({ section: 'head', value: said }),
    writer.line({ section: 'plan', value: { callsign: 'CWT009', remark: '高塔 "A"\n' } }),
    writer.line({ section: 'chat', value: entries[0] }),
    writer.end(['tracks']),
  ];
}

test('a dossier is whole, and reads as it was written', () => {
  const verdict = verifyEvidence(octetsOf(written().join('')));
  expect(verdict).toMatchObject({ state: 'intact', problems: [], head: { madeBy: '塔台 Wu', key } });
  expect(verdict.entries.map(({ section }) => section)).toEqual(['head', 'plan', 'chat', 'end']);
  expect(verdict.entries[1]?.value).toEqual({ callsign: 'CWT009', remark: '高塔 "A"\n' });
});

test('no octet of it can be another, whatever it is changed to', () => {
  const octets = octetsOf(written().join(''));
  const lineAt = (at: number) => octets.subarray(0, at).filter((one) => one === 0x0a).length + 1;
  for (let at = 0; at < octets.length; at += 1) {
    for (const change of [1, 0x20, 0x80]) {
      const altered = octets.slice();
      altered[at] = (altered[at] ?? 0) ^ change;
      const { state, problems } = verifyEvidence(altered);
      expect(state, `octet ${at} xor ${change}`).toBe('changed');
      // It says where: in that line, or by what follows from its hash.
      expect(Math.abs((problems[0]?.line ?? 0) - lineAt(at)), `octet ${at} xor ${change}`).toBeLessThan(2);
    }
  }
});

test.each<[string, (lines: string[]) => string[], number, string]>([
  ['an entry that is gone', ([a, b, , d]) => [a ?? '', b ?? '', d ?? ''], 3, 'missing'],
  ['two that changed places', ([a, b, c, d]) => [a ?? '', c ?? '', b ?? '', d ?? ''], 2, 'missing'],
  ['an end that is gone', (lines) => lines.slice(0, -1), 4, 'cut'],
  ['a file cut within a line', (lines) => [lines.join('').slice(0, -40)], 4, 'unreadable'],
  ['a last line without its end', (lines) => [lines.join('').slice(0, -1)], 4, 'cut'],
  ['something behind the end', (lines) => [...lines, '{}\n'], 5, 'added'],
  ['an empty line behind the end', (lines) => [...lines, '\n'], 5, 'added'],
  ['a mark of the encoding before it', (lines) => ['\ufeff', ...lines], 1, 'unreadable'],
  ['line ends of Windows', (lines) => lines.map((line) => line.replace('\n', '\r\n')), 1, 'unreadable'],
  ['nothing at all', () => [], 1, 'cut'],
  ['another file', () => ['{"type":"FeatureCollection","features":[]}\n'], 1, 'unreadable'],
])('%s is found', (_name, change, line, kind) => {
  const verdict = verifyEvidence(octetsOf(change(written()).join('')));
  expect(verdict.state).toBe('changed');
  expect(verdict.problems[0]).toMatchObject({ line, kind });
});

test('a changed entry is named with its section', () => {
  const lines = written().map((line) => line.replace('"CWT009","remark"', '"CWT010","remark"'));
  expect(verifyEvidence(octetsOf(lines.join(''))).problems).toEqual([
    { line: 2, kind: 'changed', section: 'plan' },
  ]);
});

test('hashes made anew do not help without the key, nor does another key under the name of this one', () => {
  const other = new Uint8Array(32).fill(8);
  expect(verifyEvidence(octetsOf(written(other).join(''))).problems).toEqual([
    { line: 4, kind: 'signature', section: 'end' },
  ]);
  // Signed by another key that says so it is whole: whose key that is must be compared.
  const foreign = verifyEvidence(octetsOf(written(other, { ...head, key: publicKeyOf(other) }).join('')));
  expect(foreign).toMatchObject({ state: 'intact', head: { key: publicKeyOf(other) } });
});

test('a head that is not that of a dossier is a problem', () => {
  const of = (said: Record<string, unknown>) => verifyEvidence(octetsOf(written(privateKey, said).join('')));
  for (const said of [
    { ...head, format: 'clearway dossier 2' },
    { ...head, key: 'x' },
    { ...head, plan: null },
  ])
    expect(of(said)).toMatchObject({ state: 'changed', head: null });
});

const closedAt = '2026-06-10T01:00:03.000Z';
const lastHash = entries.at(-1)?.hash ?? '';
const recordHead = {
  format: roomRecordFormat,
  room: {
    id: 9,
    kind: 'group',
    title: '青城山',
    military: false,
    createdAt: '2026-06-10T01:00:00.000Z',
    closedAt,
    droppedSeq: 0,
    droppedHash: '',
    lastSeq: 3,
    lastHash,
    seal: sealOf({ room: 9, lastSeq: 3, lastHash, closedAt }, privateKey),
  },
  madeAt: '2026-06-10T02:00:00.000Z',
  madeBy: 'Wu',
  key,
} as const satisfies RoomRecordHead;

/** A signed record of these entries, whatever they are. */
function recordOf(given: readonly unknown[], room: Partial<RoomRecordHead['room']> = {}) {
  const writer = createEvidenceWriter(roomRecordFormat, privateKey);
  const head = { ...recordHead, room: { ...recordHead.room, ...room } };
  const lines = [
    writer.line({ section: 'head', value: head }),
    ...given.map((value) => writer.line({ section: 'chat', value })),
    writer.end([]),
  ];
  return verifyEvidence(octetsOf(lines.join('')));
}

test("a closed room's record is intact, with the entries that retention left, too", () => {
  expect(recordOf(entries)).toMatchObject({ state: 'intact', head: { room: { title: '青城山' } } });
  const [first] = entries;
  expect(recordOf(entries.slice(1), { droppedSeq: 1, droppedHash: first?.hash ?? '' }).state).toBe('intact');
});

test.each<[string, readonly unknown[], Partial<RoomRecordHead['room']>, number]>([
  ['an entry', entries.map((one) => (one.seq === 2 ? { ...one, body: { text: '900 m' } } : one)), {}, 3],
  ['a missing entry', entries.filter(({ seq }) => seq !== 2), {}, 3],
  ['a missing last entry', entries.slice(0, 2), {}, 4],
  ['an entry of another room', entries.map((one) => (one.seq === 2 ? { ...one, room: 8 } : one)), {}, 3],
  ['something else', ['x', ...entries], {}, 2],
  ['the seal', entries, { seal: null }, 5],
  ['the time of closing', entries, { closedAt: '2026-06-11T01:00:03.000Z' }, 5],
])('a record that had been altered before its export is reported: %s', (_name, given, room, line) => {
  const verdict = recordOf(given, room);
  expect(verdict.state).toBe('roomChanged');
  expect(verdict.problems[0]).toMatchObject({ line, kind: 'room' });
});

test('a room in a dossier is checked by its own hashes, from where it begins', () => {
  const of = (given: readonly unknown[]) => {
    const writer = createEvidenceWriter(dossierFormat, privateKey);
    const lines = [
      writer.line({ section: 'head', value: head }),
      ...given.map((value) => writer.line({ section: 'chat', value })),
      writer.end([]),
    ];
    return verifyEvidence(octetsOf(lines.join('')));
  };
  expect(of(entries).state).toBe('intact');
  expect(of(entries.slice(1)).state).toBe('intact');
  const altered = entries.map((one) => (one.seq === 3 ? { ...one, authorName: 'Li' } : one));
  expect(of(altered)).toMatchObject({ state: 'roomChanged', problems: [{ line: 4, kind: 'room' }] });
});

test('a chain goes on behind an entry that does not follow', () => {
  const chain = followChain({ seq: 0, hash: '' });
  const altered = entries.map((one) => (one.seq === 2 ? { ...one, at: closedAt } : one));
  expect(altered.map((one) => chain.follows(one))).toEqual([true, false, true]);
  expect(chain.end()).toEqual({ seq: 3, hash: lastHash });
});
