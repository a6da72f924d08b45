import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AlertFigures } from '#contract/alerts.ts';
import type { Incident } from '#contract/incident.ts';
import type { RecordedTrack } from '#contract/playback.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { packPositions, type RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { alert, groupAlert } from '#tests/component/alerts/alert-sample.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, number, seen } from '#tests/component/support/ui.ts';
import { mapColours } from '#web/map/map-colours.ts';

/** The report of an alert: its aircraft, their separation, and when they were not heard. */

const raisedAt = '2026-06-10T02:00:00.000Z';
const raised = Date.parse(raisedAt);
const iso = (seconds: number) => new Date(raised + seconds * 1_000).toISOString();

/** From `from` to `to` seconds, a thousandth of a degree east each second. */
function flight(
  index: number,
  { from = -120, to = 240, ...values }: { from?: number; to?: number } & Partial<RecordedPosition> = {},
): RecordedTrack {
  const positions: RecordedPosition[] = [];
  for (let second = from; second <= to; second += 4) {
    positions.push({
      at: raised + second * 1_000,
      latitude: 34.5 + index * 0.002,
      longitude: 108.9 + (index === 1 ? -second : second) / 1_000,
      pressureAltitudeM: 1_200 + 150 * index,
      geometricAltitudeM: null,
      amslAltitudeM: null,
      groundSpeedMps: 90,
      trackDeg: 90,
      verticalRateMps: 0,
      onGround: false,
      isCoasting: false,
      ...values,
    });
  }
  const data = btoa(String.fromCharCode(...packPositions(positions)));
  return {
    track: `t${index}`,
    icao24: null,
    addressType: null,
    callsign: `CW${index}`,
    sourceId: 1,
    planId: null,
    minutes: [{ at: iso(from), data }],
  };
}

interface Sample {
  kind?: string;
  figures?: Partial<AlertFigures>;
  tracks: RecordedTrack[];
  reason?: AlertFigures['reason'];
}

/** An alert that was raised at 02:00:00Z and ended at 02:02:00Z, with its record. */
function incident({ kind = 'pairs', figures: given = {}, tracks, reason }: Sample): void {
  const { advice, contacts, targets, planIds, distanceM, verticalM, approach } = alert(1, {});
  const figures: AlertFigures = {
    ...{ advice, contacts, targets, planIds, distanceM, verticalM },
    reason: reason ?? { key: 'alert.pairs.reason', values: { one: 'CW0', two: 'CW1' } },
    approach: approach && { ...approach, at: raised + 30_000, horizontalM: 1_376.2 },
    countedAt: raised,
    ...given,
  };
  const recorded = {
    id: 7,
    kind,
    level: 'warning' as const,
    reason: figures.reason,
    countedAt: raisedAt,
    tracks: tracks.map(({ track }) => track),
    raisedAt,
    acknowledgedAt: null,
    clearedAt: iso(120),
  };
  const life = [{ at: raisedAt, what: 'raised', level: 'warning', by: null, reason: null }];
  const answer: Incident = {
    from: iso(-120),
    to: iso(240),
    at: raisedAt,
    alert: { ...recorded, figures, life },
    tracks: recorded.tracks,
    alerts: [recorded],
    ...{ watch: [], orders: [], log: [] },
  };
  server().call('Playback', 'GetAlertIncident', () => ({ incident: answer, tracks }));
  server().call('Playback', 'GetMoment', ({ at }) => ({
    ...{ at, plans: [], airspaces: [], notices: [], feeds: [], limited: [] },
  }));
  server().add('encounter', {
    id: 7,
    kind,
    level: 'warning',
    highestLevel: 'warning',
    state: 'cleared',
    alertKey: 'pairs:t:6::P0|t:6::P1',
    reason: 'CW0 信号丢失 31 秒',
    reasonEn: 'CW0 not heard for 31 s',
    details: JSON.stringify(figures),
    raisedAt,
    clearedAt: iso(120),
    place: {
      type: 'LineString',
      coordinates: [
        [108.9, 34.5],
        [108.9, 34.6],
      ],
    },
  });
}

const fact = (name: string) => css('.cw-card-fact').filter({ has: page.getByText(name, { exact: true }) });

