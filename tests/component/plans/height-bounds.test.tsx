import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AirPicture, MeetingRoom, OtherRoom } from '#contract/map.ts';
import { mount } from '#tests/component/support/mount.tsx';
import { HeightBounds } from '#web/features/plans/height-bounds.tsx';

const hours = { from: '2026-11-21T02:00:00Z', to: '2026-11-21T03:00:00Z' };
const bounds: NonNullable<MeetingRoom['bounds']> = {
  why: 'ground',
  ownHeights: 'GND – 1,150 m AMSL',
  otherHeights: '900 – 1,200 m AMSL',
  ground: '140 – 850',
  qnh: '',
};
const other = (id: number, label: string, height: Pick<MeetingRoom, 'height' | 'bounds'>): OtherRoom => ({
  resource: 'airspace',
  id,
  label,
  kind: 'temporary',
  state: 1,
  openState: null,
  inTheWay: true,
  geometry: { type: 'Point', coordinates: [106.4, 31.4] },
  marginM: 1_000,
  lower: null,
  upper: null,
  times: [hours],
  meets: [0, 1].map((part) => ({ part, ...hours, along: null, ...height })),
});
const picture = (...others: OtherRoom[]): AirPicture => ({ hours, own: [], others });

test.each([
  [
    'zh-Hans',
    'ZUR01 高度可能重叠：本方 GND – 1,150 m AMSL，对方 900 – 1,200 m AMSL（地面按 140 – 850 m AMSL 计）',
  ],
  [
    'en',
    'ZUR01 heights may overlap: GND – 1,150 m AMSL against 900 – 1,200 m AMSL (ground taken as 140 – 850 m AMSL)',
  ],
] as const)('of what may overlap a plan the bounds are shown, once (%s)', async (locale, text) => {
  const others = [
    other(1, 'ZUR01', { height: 'unknown', bounds }),
    other(2, 'CTA', { height: 'apart', bounds: null }),
  ];
  await mount(<HeightBounds picture={picture(...others)} />, { locale });
  await expect.element(page.getByRole('listitem')).toHaveTextContent(text);
});

test('nothing is shown where all heights compare', async () => {
  await mount(<HeightBounds picture={picture(other(2, 'CTA', { height: 'shared', bounds: null }))} />);
  expect(document.querySelector('li')).toBeNull();
});
