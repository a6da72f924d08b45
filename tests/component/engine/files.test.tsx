import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { example } from '#tests/component/support/example.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, number, seen, texts } from '#tests/component/support/ui.ts';
import type { RecordFile } from '#web/engine/files/files-api.ts';
import { answerUploads, fileNamed } from './answer-uploads.ts';

/** The files of a record: several added at once, refused with the reason, seen in place, removed and brought back. */

/** One pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const kinds: Record<string, string> = {
  png: 'image/png',
  pdf: 'application/pdf',
  kml: 'application/vnd.google-earth.kml+xml',
};

let address = '';
let stored: RecordFile[] = [];
const row = (name: string) => css('.cw-file').filter({ hasText: name });

/** Stores a file, and answers what can be asked of it. */
function store(path: string, name: string, kind: string | null = null): RecordFile {
  const file: RecordFile = {
    id: stored.length + 1,
    kind,
    name,
    size: 2048,
    mediaType: kinds[name.split('.').at(-1) ?? ''] ?? 'text/plain',
    addedByName: '管理员',
    createdAt: '2026-06-09T08:00:00.000Z',
    deletedAt: null,
  };
  stored.push(file);
  const own = `${path}/${file.id}`;
  server().on(`DELETE ${own}`, () => json(Object.assign(file, { deletedAt: '2026-06-10T02:00:00.000Z' })));
  server().on(`POST ${own}/restore`, () => json(Object.assign(file, { deletedAt: null })));
  server().on(`POST ${own}/link`, () =>
    json({
      page: '/preview?file=signed',
      file: file.mediaType === 'image/png' ? png : 'about:blank',
      expiresAt: '2026-06-10T10:00:00.000Z',
      inline: true,
    }),
  );
  return file;
}

/** An aircraft whose files the server stores, but for those that it refuses. */
beforeEach(async () => {
  const { id } = await example('aircraft');
  const path = `/api/records/aircraft/${id}/files`;
  address = `/baseManage/aircraftManage/${id}?tab=files`;
  stored = [];
  server().on(`GET ${path}`, ({ query }) =>
    json(stored.filter(({ deletedAt }) => (deletedAt !== null) === (query.get('_trash') === 'only'))),
  );
  for (const name of ['paper.pdf', 'photo.png']) store(path, name);
  answerUploads((form, to) => {
    const file = form.get('files');
    if (!(file instanceof File) || to !== path) throw new Error('no file came to the record');
    if (file.name.endsWith('.jpg')) {
      const reason = `${file.name}：文件内容是 PDF，与扩展名不符。`;
      return json({ message: 'No file was stored.', code: 'validation', errors: { files: [reason] } }, 400);
    }
    const kind = form.get('kind');
    return json([store(path, file.name, typeof kind === 'string' ? kind : null)], 201);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('several files are added at once, each of its kind; a refused one says why and stops no other', async () => {
  await open(address);
  await number(css('.cw-file'), 2);
  await css('#files-kind').click({ force: true });
  await css('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '照片' }).click();
  await userEvent.upload(css('.cw-files input[type=file]'), [
    fileNamed('a.png'),
    fileNamed('disguised.jpg'),
    fileNamed('b.pdf'),
    fileNamed('c.kml'),
  ]);
  for (const name of ['a.png', 'b.pdf', 'c.kml']) {
    await seen(row(name));
    await expect.element(row(name).css('.ant-tag')).toHaveTextContent('照片');
  }
  expect(stored.slice(2).map(({ kind }) => kind)).toEqual(['photo', 'photo', 'photo']);
  const failed = css('.cw-uploads [data-state=failed]');
  await expect
    .poll(() => texts(failed.getByRole('alert')))
    .toEqual([expect.stringContaining('文件内容是 PDF')]);
  await number(css('.cw-uploads li'), 1);
  await number(row('disguised'), 0);
  await page.getByRole('button', { name: '移除 disguised.jpg' }).click();
  await number(css('.cw-uploads li'), 0);
});

test('an upload that failed is tried again and stored', async () => {
  await open(address);
  await number(css('.cw-file'), 2);
  const accepting = window.XMLHttpRequest;
  answerUploads(() => json({ message: '文件存储暂时不可用', code: 'unavailable', errors: {} }, 503));
  await userEvent.upload(css('.cw-files input[type=file]'), fileNamed('later.pdf'));
  await seen(css('.cw-uploads').getByText('文件存储暂时不可用'));
  vi.stubGlobal('XMLHttpRequest', accepting);
  await css('.cw-uploads').getByRole('button', { name: '重试' }).click();
  await seen(row('later.pdf').css('.cw-file-about'));
  await number(css('.cw-uploads li'), 0);
});

test('an image and a PDF are seen in place, and an image is enlarged', async () => {
  await open(address);
  await row('photo.png').getByRole('button', { name: 'photo.png', exact: true }).click();
  const image = css('.ant-modal .cw-file-stage img');
  await expect
    .poll(() => {
      const element = image.elements()[0];
      return element instanceof HTMLImageElement ? element.naturalWidth : 0;
    })
    .toBe(1);
  const zoom = css('.ant-modal output');
  await expect.element(zoom).toHaveTextContent('100%');
  await page.getByRole('button', { name: '放大' }).click();
  await expect.element(zoom).toHaveTextContent('150%');
  await userEvent.keyboard('{Escape}');
  await gone(image);
  await row('paper.pdf').getByRole('button', { name: '预览 paper.pdf' }).click();
  await seen(css('.ant-modal iframe[title="paper.pdf"]'));
});

test('a removed file comes back by one click', async () => {
  await open(address);
  await row('paper.pdf').getByRole('button', { name: '删除 paper.pdf' }).click();
  await number(row('paper.pdf'), 0);
  await page.getByRole('button', { name: /^撤\s*销$/ }).click();
  await seen(row('paper.pdf'));
  await seen(page.getByText('已恢复 paper.pdf'));
});

test('a removed file comes back from the trash', async () => {
  for (const file of stored) if (file.name === 'paper.pdf') file.deletedAt = '2026-06-09T08:00:00.000Z';
  await open(address);
  await number(css('.cw-file'), 1);
  await css('.cw-files .ant-segmented').getByText('回收站').click();
  await page.getByRole('button', { name: '恢复 paper.pdf' }).click();
  await seen(page.getByText('回收站是空的。'));
  await css('.cw-files .ant-segmented').getByText('现有').click();
  await seen(row('paper.pdf'));
});
