import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, server } from '#tests/component/support/mount.tsx';
import { css, seen, tooWide } from '#tests/component/support/ui.ts';
import { queryClient } from '#web/client/query-client.ts';
import { ImportDialog } from '#web/features/airspace/import-dialog.tsx';

/** A file of airspace whose encoding nobody says. */
const octets = (name: string) =>
  Uint8Array.from(
    ['AC D', `AN ${name}`, 'AL GND', 'AH 2500ft MSL', 'V X=30:34:42 N 103:56:49 E', 'DC 5'].join('\r\n'),
    (sign) => sign.charCodeAt(0),
  );

/** Answers with the name of each airspace that the text has. */
const sent: string[] = [];
function answerChecks(errors: { path: string; line: null; message: string }[] = []): void {
  sent.length = 0;
  server().call('Airspace', 'ImportCheck', ({ text }) => {
    sent.push(String(text));
    const names = [...String(text).matchAll(/^AN (.*?)\r?$/gm)].map(([, name = '']) => name);
    const features = names.map((name, index) => ({ index, name, draft: null, errors: [], warnings: [] }));
    return { format: 'openair', errors, features };
  });
}

async function choose(name: string, bytes: Uint8Array<ArrayBuffer>, phone = false): Promise<void> {
  await mount(
    <QueryClientProvider client={queryClient}>
      <ImportDialog onClose={() => undefined} />
    </QueryClientProvider>,
    { locale: 'en', phone },
  );
  await seen(page.getByRole('button', { name: 'Choose a file' }));
  put(name, bytes);
}

