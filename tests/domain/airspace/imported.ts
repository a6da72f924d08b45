import type { AirspaceFormat, ImportedFile } from '#domain/airspace/formats/draft.ts';
import { readAirspaceFile } from '#domain/airspace/formats/read.ts';

const now = Date.parse('2026-11-20T02:00:00Z');

/** A file of airspaces as it is read on 20 November 2026 in Beijing; of a format that is named, or found out. */
export function read(text: string, format?: AirspaceFormat): ImportedFile {
  const steps = readAirspaceFile(text, { format, timeZone: 'Asia/Shanghai', now });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What is said of each airspace of it: where, with which text, at which line. */
export const keysOf = (file: ImportedFile, of: 'errors' | 'warnings') =>
  file.features.map((feature) =>
    feature[of].map(({ path, text, line }) => [path, text.key.split('.').at(-1), line]),
  );

/** A circle of ED-269 with times of use. */
export const zone = {
  identifier: 'ZUX01',
  country: 'CHN',
  name: 'Park',
  type: 'COMMON',
  restriction: 'PROHIBITED',
  applicability: [
    {
      permanent: 'NO',
      startDateTime: '2026-12-01T00:00:00Z',
      endDateTime: '2027-03-01T00:00:00Z',
      dailyPeriod: [{ day: ['MON', 'FRI'], startTime: '22:00Z', endTime: '02:00Z' }],
    },
  ],
  geometry: [
    {
      uomDimensions: 'M',
      lowerLimit: 0,
      lowerVerticalReference: 'AGL',
      upperLimit: 120,
      upperVerticalReference: 'AGL',
      horizontalProjection: { type: 'Circle', center: [104.1, 30.6], radius: 500 },
    },
  ],
};
