import { direct, type Position } from '#domain/geo/geodesy.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { Airport } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { idsBy } from '#server/seed/ensure.ts';

type Runway = NonNullable<Airport['runways']>[number];

/** Length and width in metres, the true bearing of the first end in degrees. */
type DemoRunway = Required<Pick<Runway, 'designator' | 'surface' | 'lighted'>> & {
  lengthM: number;
  widthM: number;
  headingTrue: number;
};

/** By `icao|localCode`: aerodromes of the demo whose published runways the base data does not have. */
const runways: Record<string, DemoRunway> = {
  'ZUGH|': {
    designator: '13/31',
    lengthM: 2200,
    widthM: 45,
    headingTrue: 127,
    surface: 'concrete',
    lighted: true,
  },
  'ZUBC|': {
    designator: '02/20',
    lengthM: 800,
    widthM: 30,
    headingTrue: 17,
    surface: 'asphalt',
    lighted: false,
  },
  '|HZU': {
    designator: '18/36',
    lengthM: 1800,
    widthM: 30,
    headingTrue: 177,
    surface: 'concrete',
    lighted: true,
  },
  '|CN-0247': {
    designator: '05/23',
    lengthM: 1600,
    widthM: 30,
    headingTrue: 47,
    surface: 'concrete',
    lighted: true,
  },
};

const remark = '跑道为演示数据，不得用于实际飞行。 / The runway is demo data, not for navigation.';

/** Gives the aerodromes of the demo a runway through their reference point, where no runway is recorded. */
export async function seedDemoRunways(records: Records): Promise<void> {
  const ids = await idsBy(records, 'airport', ['icao', 'localCode']);
  for (const [key, runway] of Object.entries(runways)) {
    const id = ids.get(key);
    if (id === undefined) continue;
    const airport = await records.get(systemCaller(), 'airport', id);
    const position = positionIn(airport.position);
    if (airport.deletedAt !== null || !position || (airport.runways ?? []).length > 0) continue;
    await records.update(systemCaller(), 'airport', id, airport.version, {
      runways: [{ ...runway, ...thresholds(position, runway) }],
      remark: [airport.remark, remark].filter(Boolean).join('\n'),
    });
  }
}

function thresholds(middle: Position, { headingTrue, lengthM }: DemoRunway) {
  const first = direct(middle, headingTrue + 180, lengthM / 2);
  const second = direct(middle, headingTrue, lengthM / 2);
  return {
    firstLatitude: first.latitude,
    firstLongitude: first.longitude,
    secondLatitude: second.latitude,
    secondLongitude: second.longitude,
  };
}