test('shows the smallest measured distance of two with its time, and the prediction as a prediction', async () => {
  incident({ tracks: [flight(0), flight(1)] });
  await open('/flightWatch/encounter/7', { locale: 'en' });
  // They pass each other 222 m apart, 150 m above one another.
  await seen(fact('Smallest measured distance').filter({ hasText: '222 m · 150 m vertical · 02:00:00Z' }));
  await seen(
    fact('Predicted closest approach').filter({
      hasText: '1,376 m · 30 m vertical · 02:00:30Z (predicted 02:00:00Z)',
    }),
  );
  await gone(page.getByText('Closest approach', { exact: true }));
  await seen(page.getByRole('img', { name: /Horizontal distance.*Smallest separation: 222 m/ }));
  await seen(page.getByRole('img', { name: /Vertical separation \(STD\)/ }));
  await seen(page.getByRole('img', { name: /Height over time: CW0 · STD 1,200 m – 1,200 m; CW1/ }));
  await page.getByText('Values as a table').first().click();
  await seen(page.getByRole('cell', { name: '222 m' }));
  await seen(page.getByRole('columnheader', { name: 'Time (UTC)' }));
});

test('names aircraft whose identity is not an address of ICAO with its kind', async () => {
  incident({ tracks: [flight(0), { ...flight(1), addressType: 'anonymous' }] });
  await open('/flightWatch/encounter/7', { locale: 'en' });
  const named = 'CW0 · CW1 (Anonymous address, chosen by the aircraft)';
  await seen(fact('Aircraft').filter({ hasText: named }));
});

test('shows no internal fields, and one map: that of the report', async () => {
  incident({ tracks: [flight(0), flight(1)] });
  await open('/flightWatch/encounter/7', { locale: 'en' });
  await seen(page.getByRole('tab', { name: 'Related' }));
  await gone(page.getByRole('tab', { name: 'Map' }));
  await page.getByRole('tab', { name: 'Fields' }).click();
  await seen(page.getByText('Raised at'));
  await gone(page.getByText(/t:6::P0/));
  await gone(page.getByText(/^(?:Alert key|Id|ID|Version|Situation \(English\))$/));
});

test('names, draws and charts every member of a group', async () => {
  const { group, targets } = groupAlert(7, 6);
  const members = Array.from({ length: 6 }, (_, i) => ({ id: `t${i}`, name: `CW${i}` }));
  incident({
    tracks: members.map((_, index) => flight(index)),
    figures: { targets, ...(group ? { group: { ...group, members } } : {}), approach: null },
    reason: { key: 'alert.pairs.group', values: { count: 6, one: 'CW0', two: 'CW1' } },
  });
  await open('/flightWatch/encounter/7', { locale: 'en' });
  await seen(fact('Aircraft').filter({ hasText: 'CW0 · CW1 · CW2 · CW3 · CW4 · CW5' }));
  const heights = page.getByRole('img', { name: /Height over time/ });
  await seen(heights);
  for (const { name } of members)
    expect(heights.element().getAttribute('aria-label')).toContain(`${name} · STD`);
  await seen(page.getByRole('heading', { name: 'Separation over time: CW0 – CW1' }));
});

test('names the first members of a larger group, counts the others, and lists all on demand', async () => {
  const { group, targets } = groupAlert(7, 62);
  incident({
    tracks: Array.from({ length: 12 }, (_, index) => flight(index)),
    figures: { targets, ...(group ? { group } : {}), approach: null },
    reason: { key: 'alert.pairs.group', values: { count: 62, one: 'D1', two: 'D2' } },
  });
  await open('/flightWatch/encounter/7', { locale: 'en' });
  await seen(fact('Aircraft').filter({ hasText: /D11 · D12 · 50 more$/ }));
  await seen(page.getByText('The map and the charts show 12 of 62 aircraft, the closest first.'));
  await page.getByText('All 62 aircraft').click();
  await seen(page.getByText(/D1 · D2 · .* · D60 · 2 more/));
});

test('gives the silence of an aircraft by its times, in the title, the reason and the table', async () => {
  const reason = { key: 'alert.lostSignal.reason', values: { one: 'CW0', seconds: 31 } };
  incident({ kind: 'lostSignal', tracks: [flight(0, { to: -32 })], figures: { approach: null }, reason });
  await open('/flightWatch/encounter/7', { locale: 'en' });
  await seen(fact('Reason').filter({ hasText: 'CW0 not heard 01:59:28Z–02:02:00Z' }));
  await seen(page.getByRole('heading', { level: 1, name: /CW0 not heard 01:59:29Z–02:02:00Z/ }));
  await seen(page.getByRole('cell', { name: /CW0 not heard 01:59:29Z–02:02:00Z/ }));
  expect(css('main').element().textContent).not.toContain('for 31 s');
  await gone(page.getByText('Smallest measured distance'));
});

