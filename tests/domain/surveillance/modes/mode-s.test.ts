import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { metresPerFoot, mpsPerKnot } from '#domain/geo/units.ts';
import { numberIn } from '#domain/surveillance/bits/layout.ts';
import {
  altitudeCode,
  altitudeCode12,
  altitudeFt,
  altitudeFtOf12,
  identityCode,
  identityOf,
} from '#domain/surveillance/modes/codes.ts';
import { readCommB, writeCommB } from '#domain/surveillance/modes/comm-b.ts';
import {
  airborneSpan,
  cprFrame,
  globalPosition,
  localPosition,
  surfaceSpan,
} from '#domain/surveillance/modes/cpr.ts';
import { readFrame, readSquitter, writeFrame, writeSquitter } from '#domain/surveillance/modes/frames.ts';
import { createModeSReader, movementKt, octetsOf } from '#domain/surveillance/modes/mode-s.ts';
import { nothingRead, type Reading } from '#domain/surveillance/track/reading.ts';

/** Frames whose meaning is published: "The 1090 Megahertz Riddle" (J. Sun) and the tests of pyModeS. */
const published = {
  identification: '8D4840D6202CC371C32CE0576098',
  even: '8D40621D58C382D690C8AC2863A7',
  odd: '8D40621D58C386435CC412692AD6',
  groundVelocity: '8D485020994409940838175B284F',
  airVelocity: '8DA05F219B06B6AF189400CBC33F',
  altitude: '2000171806A983',
  identity: '2A00516D492B80',
  gillham: 'A02014B400000000000000F9D514',
};

function read(frames: readonly (readonly [hex: string, atMs: number])[]): Reading {
  const reader = createModeSReader(null);
  const reading = nothingRead();
  for (const [hex, atMs] of frames) reader.take(octetsOf(hex), atMs, reading);
  return reading;
}

const squitterOf = (hex: string) => {
  const frame = readFrame(octetsOf(hex));
  if (typeof frame === 'string') throw new Error(frame);
  return readSquitter(octetsOf(String(frame.fields.message)));
};

describe('published frames', () => {
  it('an identification', () => {
    expect(readFrame(octetsOf(published.identification))).toMatchObject({
      format: 17,
      address: '4840d6',
      isSure: true,
    });
    expect(squitterOf(published.identification)?.fields).toMatchObject({ callsign: 'KLM1023', type: 4 });
  });

  it('a position of an even and an odd frame, and what else was heard of the aircraft', () => {
    const { reports, errors } = read([
      [published.odd, 1_457_996_400_000],
      [published.even, 1_457_996_402_000],
    ]);
    expect(errors).toEqual([]);
    expect(reports).toMatchObject([{ icao24: '40621d', addressType: 'icao', onGround: false }]);
    expect(reports[0]?.latitude).toBeCloseTo(52.2572, 4);
    expect(reports[0]?.longitude).toBeCloseTo(3.91937, 4);
    expect(reports[0]?.pressureAltitudeM).toBeCloseTo(38_000 * metresPerFoot, 6);
  });

  it('no position where the frames are not of one time', () => {
    const { reports } = read([
      [published.odd, 1_457_996_400_000],
      [published.even, 1_457_996_420_000],
    ]);
    expect(reports).toEqual([]);
  });

  it('velocities', () => {
    const ground = squitterOf(published.groundVelocity)?.fields ?? {};
    const east = -(numberIn(ground, 'eastWest') - 1);
    const north = -(numberIn(ground, 'northSouth') - 1);
    expect(Math.hypot(east, north)).toBeCloseTo(159.2, 1);
    expect(((Math.atan2(east, north) * 180) / Math.PI + 360) % 360).toBeCloseTo(182.88, 2);
    expect((numberIn(ground, 'verticalRate') - 1) * 64).toBe(832);
    const air = squitterOf(published.airVelocity)?.fields ?? {};
    expect([air.trueAirspeed, numberIn(air, 'airspeed') - 1]).toEqual([true, 375]);
    expect(air.headingDeg).toBeCloseTo(243.98, 2);
  });

  it('altitudes and a code of replies', () => {
    const codeOf = (hex: string, field: string) => {
      const frame = readFrame(octetsOf(hex));
      return typeof frame === 'string' ? Number.NaN : numberIn(frame.fields, field);
    };
    expect(altitudeFt(codeOf(published.altitude, 'altitudeCode'))).toBe(36_000);
    expect(altitudeFt(codeOf(published.gillham, 'altitudeCode'))).toBe(32_300);
    expect(identityOf(codeOf(published.identity, 'identityCode'))).toBe('0356');
  });

  it.each([
    ['4,0', '85E42F31300000', { mcpAltitudeFt: 3008, fmsAltitudeFt: 3008, pressureHpa: 1020 }],
    [
      '5,0',
      '81951536E024D4',
      {
        rollDeg: 2.109375,
        trackDeg: 114.2578125,
        groundSpeedKt: 438,
        trackRateDegS: 0.125,
        trueAirspeedKt: 424,
      },
    ],
    [
      '6,0',
      '8F39F91A7E27C4',
      {
        headingDeg: 42.71484375,
        indicatedAirspeedKt: 252,
        mach: 0.42,
        barometricRateFtMin: -1920,
        inertialRateFtMin: -1920,
      },
    ],
  ])('register %s of Comm-B', (register, hex, values) => {
    const found = readCommB(octetsOf(hex));
    expect(found?.register).toBe(register);
    for (const [name, value] of Object.entries(values)) expect(found?.row[name]).toBeCloseTo(value, 6);
  });

  it('speeds of the ground', () => {
    expect([0, 1, 2, 9, 13, 39, 94, 109, 124, 125].map(movementKt)).toEqual([
      null,
      0,
      0.125,
      1,
      2,
      15,
      70,
      100,
      175,
      null,
    ]);
  });
});

