import { expect, test } from 'vitest';
import { createDossierWriter, dossierFormat, publicKeyOf, verifyDossier } from '#domain/evidence/dossier.ts';

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

function written(by = privateKey, said = head as Record<string, unknown>): string[] {
  const writer = createDossierWriter(by);
  return [
    writer.line({ section: 'head', value: said }),
    writer.line({ section: 'plan', value: { callsign: 'CWT009', remark: '高塔 "A"\n' } }),
    writer.line({ section: 'chat', value: { text: '\u2028 ok' } }),
    writer.end(['tracks']),
  ];
}

test('a dossier is whole, and reads as it was written', () => {
  const verdict = verifyDossier(octetsOf(written().join('')));
  expect(verdict).toMatchObject({ isWhole: true, faults: [], head: { madeBy: '塔台 Wu', key } });
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
      const { isWhole, faults } = verifyDossier(altered);
      expect(isWhole, `octet ${at} xor ${change}`).toBe(false);
      // It says where: in that line, or by what follows from its hash.
      expect(Math.abs((faults[0]?.line ?? 0) - lineAt(at)), `octet ${at} xor ${change}`).toBeLessThan(2);
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
  const verdict = verifyDossier(octetsOf(change(written()).join('')));
  expect(verdict.isWhole).toBe(false);
  expect(verdict.faults[0]).toMatchObject({ line, kind });
});

test('a changed entry is named with its section', () => {
  const lines = written().map((line) => line.replace('"CWT009","remark"', '"CWT010","remark"'));
  expect(verifyDossier(octetsOf(lines.join(''))).faults).toEqual([
    { line: 2, kind: 'changed', section: 'plan' },
  ]);
});

test('hashes made anew do not help without the key, nor does another key under the name of this one', () => {
  const other = new Uint8Array(32).fill(8);
  expect(verifyDossier(octetsOf(written(other).join(''))).faults).toEqual([
    { line: 4, kind: 'signature', section: 'end' },
  ]);
  // Signed by another key that says so it is whole: whose key that is must be compared.
  const foreign = verifyDossier(octetsOf(written(other, { ...head, key: publicKeyOf(other) }).join('')));
  expect(foreign).toMatchObject({ isWhole: true, head: { key: publicKeyOf(other) } });
});

test('a head that is not that of a dossier is a fault', () => {
  const of = (said: Record<string, unknown>) => verifyDossier(octetsOf(written(privateKey, said).join('')));
  for (const said of [
    { ...head, format: 'clearway dossier 2' },
    { ...head, key: 'x' },
    { ...head, plan: null },
  ])
    expect(of(said)).toMatchObject({ isWhole: false, head: null });
});
