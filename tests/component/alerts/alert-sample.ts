import type { AlertView } from '#contract/alerts.ts';

/** Two that lose separation, as the server sends it. */
export const alert = (id: number, values: Partial<AlertView>): AlertView => ({
  id,
  kind: 'pairs',
  level: 'warning',
  state: 'announced',
  raisedAt: Date.now() - 5_000,
  acknowledgedBy: null,
  acknowledgedAt: null,
  mutedUntil: null,
  muteReason: null,
  reason: { key: 'alert.pairs.reason', values: { one: 'CWA1', two: 'CWB2' } },
  advice: 'alert.pairs.advice',
  contacts: [{ name: 'Heron Aviation', phone: '029-1234567' }],
  targets: [
    { id: 'a', callsign: 'CWA1', latitude: 34.5, longitude: 108.9 },
    { id: 'b', callsign: 'CWB2', latitude: 34.6, longitude: 108.9 },
  ],
  planIds: [],
  distanceM: 4_200,
  verticalM: 30,
  approach: {
    at: Date.now() + 40_000,
    horizontalM: 180,
    verticalM: 30,
    one: { latitude: 34.55, longitude: 108.9 },
    two: { latitude: 34.551, longitude: 108.9 },
  },
  ...values,
});

/** A drone show, as the server sends it. */
export const groupAlert = (id: number, count: number, values: Partial<AlertView> = {}): AlertView =>
  alert(id, {
    reason: { key: 'alert.pairs.group', values: { count, one: 'D1', two: 'D2' } },
    distanceM: 12,
    approach: null,
    group: {
      count,
      members: Array.from({ length: Math.min(60, count) }, (_, i) => ({
        id: `d${i + 1}`,
        name: `D${i + 1}`,
      })),
      centre: { latitude: 34.5, longitude: 108.9 },
      radiusM: 400,
    },
    ...values,
  });

/** What a net lacks when there is more than it can evaluate. */
export const limit = { key: 'alert.limited.pairs', values: { count: 240 } };