describe('what is written reads the same', () => {
  it('codes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_047 }),
        fc.integer({ min: 0, max: 0o7777 }),
        (steps, digits) => {
          const feet = steps * 25 - 1_000;
          expect(altitudeFt(altitudeCode(feet) ?? 0)).toBe(feet);
          expect(altitudeFtOf12(altitudeCode12(feet) ?? 0)).toBe(feet);
          const code = digits.toString(8).padStart(4, '0');
          expect(identityOf(identityCode(code))).toBe(code);
        },
      ),
    );
  });

  const place = fc.record({
    latitude: fc.double({ min: -86, max: 86, noNaN: true }),
    longitude: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
  });

  it.each([
    ['in the air', airborneSpan, 6],
    ['on the ground', surfaceSpan, 1.5],
  ] as const)('positions %s, of two frames and of one near a reference', (_name, span, mostM) => {
    fc.assert(
      fc.property(place, fc.boolean(), (position, laterIsOdd) => {
        const even = cprFrame(position, false, span);
        const odd = cprFrame(position, true, span);
        const found = globalPosition(even, odd, laterIsOdd, span, position);
        // Null only where the two lie in different zones of longitude.
        if (found) expect(inverse(found, position).distanceM).toBeLessThan(mostM);
        const near = localPosition(laterIsOdd ? odd : even, span, {
          latitude: position.latitude + 0.1,
          longitude: position.longitude - 0.1,
        });
        expect(inverse(near ?? { latitude: 0, longitude: 0 }, position).distanceM).toBeLessThan(mostM);
      }),
    );
  });

  it('frames: parity is refused where a bit is wrong', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), fc.nat(111), (message, bit) => {
        const hex = Buffer.from(message).toString('hex');
        const frame = writeFrame({ format: 17, capability: 5, address: '780abc', message: hex }, '780abc');
        expect(frame && readFrame(frame)).toMatchObject({ address: '780abc', fields: { message: hex } });
        if (!frame || bit < 5) return;
        frame[bit >> 3] = (frame[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
        expect(readFrame(frame)).toBe('track.read.checksum');
      }),
    );
  });

  it('a reply whose parity has the address over it', () => {
    const frame = writeFrame(
      { format: 4, flightStatus: 0, altitudeCode: altitudeCode(5_000) ?? 0 },
      '780abc',
    );
    expect(frame && readFrame(frame)).toMatchObject({ format: 4, address: '780abc', isSure: false });
  });

  it('Comm-B', () => {
    const row = {
      rollThere: true,
      rollDeg: -10.01953125,
      trackThere: true,
      trackDeg: 45,
      groundSpeedThere: true,
      groundSpeedKt: 240,
      trueAirspeedThere: true,
      trueAirspeedKt: 250,
      trackRateThere: false,
      trackRateDegS: 0,
    };
    expect(readCommB(writeCommB('5,0', row) ?? new Uint8Array())).toEqual({ register: '5,0', row });
  });
});

describe('a Comm-B reply with a selected altitude alone', () => {
  // An odd number of steps of 16 ft sets the bit that says in 6,0 that an airspeed follows.
  it.each([1, 101, 625, 2001])('of %i steps is no heading and airspeed', (steps) => {
    const row = { mcpAltitudeThere: true, mcpAltitudeFt: steps * 16, pressureHpa: 800 };
    const message = writeCommB('4,0', row) ?? new Uint8Array();
    expect(message).toHaveLength(7);
    expect(readCommB(message)?.register ?? null).not.toBe('6,0');
  });
});

