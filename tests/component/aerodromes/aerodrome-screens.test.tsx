import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerUploads } from '#tests/component/engine/answer-uploads.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, seen, texts } from '#tests/component/support/ui.ts';

/** The record of an aerodrome in its place in the menu, and the import of AIXM with what could not be read. */

const position = { type: 'Point', coordinates: [104.3, 30.9] };

beforeEach(() => {
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => []);
  server().call('Briefing', 'Query', () => ({ items: [] }) as never);
  server().call('Import', 'GetList', () => ({ items: [] }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['civil', '', '运输机场'],
  ['civil', '/edit', '运输机场'],
  ['ga', '', '通用机场'],
])('a %s aerodrome (%s) belongs to %s in the menu', async (kind, act, entry) => {
  const [airport] = server().add('airport', { name: '测试机场', kind, status: 'open', position });
  server().on(`GET /api/records/airport/${airport?.id}/files`, () => json([]));
  await open(`/information/airport/${airport?.id}${act}?tab=fields`, { shell: true });
  await seen(css('#sidebar'));
  await expect.poll(() => texts(css('#sidebar .ant-menu-item-selected'))).toEqual([entry]);
});

test('an AIXM file shows what of it could not be read before it is imported', async () => {
  const aixm = `<m:AIXMBasicMessage xmlns:m="m" xmlns:a="a" xmlns:g="g"><m:hasMember><a:AirportHeliport g:id="g">
    <g:identifier>A1</g:identifier><a:timeSlice><a:AirportHeliportTimeSlice><a:name>试验机场</a:name>
    <a:ARP><a:ElevatedPoint srsName="urn:ogc:def:crs:EPSG::4326"><g:pos>30.5 104.5</g:pos></a:ElevatedPoint></a:ARP>
    <a:availability><a:AirportHeliportAvailability><a:timeInterval><a:Timesheet><a:timeReference>UTC</a:timeReference>
    <a:day>BEF_HOL</a:day></a:Timesheet></a:timeInterval></a:AirportHeliportAvailability></a:availability>
    </a:AirportHeliportTimeSlice></a:timeSlice></a:AirportHeliport></m:hasMember></m:AIXMBasicMessage>`;
  let sent = '';
  const job = {
    id: 7,
    resource: 'airport',
    fileName: 'field.json',
    format: 'json',
    sizeBytes: 400,
    sheet: null,
    sheets: [],
    columns: [{ index: 0, header: 'name', guess: 'name', samples: ['试验机场'] }],
    headRow: 1,
    firstRows: [{ row: 1, cells: ['name'] }],
    encoding: 'utf-8',
    isEncodingCertain: true,
    hidden: null,
    state: 'uploaded',
    plan: null,
    checkedRows: 0,
    validRows: 0,
    badRows: 0,
    doneRows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    progress: null,
    reason: null,
    createdAt: '2026-06-10T02:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    hasFile: true,
    faults: [],
    faultCount: 0,
    faultsByColumn: [],
    causes: [],
  };
  answerUploads((form) => {
    const file = form.get('file');
    sent = file instanceof File ? file.name : '';
    return json(job);
  });
  server().on('GET /api/records/airport/import/7', () => json(job));
  await open('/information/airport');
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '导入' }).click();
  await seen(css('.ant-upload-drag'));
  await userEvent.upload(css('.ant-upload input[type=file]'), new File([aixm], 'field.xml'));
  await seen(page.getByText('文件中有 1 处未能读取'));
  await seen(page.getByText('试验机场：开放时间无法换算，未导入（BEF_HOL UTC）'));
  expect(sent).toBe('field.json');
});
