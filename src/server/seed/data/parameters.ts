import type { Parameter } from '#domain/record/records.gen.ts';
import { sourcesInEnglish } from './parameter-sources.ts';
import { briefingParameters } from './parameters-briefing.ts';
import { coordinationParameters } from './parameters-coordination.ts';
import { interferenceParameters } from './parameters-interference.ts';
import { lawParameters } from './parameters-law.ts';
import { monitorParameters } from './parameters-monitor.ts';
import { registrationParameters } from './parameters-registration.ts';
import { retentionParameters } from './parameters-retention.ts';
import { serviceParameters } from './parameters-service.ts';
import { sessionParameters } from './parameters-session.ts';
import { sharingParameters } from './parameters-sharing.ts';
import { tacticalParameters } from './parameters-tactical.ts';
import { weatherParameters } from './parameters-weather.ts';

const groups = [
  'deadline',
  'plan',
  'message',
  'strategic',
  'tactical',
  'surveillance',
  'weather',
  'session',
  'map',
  'files',
  'registration',
  'backup',
  'retention',
  'share',
  'monitor',
  'interference',
  'display',
] as const;

/** Every figure that a rule names: an administrator may change it, its source stays beside it. */
export const parameters: Parameter[] = [
  ...lawParameters,
  ...serviceParameters,
  ...sessionParameters,
  ...registrationParameters,
  ...retentionParameters,
  ...sharingParameters,
  ...monitorParameters,
  ...interferenceParameters,
  ...tacticalParameters,
  ...weatherParameters,
  ...briefingParameters,
  ...coordinationParameters,
].map(([key, name, nameEn, valueType, value, unit, source, help, helpEn], index) => ({
  key,
  group: groupOf(key),
  name,
  nameEn,
  valueType,
  ...(value === '' ? {} : { value, defaultValue: value }),
  unit,
  source,
  sourceEn: sourcesInEnglish[source],
  help,
  helpEn,
  order: (index + 1) * 10,
}));

/** By key what each parameter is as long as nobody changes it. */
export const parameterDefaults: ReadonlyMap<string, string> = new Map(
  parameters.map(({ key, defaultValue }) => [key, String(defaultValue ?? '')]),
);

/** The part of a key before its dot is its group. */
function groupOf(key: string): Parameter['group'] {
  if (key.startsWith('tactical.class')) return 'tacticalClass';
  const group = groups.find((one) => key.startsWith(`${one}.`));
  if (!group) throw new Error(`parameter ${key} begins with no group`);
  return group;
}