describe('an aircraft that is heard', () => {
  const address = '780abc';
  const position = { latitude: 30.6, longitude: 104.1 };
  const squitter = (
    kind: Parameters<typeof writeSquitter>[0],
    fields: Parameters<typeof writeSquitter>[1],
    sender = address,
  ) => {
    const message = writeSquitter(kind, fields);
    const frame =
      message &&
      writeFrame(
        { format: 17, capability: 5, address: sender, message: Buffer.from(message).toString('hex') },
        sender,
      );
    if (!frame) throw new Error('does not fit');
    return frame;
  };
  const placed = (odd: boolean, sender = address) => {
    const cpr = cprFrame(position, odd, airborneSpan);
    const fields = {
      type: 11,
      altitudeCode: altitudeCode12(5_000) ?? 0,
      odd,
      cprLatitude: cpr.latitude,
      cprLongitude: cpr.longitude,
    };
    return squitter('airborne', fields, sender);
  };

  it('is forgotten behind more addresses than a receiver hears', () => {
    const heardAfter = (others: number) => {
      const reader = createModeSReader(null);
      reader.take(placed(false), 0, nothingRead());
      for (let i = 1; i <= others; i++) {
        reader.take(placed(false, i.toString(16).padStart(6, '0')), i, nothingRead());
      }
      const reading = nothingRead();
      reader.take(placed(true), others + 1, reading);
      return reading.reports.length;
    };
    expect(heardAfter(100)).toBe(1);
    expect(heardAfter(6_000)).toBe(0);
  });

  it('has what its several messages say', () => {
    const reader = createModeSReader(null);
    const reading = nothingRead();
    const code = identityCode('7700');
    const frames = [
      squitter('identification', { type: 4, category: 1, callsign: 'B70AB' }),
      squitter('groundVelocity', {
        type: 19,
        subtype: 1,
        eastWest: 101,
        northSouth: 1,
        descending: true,
        verticalRate: 11,
      }),
      squitter('emergency', { type: 28, subtype: 1, emergency: 3, identityCode: code }),
      squitter('operationalStatus', { type: 31, subtype: 0, version: 2, nacp: 10 }),
      placed(false),
      placed(true),
      placed(false),
    ];
    for (const [i, frame] of frames.entries()) reader.take(frame, i * 100, reading);
    expect(reading).toMatchObject({ records: 7, errors: [] });
    expect(reading.reports).toHaveLength(2);
    expect(reading.reports[1]).toMatchObject({
      icao24: address,
      callsign: 'B70AB',
      mode3A: '7700',
      emergency: 'minimumFuel',
      onGround: false,
      trackDeg: 90,
      at: 600,
      accuracy: { nacp: 10, horizontalM: 10 },
    });
    expect(reading.reports[1]?.groundSpeedMps).toBeCloseTo(100 * mpsPerKnot, 6);
    expect(reading.reports[1]?.verticalRateMps).toBeCloseTo(-640 * (metresPerFoot / 60), 6);
  });

  it('has a callsign that cannot be used counted, and none that is empty', () => {
    const reading = nothingRead();
    const reader = createModeSReader(null);
    for (const callsign of ['TST 01', ''])
      reader.take(squitter('identification', { type: 4, category: 1, callsign }), 0, reading);
    expect(reading.unusable?.get('callsign')).toMatchObject({ count: 1 });
  });

  it('is not made up of replies of which nobody was heard before', () => {
    const reader = createModeSReader(null);
    const reading = nothingRead();
    const reply = writeFrame({ format: 5, identityCode: identityCode('7500') }, address) ?? new Uint8Array();
    reader.take(reply, 0, reading);
    expect(reading).toMatchObject({ records: 1, reports: [], errors: [] });
    expect(reading.others?.get('track.other.unknownReply')).toEqual({ count: 1, example: address });
    for (const frame of [placed(false), placed(true), reply, placed(false)])
      reader.take(frame, 1_000, reading);
    expect(reading.reports.at(-1)?.mode3A).toBe('7500');
  });
});

describe('integrity (NIC)', () => {
  const frameOf = (type: number, odd: boolean, format: 17 | 18, nicB: 0 | 1) => {
    const { latitude, longitude } = cprFrame({ latitude: 30.4, longitude: 104.1 }, odd, airborneSpan);
    const message = writeSquitter('airborne', {
      type,
      nicB,
      altitudeCode: altitudeCode12(4_000) ?? 0,
      odd,
      cprLatitude: latitude,
      cprLongitude: longitude,
    });
    const hex = [...(message ?? [])].map((octet) => octet.toString(16).padStart(2, '0')).join('');
    const fields = format === 17 ? { capability: 5 } : { control: 2 };
    return writeFrame({ format, ...fields, address: '780ab1', message: hex }, '780ab1');
  };
  const nicOf = (type: number, format: 17 | 18 = 17, nicB: 0 | 1 = 0) => {
    const reader = createModeSReader(null);
    const reading = nothingRead();
    for (const [at, odd] of [false, true].entries()) {
      const frame = frameOf(type, odd, format, nicB);
      if (frame) reader.take(frame, at * 500, reading);
    }
    return reading.reports.map(({ nic }) => nic);
  };

  it.each([
    [9, 0, 11],
    [11, 0, 8],
    [11, 1, 9],
    [12, 0, 7],
    [13, 0, 6],
    [13, 1, 6],
    [16, 0, 2],
    [16, 1, 3],
    [18, 0, 0],
    [20, 0, 11],
    [22, 0, 0],
  ] as const)('type %i with supplement B %i is NIC %i', (type, nicB, nic) => {
    expect(nicOf(type, 17, nicB)).toEqual([nic]);
  });

  it('is not stated by a ground station of what others broadcast', () => {
    expect(nicOf(11, 18)).toEqual([undefined]);
  });
});
