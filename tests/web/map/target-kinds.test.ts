import { expect, it } from 'vitest';
import type { AddressType } from '#domain/surveillance/track/report.ts';
import english from '#web/client/texts/map.en.json' with { type: 'json' };
import chinese from '#web/client/texts/map.zh-Hans.json' with { type: 'json' };

const kinds: Record<AddressType, true> = {
  icao: true,
  surfaceVehicle: true,
  nonIcao: true,
  anonymous: true,
  trackFile: true,
  flarm: true,
  ogn: true,
  remoteId: true,
  terminal: true,
};

it.each(Object.keys(kinds))('the card of a target has a word for an identity of kind %s', (kind) => {
  for (const texts of [english, chinese]) {
    expect(new Map(Object.entries(texts)).get(`map.target.kind.${kind}`)?.length).toBeGreaterThan(3);
  }
});
