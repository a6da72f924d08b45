import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AirPicture, OtherRoom } from '#contract/map.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { queryClient } from '#web/client/query-client.ts';
import { AirSection } from '#web/map/around/air-section.tsx';

const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const hours = { from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T03:00:00.000Z' };
const line: OtherRoom['geometry'] = {
  type: 'LineString',
  coordinates: [
    [106.4, 31.4],
    [106.6, 31.4],
  ],
};
const other = (change: Partial<OtherRoom>): OtherRoom => ({
  resource: 'airspace',
  id: 1,
  label: 'ZUR01',
  kind: 'temporary',
  state: 1,
  openState: 'closed',
  inTheWay: true,
  geometry: line,
  marginM: 0,
  lower: amsl(0),
  upper: amsl(1_000),
  times: [hours],
  meets: [{ part: 0, ...hours, along: [{ fromM: 5_000, toM: 10_000 }], height: 'shared', bounds: null }],
  ...change,
});
const picture = (lengthM: number | null, others: OtherRoom[]): AirPicture => ({
  hours,
  own: [
    {
      part: 0,
      label: 'B10QA',
      geometry: line,
      marginM: 500,
      lower: amsl(900),
      upper: amsl(1_200),
      times: [hours],
      lengthM,
    },
  ],
  others,
});

beforeEach(() => queryClient.clear());

/** The ground along the route: a ridge in the middle. */
const ridge = (installed: boolean) => {
  server().call('Terrain', 'GetProfile', () => ({
    installed,
    items: [0, 5_000, 10_000, 15_000, 20_000].map((distanceM) => ({
      distanceM,
      latitude: 31.4,
      longitude: 106.4 + distanceM / 100_000,
      elevationM: installed ? (distanceM === 10_000 ? 800 : 500) : null,
    })),
  }));
};

test('along a route it says where, at which datum, and hatches what takes the same air', async () => {
  ridge(false);
  await mount(<AirSection picture={picture(20_000, [other({})])} />, { locale: 'en' });
  await expect.element(page.getByRole('listitem')).toHaveTextContent('5.0–10.0 km');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('overlaps');
  await expect.element(page.getByRole('figure')).toHaveTextContent('Heights in metres, AMSL.');
  await expect.element(page.getByRole('figure')).toHaveTextContent('No terrain data');
  const hatched = document.querySelector<HTMLElement>('.cw-airsection-room[data-tone=conflict]');
  expect(hatched?.style.left).toBe('25%');
  expect(hatched?.style.width).toContain('25%');
});

test('over ground that is known, limits above ground follow it on the scale of mean sea level', async () => {
  ridge(true);
  const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
  const shown = picture(20_000, [other({ lower: amsl(900), upper: amsl(1_500) })]);
  shown.own = shown.own.map((own) => ({ ...own, label: 'B10QG', lower: agl(100), upper: agl(300) }));
  await mount(<AirSection picture={shown} />, { locale: 'en' });
  await expect.element(page.getByRole('figure')).toHaveTextContent('Terrain along the centre line');
  await expect.element(page.getByRole('figure')).toHaveTextContent('highest 800 m');
  await expect.element(page.getByRole('figure')).toHaveTextContent('Heights in metres, AMSL.');
  expect(document.querySelector('.cw-airsection-outline[data-tone=ground] polygon')).not.toBeNull();
  // Over the ridge 800 + 300 m are above the airspace's lower limit: only there is it the same air.
  const own = document.querySelector<HTMLElement>('.cw-airsection-room[data-tone=own]');
  expect(own?.style.clipPath.split(',')).toHaveLength(10);
  expect(document.querySelector('.cw-airsection-room[data-tone=conflict]')).not.toBeNull();
});

test('ground that is known in parts only is drawn in parts, and said to be', async () => {
  server().call('Terrain', 'GetProfile', () => ({
    installed: true,
    items: [0, 10_000, 20_000].map((distanceM) => ({
      distanceM,
      latitude: 31.4,
      longitude: 106.4 + distanceM / 100_000,
      elevationM: distanceM === 20_000 ? null : 500,
    })),
  }));
  const shown = picture(20_000, []);
  shown.own = shown.own.map((own) => ({ ...own, geometry: { ...line } }));
  await mount(<AirSection picture={shown} />, { locale: 'en' });
  await expect.element(page.getByRole('figure')).toHaveTextContent('gaps are hatched');
  expect(document.querySelector('.cw-airsection-gaps')).not.toBeNull();
});

test('an open airspace is drawn and not hatched; an area goes by its time', async () => {
  const open = other({
    openState: 'open',
    inTheWay: false,
    meets: [{ part: 0, ...hours, along: null, height: 'shared', bounds: null }],
  });
  await mount(<AirSection picture={picture(null, [open])} />, { locale: 'en' });
  await expect.element(page.getByRole('listitem')).toHaveTextContent('11-21 10:00–11:00 CST');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Open');
  expect(document.querySelector('.cw-airsection-room[data-tone=airspace]')).not.toBeNull();
  expect(document.querySelector('.cw-airsection-room[data-tone=conflict]')).toBeNull();
});

test('heights of another datum are a whole column, and said to overlap perhaps', async () => {
  const agl: Altitude = { value: 300, unit: 'm', reference: 'AGL' };
  const meets: OtherRoom['meets'] = [
    { part: 0, ...hours, along: [{ fromM: 0, toM: 2_000 }], height: 'unknown', bounds: null },
  ];
  await mount(<AirSection picture={picture(20_000, [other({ lower: null, upper: agl, meets })])} />);
  await expect.element(page.getByRole('listitem')).toHaveTextContent('高度可能重叠');
  expect(document.querySelector('.cw-airsection-room[data-kind=reaches]')).not.toBeNull();
});