test('shows each table row as a card on a phone', async () => {
  incident({ tracks: [flight(0), flight(1)] });
  await open('/flightWatch/incident?alert=7', { locale: 'en', phone: true });
  const cell = page.getByRole('cell', { name: /CW0 and CW1/ });
  await seen(cell);
  expect(cell.element().getBoundingClientRect().width).toBeGreaterThan(300);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('opened without an alert or a moment, says where one is chosen', async () => {
  await open('/flightWatch/incident', { locale: 'en' });
  await seen(page.getByText(/Choose an alert in the list/));
  await seen(page.getByRole('main').getByRole('link', { name: 'Alerts' }));
  expect(server().asked.filter(({ path }) => path.includes('Incident'))).toEqual([]);
});

/** Where on the page, across, the map draws in this colour; null: nowhere. */
function drawnIn(colour: string): { left: number; right: number } | null {
  const wanted = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  const found: number[] = [];
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.incident-map canvas')) {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const box = canvas.getBoundingClientRect();
    for (let i = 0; i < pixels.length; i += 4) {
      const isIt = pixels[i + 3] === 255 && wanted.every((part, k) => pixels[i + k] === part);
      if (isIt) found.push(box.left + (((i / 4) % width) / width) * box.width);
    }
  }
  return found.length === 0
    ? null
    : { left: found.reduce((a, b) => Math.min(a, b)), right: found.reduce((a, b) => Math.max(a, b)) };
}

test('fits the tracks into the map on a phone, with room for the names', async () => {
  incident({ tracks: [flight(0), flight(1)] });
  await open('/flightWatch/incident?alert=7', { locale: 'en', phone: true });
  const colour = mapColours.light.planFlying;
  // It opens on the world, and goes to the tracks; they use the room that there is.
  const widthOf = (drawn: ReturnType<typeof drawnIn>) => (drawn ? drawn.right - drawn.left : 0);
  await expect.poll(() => widthOf(drawnIn(colour))).toBeGreaterThan(70);
  const box = css('.incident-map').element().getBoundingClientRect();
  const drawn = drawnIn(colour);
  expect(drawn?.left).toBeGreaterThan(box.left + 20);
  expect(drawn?.right).toBeLessThan(box.right - 20);
});

/** The playback of the day, with this alert. */
function playbackOf(alert: Partial<RecordedAlert>, tracks: RecordedTrack[] = []): void {
  server().call('Playback', 'GetDensity', () => ({ items: [{ at: iso(180), tracks: 1 }] }));
  server().call('Playback', 'GetTracks', () => ({ items: tracks }));
  server().call('Playback', 'GetMoment', ({ at }) => ({
    ...{ at, plans: [], airspaces: [], notices: [], feeds: [], limited: [] },
  }));
  server().call('Playback', 'GetAlerts', () => ({
    items: [
      {
        id: 7,
        kind: 'lostSignal',
        level: 'advisory' as const,
        reason: { key: 'alert.lostSignal.reason', values: { one: 'CW0', seconds: 31 } },
        countedAt: raisedAt,
        tracks: ['t0'],
        raisedAt,
        acknowledgedAt: null,
        clearedAt: iso(400),
        ...alert,
      },
    ],
  }));
}

test('playback counts an age to the moment shown', async () => {
  playbackOf({});
  await open(`/flightWatch/trackPlayback?at=${iso(200)}`, { locale: 'en' });
  await seen(page.getByText(/CW0 not heard for 231 s/));
  await number(page.getByText('for 31 s'), 0);
});

test('playback rings every member of a group', async () => {
  const tracks = Array.from({ length: 4 }, (_, index) => flight(index));
  const minutes = tracks.map((track) => ({
    ...track,
    minutes: track.minutes.map(({ data }) => ({ at: iso(0), data })),
  }));
  const reason = { key: 'alert.pairs.group', values: { count: 4, one: 'CW0', two: 'CW1' } };
  playbackOf({ kind: 'pairs', level: 'warning', reason, tracks: tracks.map(({ track }) => track) }, minutes);
  await open(`/flightWatch/trackPlayback?at=${iso(30)}&map=34.5,108.9,11`, { locale: 'en' });
  const rings = () => document.querySelectorAll(`path[stroke="${mapColours.light.closed}"]`).length;
  await expect.poll(rings).toBe(4);
});
