import { policySettings } from './session-policy.ts';

/** Groups of parameters that say how people sign in, what the safety nets find, and what is kept: they belong to administrators. */
const guarded = ['session.', 'tactical.', 'strategic.', 'retention.', 'surveillance.'];
const guardedKeys = new Set(['monitor.memoryMb']);

export function isSecurityParameter(key: unknown): boolean {
  return typeof key === 'string' && (guardedKeys.has(key) || guarded.some((group) => key.startsWith(group)));
}

export interface Bounds {
  least: number;
  most: number;
}

const hubConnections = { key: 'session.hubConnections', least: 1, most: 1_000 };
const ofKeys = new Map<string, Bounds>(
  [
    ...Object.values(policySettings),
    hubConnections,
    { key: 'strategic.corridorWidthM', least: 100, most: 100_000 },
    { key: 'strategic.pointRadiusM', least: 10, most: 100_000 },
    { key: 'strategic.timeBufferMinutes', least: 0, most: 1_440 },
    { key: 'retention.rawMegabytes', least: 16, most: 1_000_000 },
    { key: 'surveillance.dimAfterS', least: 1, most: 3_600 },
    { key: 'surveillance.dropAfterS', least: 2, most: 86_400 },
    { key: 'surveillance.maxSpeedMps', least: 50, most: 3_000 },
    { key: 'surveillance.positionSlackM', least: 0, most: 100_000 },
    { key: 'surveillance.rejectionsBeforeReset', least: 1, most: 100 },
    { key: 'surveillance.maxRangeM', least: 1_000, most: 2_000_000 },
    // A slip of the pen may not switch off what protects the server.
    { key: 'surveillance.sourceReportsPerS', least: 100, most: 100_000 },
    { key: 'surveillance.reportsPerS', least: 100, most: 200_000 },
    { key: 'surveillance.sourceNewTracksPerS', least: 10, most: 10_000 },
    { key: 'surveillance.newTracksPerS', least: 10, most: 20_000 },
    { key: 'surveillance.sourceTracks', least: 100, most: 100_000 },
    { key: 'surveillance.tracks', least: 100, most: 100_000 },
    { key: 'monitor.memoryMb', least: 0, most: 1_000_000 },
  ].map(({ key, least, most }) => [key, { least, most }]),
);

/** The others by what their names end in, the first that fits. */
const ofEndings: readonly (readonly [RegExp, Bounds])[] = [
  [/^tactical\..*steadiness\.[mn]$/, { least: 1, most: 60 }],
  [/^tactical\..*steadiness\.\w+S$/, { least: 0, most: 300 }],
  [/^tactical\..*S$/, { least: 1, most: 3_600 }],
  [/^tactical\..*Min$/, { least: 0, most: 1_440 }],
  [/^tactical\..*Percent$/, { least: 1, most: 100 }],
  [/^tactical\..*Hpa$/, { least: 0, most: 100 }],
  [/^(?:tactical|strategic)\..*M$/, { least: 0, most: 100_000 }],
  [/^strategic\..*Km$/, { least: 0, most: 1_000 }],
  [/^retention\..*Days$/, { least: 0, most: 36_500 }],
];

/** Between which numbers the value of a guarded parameter is; undefined: it is no number. */
export function boundsOf(key: unknown): Bounds | undefined {
  if (typeof key !== 'string') return undefined;
  return ofKeys.get(key) ?? ofEndings.find(([ending]) => ending.test(key))?.[1];
}
