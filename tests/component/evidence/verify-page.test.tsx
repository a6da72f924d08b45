import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hashOf } from '#domain/coordination/record-chain.ts';
import { dossierFormat, roomRecordFormat } from '#domain/evidence/heads.ts';
import { sealOf } from '#domain/evidence/room-seal.ts';
import { publicKeyOf } from '#domain/evidence/signature.ts';
import { createEvidenceWriter } from '#domain/evidence/signed-file.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { css, seen, validated } from '#tests/component/support/ui.ts';
import { VerifyPage } from '#web/features/evidence/verify-page.tsx';

const privateKey = new Uint8Array(32).fill(7);
const key = publicKeyOf(privateKey);

const message = {
  room: 9,
  seq: 1,
  kind: 'message',
  about: 1,
  author: 3,
  authorName: 'Wu',
  at: '2026-06-10T01:00:00.000Z',
  clientId: null,
  body: { text: '600 m' },
} as const;
const hash = hashOf('', message);
const said = { ...message, hash };

/** The record of a closed room, with a text in it that may not be the one that was hashed. */
function roomRecord(text: string): string {
  const writer = createEvidenceWriter(roomRecordFormat, privateKey);
  const closedAt = '2026-06-10T01:00:00.000Z';
  const room = {
    id: 9,
    kind: 'group',
    title: 'Runway works',
    military: false,
    createdAt: '2026-06-10T00:00:00.000Z',
    closedAt,
    droppedSeq: 0,
    droppedHash: '',
    lastSeq: 1,
    lastHash: hash,
    seal: sealOf({ room: 9, lastSeq: 1, lastHash: hash, closedAt }, privateKey),
  };
  return [
    writer.line({
      section: 'head',
      value: { format: roomRecordFormat, room, madeAt: '2026-06-10T02:00:00.000Z', madeBy: 'Wu', key },
    }),
    writer.line({ section: 'chat', value: { ...said, body: { text } } }),
    writer.end([]),
  ].join('');
}

function dossier(): string {
  const writer = createEvidenceWriter(dossierFormat, privateKey);
  const plan = { id: 4, planNumber: 'CW-20260610-0004', callsign: 'CWT009' };
  const version = {
    resource: 'plan',
    record: 4,
    version: 2,
    action: 'update',
    at: '2026-06-10T01:00:00.000Z',
    by: 3,
    byName: 'Wu',
    changes: [
      { field: 'state', before: 1, after: 2 },
      { field: 'company', before: 1, after: 2, labels: { before: 'Heron', after: 'Swift' } },
    ],
  };
  const heights = { geometricAltitudeM: null, amslAltitudeM: null };
  const track = {
    track: '780abc',
    icao24: '780abc',
    callsign: 'CWT009',
    sourceId: 1,
    positions: [
      { at: Date.parse('2026-06-10T01:25:00Z'), pressureAltitudeM: 900, ...heights },
      { at: Date.parse('2026-06-10T01:25:10Z'), pressureAltitudeM: 930, ...heights },
    ],
  };
  const alert = { kind: 'areas', highestLevel: 'warning', reason: '进入禁区', reasonEn: 'In a closed area' };
  return [
    writer.line({
      section: 'head',
      value: {
        format: dossierFormat,
        plan,
        madeAt: '2026-06-10T02:00:00.000Z',
        madeBy: 'Wu',
        version: '1',
        key,
      },
    }),
    writer.line({
      section: 'plan',
      value: { ...plan, company: 2, pilots: [7], state: 9, labels: { company: 'Swift' } },
    }),
    writer.line({ section: 'versions', value: version }),
    writer.line({ section: 'messages', value: { text: '(FPL-CWT009-VG)', type: 'FPL', direction: 'out' } }),
    writer.line({ section: 'tracks', value: track }),
    writer.line({ section: 'alerts', value: alert }),
    writer.line({ section: 'chat', value: said }),
    writer.end(['decisions']),
  ].join('');
}

async function choose(text: string): Promise<void> {
  const router = createMemoryRouter([{ path: '/verify', element: <VerifyPage /> }], {
    initialEntries: ['/verify'],
  });
  await mount(<RouterProvider router={router} />, { locale: 'en' });
  await userEvent.upload(css('input[type=file]'), new File([text], 'flight.dossier.jsonl'));
  await seen(page.getByRole('heading', { name: 'flight.dossier.jsonl' }));
}

test('a dossier of this installation is unchanged; what it holds and what was left out is listed', async () => {
  server().call('Evidence', 'GetKey', () => ({ key }));
  await choose(dossier());
  await seen(page.getByText('Unchanged: 8 entries, signed by this installation'));
  await seen(page.getByText('CW-20260610-0004 · CWT009'));
  await seen(page.getByText('Decisions 0 · left out: the exporter may not read this'));
});

test('what a dossier holds is read without a session: with labels, and the names that are in the file', async () => {
  server().call('Evidence', 'GetKey', () => ({ key }));
  await choose(dossier());
  const plan = page.getByRole('listitem').filter({ hasText: 'CW-20260610-0004' });
  await expect.element(plan).toHaveTextContent('Swift');
  await expect.element(plan).toHaveTextContent('In flight');
  const part = async (name: string) => {
    await userEvent.click(page.getByText(name, { exact: true }));
    return page.getByRole('group').filter({ hasText: name });
  };
  const versions = await part('Versions 1');
  await expect.element(versions).toHaveTextContent('Heron → Swift');
  await expect.element(versions).toHaveTextContent('Wu');
  await expect.element(await part('Messages 1')).toHaveTextContent('(FPL-CWT009-VG)');
  await expect.element(await part('Recorded track 1')).toHaveTextContent('900–930 m STD');
  const alerts = await part('Alerts 1');
  await expect.element(alerts).toHaveTextContent('In a closed area');
  await expect.element(await part('Messages of its room 1')).toHaveTextContent('600 m');
  expect(await validated('the dossier')).toEqual([]);
});

test('a changed dossier says where', async () => {
  server().call('Evidence', 'GetKey', () => ({ key }));
  await choose(dossier().replace('600 m', '900 m'));
  await seen(page.getByText('Changed: this is not the file that was signed'));
  await seen(page.getByText('Line 7 (Messages of its room) is not as it was written.'));
});

test('one that another key signed is told apart, with both keys', async () => {
  const own = publicKeyOf(new Uint8Array(32).fill(8));
  server().call('Evidence', 'GetKey', () => ({ key: own }));
  await choose(dossier());
  await seen(page.getByText('Unchanged, but signed by another key than that of this installation'));
  await seen(page.getByText(own.slice(0, 8)));
});

test('another file is named as none', async () => {
  server().call('Evidence', 'GetKey', () => ({ key }));
  await choose('{"type":"FeatureCollection"}\n');
  await seen(page.getByText('This is not a dossier or room record of this system'));
});

test("a room's record is checked and read without a server", async () => {
  server().call('Evidence', 'GetKey', () => ({ key }));
  await choose(roomRecord('600 m'));
  await seen(page.getByText('Unchanged: 3 entries, signed by this installation'));
  await seen(page.getByText('Runway works'));
  await expect.element(page.getByRole('row', { name: '600 m' })).toHaveTextContent('Wu');
});

test('a record that had been altered before its export is reported', async () => {
  server().call('Evidence', 'GetKey', () => ({ key }));
  await choose(roomRecord('900 m'));
  await seen(page.getByText("the room's record had been altered before it was exported"));
  await seen(page.getByText('Line 2 (Messages of its room) does not follow'));
});