function put(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const input = css('input[type=file]').element();
  if (!(input instanceof HTMLInputElement)) throw new Error('a field for a file expected');
  // Within the page: 24 MB are not carried over to it.
  const held = new DataTransfer();
  held.items.add(new File([bytes], name));
  input.files = held.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('the names of an ISO 8859-1 file are right, its encoding is shown with a warning and can be changed', async () => {
  answerChecks();
  await choose('zones.txt', octets('CTR KÖLN'));
  await seen(page.getByText('CTR KÖLN'));
  await seen(page.getByText('ISO 8859-1 / Windows-1252'));
  await seen(page.getByText(/doesn't say its encoding/));
  await page.getByRole('combobox', { name: 'Encoding' }).click({ force: true });
  await css('.ant-select-item-option').filter({ hasText: 'GB 18030' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toContain('CTR KÖLN');
  expect(sent[1]).not.toContain('KÖLN');
});

test.each([
  ['second.txt', octets('Zone B'), 'Zone B'],
  // Refused before it is sent.
  [
    'second.geojson',
    Uint8Array.from('{"name":"\u00b3\u00c9\u00b6\u00bc"}', (sign) => sign.charCodeAt(0)),
    /UTF-8/,
  ],
] as const)('a late answer about the file chosen before is not shown: %s', async (name, bytes, shown) => {
  const answers: (() => void)[] = [];
  server().on('/api/services/app/Airspace/ImportCheck', async ({ body }) => {
    const [, zone = ''] = /^AN (.*?)\r?$/m.exec((body as { text: string }).text) ?? [];
    await new Promise<void>((resolve) => answers.push(resolve));
    const feature = { index: 0, name: zone, draft: null, errors: [], warnings: [] };
    return Response.json({ success: true, result: { format: 'openair', errors: [], features: [feature] } });
  });
  await choose('first.txt', octets('Zone A'));
  await expect.poll(() => answers.length).toBe(1);
  put(name, bytes);
  await seen(page.getByText(name));
  if (name === 'second.txt') await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await seen(page.getByText(shown).first());
  answers[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(page.getByText('Zone A').elements()).toEqual([]);
  await seen(page.getByText(name));
});

test('of a large file it is shown how far its check is, and then what it holds', async () => {
  let end = () => undefined as undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => void resolve();
  });
  const keys: unknown[] = [];
  server().on('/api/services/app/Airspace/ImportCheck', async ({ body }) => {
    keys.push((body as { key?: string }).key);
    await ended;
    const feature = { index: 0, name: 'Zone A', draft: null, errors: [], warnings: [] };
    return Response.json({ success: true, result: { format: 'ed269', errors: [], features: [feature] } });
  });
  server().call('Airspace', 'ImportProgress', ({ key }) => {
    keys.push(key);
    return { state: 'checking' as const, done: 300, of: 1_226 };
  });
  await choose('national.json', new TextEncoder().encode(`{"features":[]${' '.repeat(600_000)}}`));
  await seen(page.getByText('300 of 1226 airspaces checked'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(1);
  end();
  await seen(page.getByText('Zone A'));
  await expect.poll(() => page.getByText(/airspaces checked/).elements()).toEqual([]);
});

test('on a phone the place of an error in a file is broken, not cut off', async () => {
  const error = {
    path: 'features.1225.geometry.0.horizontalProjection.coordinates.0.1',
    line: null,
    message: 'Not a valid radius: -5',
  };
  server().call('Airspace', 'ImportCheck', () => ({
    format: 'ed269' as const,
    errors: [],
    features: [{ index: 0, name: 'Zone 1', draft: null, errors: [error], warnings: [] }],
  }));
  await choose('zones.json', new TextEncoder().encode('{"features":[]}'), true);
  await seen(page.getByText(error.message));
  expect(tooWide('.airspace-found')).toBe(0);
});

test('GeoJSON in GB 18030 is refused before it is sent', async () => {
  answerChecks();
  await choose(
    'zones.geojson',
    Uint8Array.from('{"features":[{"name":"\xb3\xc9\xb6\xbc\xc1\xd9\xca\xb1\xbf\xd5\xd3\xf2"}]}', (sign) =>
      sign.charCodeAt(0),
    ),
  );
  await seen(page.getByText(/have to be in UTF-8 \(RFC 8259\); this one is in GB 18030/));
  expect(sent).toEqual([]);
});

test('a file that is too large is refused before it is read, with the limit and the way round', async () => {
  answerChecks();
  await choose('national.json', new Uint8Array(24_000_001));
  await seen(page.getByText(/The file has 25 MB; at most 24 MB can be imported\. Divide it/));
  expect(sent).toEqual([]);
});

test('what is wrong with the file as a whole is said', async () => {
  answerChecks([{ path: '', line: null, message: 'This is a PDF' }]);
  await choose(
    'zones.pdf',
    Uint8Array.from('%PDF-1.7', (sign) => sign.charCodeAt(0)),
  );
  await seen(page.getByRole('alert').filter({ hasText: 'This is a PDF' }));
});

test('a packed file goes to the server as octets, and has no encoding to choose', async () => {
  const packed: unknown[] = [];
  server().call('Airspace', 'ImportCheck', (input) => {
    packed.push(input);
    const feature = { index: 0, name: 'Zone A', draft: null, errors: [], warnings: [] };
    return { format: 'kml', errors: [], features: [feature] };
  });
  const kmz = `PK\x03\x04${'\0'.repeat(26)}doc.kml`;
  await choose(
    'zones.kmz',
    Uint8Array.from(kmz, (sign) => sign.charCodeAt(0)),
  );
  await seen(page.getByText('Zone A'));
  expect(packed).toEqual([{ data: btoa(kmz) }]);
  expect(page.getByRole('combobox', { name: 'Encoding' }).elements()).toEqual([]);
});

test('a packed file whose texts name no encoding shows the detected one, which can be changed', async () => {
  const packed: unknown[] = [];
  server().call('Airspace', 'ImportCheck', ({ encoding }) => {
    packed.push(encoding);
    const name = encoding === 'gb18030' ? '高塔' : '¸ßËþ';
    const feature = { index: 0, name, draft: null, errors: [], warnings: [] };
    const found = encoding
      ? { encoding, isCertain: true }
      : { encoding: 'windows-1252' as const, isCertain: false };
    return { format: 'shapefile', errors: [], features: [feature], encoding: found };
  });
  await choose(
    'zones.zip',
    Uint8Array.from(`PK\x03\x04${'\0'.repeat(26)}zones.shp`, (sign) => sign.charCodeAt(0)),
  );
  await seen(page.getByText('¸ßËþ'));
  await seen(page.getByText(/doesn't say its encoding/));
  await page.getByRole('combobox', { name: 'Encoding' }).click({ force: true });
  await css('.ant-select-item-option').filter({ hasText: 'GB 18030' }).click();
  await seen(page.getByText('高塔'));
  expect(packed).toEqual([undefined, 'gb18030']);
  await expect.poll(() => page.getByText(/doesn't say its encoding/).elements()).toEqual([]);
});
