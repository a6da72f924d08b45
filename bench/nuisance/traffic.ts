import type { Position } from '#domain/geo/geodesy.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { sceneTruth } from '#server/demo/demo-scenes.ts';
import { visitorAt, visitorSources } from '#server/demo/demo-visitors.ts';
import { type DemoFlight, flown } from '#server/demo/generator.ts';

/** One aircraft of the simulator as it really is. */
export interface TrueAircraft extends Position {
  name: string;
  /** Null: it names itself by none. */
  icao24: string | null;
  /** By the datum in which it is sent. */
  heights: Pick<Target, 'pressureAltitudeM' | 'geometricAltitudeM' | 'amslAltitudeM'>;
  onGround: boolean;
  isHeard: boolean;
  /** What is sent of its position or altitude is false. */
  isFalse: boolean;
  /** Mode A code; null: it sends none. */
  code: string | null;
}

const none = { pressureAltitudeM: null, geometricAltitudeM: null, amslAltitudeM: null };
const usual = { onGround: false, isFalse: false, code: null };
const secondOfHour = (at: number) => Math.floor(at / 1_000) % 3_600;

/** Whether the simulator lets a source fall silent in this second. */
export const isSilent = (group: number, at: number): boolean =>
  visitorSources[group]?.misbehaviour?.(secondOfHour(at)) === 'silent';

/** All aircraft of the simulator at a moment, UTC ms; `flights`: those with plans. */
export function trueTraffic(at: number, flights: readonly DemoFlight[]): TrueAircraft[] {
  const planned = flights.map((flight): TrueAircraft => {
    const { latitude, longitude, altitudeM, onGround } = flown(flight, at);
    const { callsign: name, icao24 } = flight;
    const heights = { ...none, pressureAltitudeM: altitudeM };
    return {
      ...usual,
      name,
      icao24: icao24.toLowerCase(),
      latitude,
      longitude,
      heights,
      onGround,
      isHeard: true,
    };
  });
  const scenes = sceneTruth(at).map(({ callsign: name, icao24, state, ...one }): TrueAircraft => {
    const { latitude, longitude, altitudeM, onGround } = state;
    const heights = { ...none, pressureAltitudeM: altitudeM };
    const { isFalse, code } = one;
    return { name, icao24, latitude, longitude, heights, onGround, isHeard: !one.isSilent, isFalse, code };
  });
  const visitors = visitorSources.flatMap(({ aircraft, record: { type } }, group) =>
    Array.from({ length: aircraft }, (_, index): TrueAircraft => {
      const { latitude, longitude, altitudeM } = visitorAt(group, index, at);
      const heights =
        type === 'remoteId'
          ? { ...none, geometricAltitudeM: 500 + altitudeM }
          : type === 'json'
            ? { ...none, geometricAltitudeM: altitudeM }
            : type === 'jt808'
              ? { ...none, amslAltitudeM: altitudeM }
              : { ...none, pressureAltitudeM: altitudeM };
      // As demo-visitors.ts has it; the others send no address.
      const icao24 = group < 2 ? (0x78_f0_00 + group * 256 + index).toString(16) : null;
      const isHeard = !isSilent(group, at);
      return { ...usual, name: `${type} ${index}`, icao24, latitude, longitude, heights, isHeard };
    }),
  );
  return [...planned, ...scenes, ...visitors];
}
