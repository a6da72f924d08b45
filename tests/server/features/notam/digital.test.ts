import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InformationSourceState, SubmittedReport } from '#contract/information.ts';
import { readNotams } from '#domain/notam/read.ts';
import { writeNotam } from '#domain/notam/write.ts';
import { aixmMessage, notamElement } from '#tests/domain/notam/digital-examples.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Digital NOTAMs as a source hands them in: the same records as text, through the same endpoints. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** Of today, so that it holds now. */
const now = Math.floor(Date.now() / 60_000) * 60_000;
const notam = (number: string, of: { type?: 'N' | 'C'; refers?: string } = {}) => {
  const type = of.type ?? 'N';
  const text = writeNotam({
    number,
    type,
    refers: of.refers ?? null,
    q: {
      fir: 'ZPKM',
      code: type === 'C' ? 'QRTCN' : 'QRTCA',
      traffic: 'IV',
      purpose: 'BO',
      scope: 'W',
      lowerFl: 0,
      upperFl: 33,
      center: { latitude: 30.3, longitude: 104.15 },
      radiusNm: 7,
    },
    locations: ['ZPKM'],
    validFrom: now - 3_600_000,
    validTo: type === 'C' ? null : now + 86_400_000,
    isEstimated: false,
    isPermanent: false,
    schedule: null,
    text: 'A TEMPORARY RESTRICTED AREA RADIUS 5KM CENTERED ON N301800E1040900.',
    textZh: null,
    lower: type === 'C' ? null : { value: 0, unit: 'm', reference: 'AGL' },
    upper: type === 'C' ? null : { value: 1000, unit: 'm', reference: 'AMSL' },
  });
  const [read] = readNotams(text, now);
  if (!read) throw new Error('nothing was read');
  return { text, element: notamElement(read) };
};
const stored = async (number: string) => {
  const answer = await server.call('admin', 'GET', `/api/records/notam?number=${encodeURIComponent(number)}`);
  return answer.body as Record<string, unknown>[];
};
const submit = async (text: string) =>
  ((await server.service('admin', 'Information/Submit', { text })) as { items: SubmittedReport[] }).items.map(
    ({ kind, state, reason }) => [kind, state, reason],
  );

test('a push stores what a text would store, and is a duplicate of it', async () => {
  const made = await server.call('admin', 'POST', '/api/records/informationSource', {
    name: '数字航行通告',
    transport: 'httpPush',
    enabled: true,
  });
  const { id } = made.body as { id: number };
  const { token } = (await server.service('admin', 'Information/RenewToken', { id })) as { token: string };
  const push = (body: string) =>
    fetch(`${server.address}/api/information/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body,
    });
  const [digital, known] = [notam('C7001/26'), notam('C7002/26')];
  expect(await submit(known.text)).toEqual([['NOTAM', 'stored', null]]);
  const xml = aixmMessage([[digital.element], [known.element]]);
  let first: unknown;
  await eventually(async () => {
    const response = await push(xml);
    first = await response.json();
    return response.status === 200;
  }, 'the source to be open');
  expect(first).toMatchObject({ result: { reports: 2, stored: 1, duplicates: 1, unreadable: 0 } });
  expect(await submit(digital.text)).toEqual([['NOTAM', 'duplicate', null]]);

  const [[record], [asText]] = [await stored('C7001/26'), await stored('C7002/26')];
  const own = new Set([
    'id',
    '_labels',
    'version',
    'createdAt',
    'updatedAt',
    'number',
    'raw',
    'source',
    'receivedAt',
    'issuedAt',
  ]);
  const rest = (of: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !own.has(name)));
  expect(rest(record)).toEqual(rest(asText));
  expect(record).toMatchObject({ areaFrom: 'text', state: 'current', source: id });

  const broken = xml.replace('?>', '?><!DOCTYPE m [<!ENTITY a "A">]>');
  expect(await (await push(broken)).json()).toMatchObject({ result: { stored: 0, unreadable: 1 } });
  expect(await (await push('<AIXMBasicMessage><hasMember/></AIXMBasicMessage>')).json()).toMatchObject({
    result: { unreadable: 1, errors: [{ reason: '报文中没有航行通告', count: 1 }] },
  });
  const { items } = (await server.service('admin', 'Information/GetSources', {}, 'GET')) as {
    items: InformationSourceState[];
  };
  expect(items.find(({ sourceId }) => sourceId === id)).toMatchObject({ reports: 4, unreadable: 2 });
  const kept = await server.call(
    'admin',
    'GET',
    `/api/records/informationMessage?state=unreadable&source=${id}`,
  );
  expect((kept.body as { raw: string }[]).map(({ raw }) => raw)).toContain(broken);
});

test('what is pasted cancels what came as text', async () => {
  const before = notam('C7003/26');
  await submit(before.text);
  const after = notam('C7004/26', { type: 'C', refers: 'C7003/26' });
  expect(await submit(aixmMessage([[after.element]], 'textNOTAM'))).toEqual([['NOTAM', 'stored', null]]);
  expect(await stored('C7003/26')).toMatchObject([{ state: 'cancelled' }]);
});
