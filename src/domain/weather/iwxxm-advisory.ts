import { all, child, find, type XmlElement } from '#domain/information/xml-tree.ts';
import { type AdvisoryLayer, levelsOfAll, validUntil } from './advisory.ts';
import { areaOfAll, intensities, numberIn, partIn, speedIn, timeIn } from './iwxxm-values.ts';
import { type ReadingContext, unreadable } from './reading.ts';
import type { AreaWarning, ReadWeather } from './weather.ts';

/**
 * An advisory of volcanic ash or a tropical cyclone, to the same values as that of a text: where ash or cloud was observed, and
 * where ash is expected at the next advisory.
 */
export function readXmlAdvisory(
  root: XmlElement,
  kind: 'volcanicAsh' | 'tropicalCyclone',
  context: ReadingContext,
): ReadWeather<AreaWarning> {
  const at = timeIn(child(root, 'issueTime'));
  if (at === null) return unreadable('time');
  if (at - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
  const isAsh = kind === 'volcanicAsh';
  const named = child(root, isAsh ? 'volcano' : 'tropicalCycloneName');
  const name = (find(named, 'name')?.text || named?.text) ?? '';
  if (name === '') return unreadable('nothing');
  const unit = find(root, 'UnitTimeSlice');
  const centre = (find(unit, 'designator') ?? find(unit, 'name'))?.text.toUpperCase().replace(/[^A-Z]/g, '');
  const validTo = validUntil(at, timeIn(child(root, 'nextAdvisoryTime')));
  const observation = child(root, 'observation');
  const conditions = find(observation, 'VolcanicAshObservedOrEstimatedConditions');
  const parts = isAsh ? all(observation, 'ashCloud').map(partIn) : [];
  const cloud = isAsh ? null : find(observation, 'cumulonimbusCloudLocation');
  if (cloud && all(cloud, 'AirspaceVolume').length > 0) parts.push(partIn(cloud));
  const first = root.children.find((one) => {
    const time = one.name === 'forecast' ? timeIn(find(one, 'phenomenonTime')) : null;
    return time !== null && time >= validTo - 3_600_000;
  });
  const later = isAsh && parts.length > 0 ? all(first ?? null, 'ashCloud').map(partIn) : [];
  const forecastArea = areaOfAll(later.flatMap(({ areas }) => areas));
  const layers = [...parts, ...later].map(({ lower, upper }): AdvisoryLayer => ({ lower, upper }));
  const number = child(root, 'advisoryNumber')?.text.slice(0, 16) || null;
  return {
    ok: true,
    value: {
      kind,
      fir: context.centre ?? (centre?.slice(0, 8) || 'ZZZZ'),
      office: context.centre,
      sequence: number,
      issuedAt: at,
      validFrom: at,
      validTo,
      isCancellation: false,
      cancels: null,
      phenomenon: `${isAsh ? 'VA' : 'TC'} ${name.toUpperCase()}`.slice(0, 64),
      isObserved: parts.length === 0 ? null : conditions?.attributes.isEstimated !== 'true',
      area: areaOfAll(parts.flatMap(({ areas }) => areas)),
      ...levelsOfAll(layers),
      movement: isAsh ? (parts.length === 1 ? (parts[0]?.movement ?? null) : null) : movementOf(observation),
      intensity: intensities[find(observation, 'intensityChange')?.text ?? ''] ?? null,
      ...(forecastArea ? { forecastArea } : {}),
      text: [isAsh ? 'VA ADVISORY' : 'TC ADVISORY', number, name].filter(Boolean).join(' '),
    },
  };
}

function movementOf(observation: XmlElement | null): AreaWarning['movement'] {
  if (find(observation, 'movement')?.text === 'STATIONARY') return 'stationary';
  const directionDeg = numberIn(find(observation, 'movementDirection'));
  const speedMps = speedIn(find(observation, 'movementSpeed'));
  return directionDeg === null || speedMps === null ? null : { directionDeg, speedMps };
}
