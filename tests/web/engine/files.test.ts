import { expect, test } from 'vitest';
import { kindsOf, takesFiles } from '#domain/record/files.ts';
import { resources } from '#resources';
import { editedId } from '#web/engine/files/edited-id.ts';
import { isShowable } from '#web/engine/files/showable.ts';
import { sizeText } from '#web/ui/size-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_499, '1 kB'],
  [999_499, '999 kB'],
  [1_000_000, '1.0 MB'],
  [20_000_000, '20.0 MB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('images and PDF can be looked at, nothing else', () => {
  expect(
    ['image/png', 'application/pdf', 'text/plain', 'application/vnd.google-earth.kml+xml'].map(isShowable),
  ).toEqual(['image', 'pdf', null, null]);
});

test('the record that is edited is known by its own address alone', () => {
  const path = '/baseManage/aircraftManage';
  expect(editedId(`${path}/12/edit`, path)).toBe(12);
  expect(editedId(`${path}/create`, path)).toBeNull();
  expect(editedId(`${path}/12`, path)).toBeNull();
  // A form in a drawer over another record's page is not about that record.
  expect(editedId('/baseManage/pilotManage/12/edit', path)).toBeNull();
});

test('what only services write takes no files unless its entry says so', () => {
  const taking = resources.filter(takesFiles).map(({ name }) => name);
  expect(taking).toEqual(expect.arrayContaining(['aircraft', 'pilot', 'company', 'notice']));
  for (const name of ['session', 'loginAttempt', 'webhook', 'attachment', 'apiToken'])
    expect(taking).not.toContain(name);
  const aircraft = resources.find(({ name }) => name === 'aircraft');
  expect(aircraft && kindsOf(aircraft).map(({ name }) => name)).toContain('airworthiness');
});
