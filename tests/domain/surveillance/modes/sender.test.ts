import { describe, expect, it } from 'vitest';
import { altitudeCode12 } from '#domain/surveillance/modes/codes.ts';
import { airborneSpan, cprFrame } from '#domain/surveillance/modes/cpr.ts';
import { writeFrame, writeSquitter } from '#domain/surveillance/modes/frames.ts';
import { createModeSReader } from '#domain/surveillance/modes/mode-s.ts';
import { createAvrDecoder, createBeastDecoder, writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { nothingRead } from '#domain/surveillance/track/reading.ts';

/** Whose address an extended squitter has, and what is known of positions that others calculated. */

const address = '2a5c01';
const position = { latitude: 30.6, longitude: 104.1 };
const hexOf = (octets: Uint8Array | null) => Buffer.from(octets ?? []).toString('hex');
const framed = (head: object, message: Uint8Array | null) => {
  const frame = writeFrame({ ...head, address, message: hexOf(message) }, address);
  if (!frame) throw new Error('does not fit');
  return frame;
};
/** `imf`: bit 8 of an airborne position, which in DF17 says something of the antenna. */
const placed = (odd: boolean, imf: boolean) => {
  const { latitude: cprLatitude, longitude: cprLongitude } = cprFrame(position, odd, airborneSpan);
  return writeSquitter('airborne', {
    type: 11,
    nicB: imf ? 1 : 0,
    altitudeCode: altitudeCode12(5_000) ?? 0,
    odd,
    cprLatitude,
    cprLongitude,
  });
};
const named = writeSquitter('identification', { type: 4, category: 1, callsign: 'TST101' });
/** IMF of a rebroadcast is its last bit. */
const graded = (imf: boolean) =>
  writeSquitter('operationalStatus', { type: 31, subtype: 0, version: 2, nacp: 10 })?.map((octet, i) =>
    i === 6 && imf ? octet | 1 : octet,
  ) ?? null;

function readAll(head: object, messages: readonly (Uint8Array | null)[]) {
  const reader = createModeSReader(null);
  const reading = nothingRead();
  for (const [i, message] of messages.entries()) reader.take(framed(head, message), i * 100, reading);
  return reading;
}

describe('an extended squitter', () => {
  it.each([
    [{ format: 17, capability: 5 }, false, 'icao', true],
    [{ format: 17, capability: 5 }, true, 'icao', true],
    [{ format: 18, control: 0 }, true, 'icao', true],
    [{ format: 18, control: 1 }, false, 'nonIcao', true],
    [{ format: 18, control: 2 }, false, 'icao', false],
    [{ format: 18, control: 2 }, true, 'trackFile', false],
    [{ format: 18, control: 5 }, false, 'nonIcao', false],
    [{ format: 18, control: 6 }, false, 'icao', true],
    [{ format: 18, control: 6 }, true, 'nonIcao', true],
  ])('of %j, IMF %s, is of an address %s', (head, imf, addressType, knowsItself) => {
    const { reports, errors } = readAll(head, [placed(false, imf), named, graded(imf), placed(true, imf)]);
    const isIcao = addressType === 'icao';
    expect(errors).toEqual([]);
    expect(reports).toMatchObject([
      {
        addressType,
        icao24: isIcao ? address : null,
        trackNumber: isIcao ? null : `~${address}`,
        callsign: 'TST101',
        latitude: expect.closeTo(position.latitude, 3),
        // What a ground station saw has no accuracy of the aircraft's own.
        accuracy: knowsItself ? { nacp: 10 } : null,
      },
    ]);
  });

  it.each([4, 7])('of control field %i is a message of ground stations, and counted as such', (control) => {
    const reading = readAll({ format: 18, control }, [placed(false, false), placed(true, false)]);
    expect(reading).toMatchObject({ records: 2, reports: [], errors: [] });
    expect(reading.others?.get('track.other.groundStation')?.count).toBe(2);
  });

  it('of an invented address says nothing of the aircraft that has the same digits', () => {
    const reader = createModeSReader(null);
    const reading = nothingRead();
    reader.take(framed({ format: 18, control: 5 }, named), 0, reading);
    for (const odd of [false, true]) {
      reader.take(framed({ format: 17, capability: 5 }, placed(odd, false)), 100, reading);
    }
    expect(reading.reports).toMatchObject([{ icao24: address, callsign: null }]);
  });
});

describe('a frame with the clock of multilateration', () => {
  const clock = [0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54];
  const ads = { format: 17, capability: 5 };
  const frames = [graded(false), placed(false, false), placed(true, false)].map((one) => framed(ads, one));

  it('in Beast is calculated, and has not the accuracy of ADS-B', () => {
    const sent = (by: readonly number[]) =>
      Uint8Array.from(frames.flatMap((frame) => [...writeBeast(frame, by)]));
    const read = (by: readonly number[]) => createBeastDecoder(null, false).read(sent(by), 1_000).reports;
    expect(read([0, 0, 0, 0, 0, 1])).toMatchObject([{ accuracy: { nacp: 10, horizontalM: 10 } }]);
    expect(read(clock)).toMatchObject([{ icao24: address, accuracy: { nacp: null, horizontalM: 300 } }]);
  });

  it('in AVR too', () => {
    const lines = frames.map((frame) => `@${hexOf(Uint8Array.from(clock))}${hexOf(frame)};`).join('\n');
    const { reports } = createAvrDecoder(null, false).read(Uint8Array.from(Buffer.from(lines)), 1_000);
    expect(reports).toMatchObject([{ accuracy: { horizontalM: 300 } }]);
  });

  it('makes no position with half of one that the aircraft said itself', () => {
    const mixed = [
      writeBeast(frames[1] ?? new Uint8Array()),
      writeBeast(frames[2] ?? new Uint8Array(), clock),
    ];
    const bytes = Uint8Array.from(mixed.flatMap((one) => [...one]));
    expect(createBeastDecoder(null, false).read(bytes, 1_000)).toMatchObject({ records: 2, reports: [] });
  });
});

it('a value that no aircraft can have is counted and not kept', () => {
  // Subtype 2 counts in fours: 1,022 × 4 kt to the east and north.
  const fast = writeSquitter('groundVelocity', { type: 19, subtype: 2, eastWest: 1023, northSouth: 1023 });
  const reading = readAll({ format: 17, capability: 5 }, [fast, placed(false, false), placed(true, false)]);
  expect(reading).toMatchObject({ errors: [], reports: [{ groundSpeedMps: null }] });
  expect([...(reading.unusable ?? [])].map(([field]) => field)).toEqual(['groundSpeedMps']);
});
