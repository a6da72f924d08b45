import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { AddressType } from '#domain/surveillance/track/report.ts';
import type { SkyTrack } from '#web/features/playback/recorded-sky.ts';
import { identityText, nameWithKind } from '#web/features/playback/track-words.ts';

const words = (key: string, values?: { name: string; kind: string }) =>
  values ? `${values.name} (${values.kind})` : (key.split('.').at(-1) ?? '');
const t = words as unknown as TFunction;

const track = (id: string, icao24: string | null, addressType: AddressType | null): SkyTrack => ({
  ...{ track: id, icao24, addressType, callsign: null, sourceId: 5, planId: null, positions: [] },
});

test.each([
  [track('3c4a12', '3c4a12', 'icao'), '3C4A12 · icao', '3C4A12'],
  [track('t:5::~3c4a12', null, 'anonymous'), '~3c4a12 · anonymous', '~3c4a12 (anonymous)'],
  [track('t:5:7/8:12', null, null), '12', '12'],
  [track('c:B7001', null, null), '—', 'B7001'],
])('%j is described with the kind of its identity, where that is known', (one, identity, name) => {
  expect([identityText(t, one), nameWithKind(t, one)]).toEqual([identity, name]);
});
