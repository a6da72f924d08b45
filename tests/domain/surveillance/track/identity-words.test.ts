import { expect, it } from 'vitest';
import { identityOf } from '#domain/surveillance/track/identity.ts';
import { type AddressType, unsaid } from '#domain/surveillance/track/report.ts';
import english from '#domain/text/locales/track.en.json' with { type: 'json' };
import chinese from '#domain/text/locales/track.zh-Hans.json' with { type: 'json' };

const kinds: Record<AddressType, true> = {
  icao: true,
  surfaceVehicle: true,
  nonIcao: true,
  anonymous: true,
  trackFile: true,
  flarm: true,
  ogn: true,
  naviter: true,
  fanet: true,
  tracker: true,
  remoteId: true,
  terminal: true,
};

it.each(Object.keys(kinds))('an identity of kind %s has its words', (kind) => {
  for (const texts of [english, chinese]) {
    expect(new Map(Object.entries(texts)).get(`track.value.${kind}`)?.length).toBeGreaterThan(3);
  }
});

it.each(['flarm', 'ogn', 'naviter', 'fanet', 'tracker', 'remoteId', 'terminal'] as const)(
  'a number of kind %s is of one device, whichever source hears it',
  (addressType) => {
    const report = { ...unsaid, latitude: 30, longitude: 104, at: 0, addressType, trackNumber: 'x:2a5c01' };
    expect(identityOf(report, 1)).toBe(identityOf(report, 2));
  },
);
