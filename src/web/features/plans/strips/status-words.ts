import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';

/** What a label of s_FLT means, as the schema of the notes says it. */
export function useStatusWords(): (label: string) => string {
  const locale = useLocale();
  const words = resourceNamed('flightStatus')?.schema.properties.status?.['x-enum'];
  return (label) => words?.[label]?.[locale] ?? label;
}
