import { useTranslation } from 'react-i18next';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { shownField } from '#domain/record/resource.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { FieldValue } from '#web/engine/field-value.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { labelOf } from '#web/ui/record-labels.ts';

const facts = [
  'designator',
  'kind',
  'airspaceClass',
  'company',
  'missionType',
  'activityNature',
  'shape',
  'radiusM',
  'startBearing',
  'endBearing',
  'widthM',
  'lower',
  'upper',
  'entryExit',
  'sharing',
  'controlUnit',
  'frequencyMhz',
  'proposedLevel',
  'source',
  'remark',
];

/** What the airspace says of itself, by its schema; what is empty is left out. */
export function AirspaceFacts({
  airspace,
}: {
  airspace: Record<string, unknown> & Pick<AirspaceItem, 'labels'>;
}) {
  const label = useLabel();
  const locale = useLocale();
  const resource = resourceNamed('airspace');
  if (!resource) return null;
  return (
    <dl className="cw-fields">
      {facts.map((field) => {
        const own = resource.schema.properties[field];
        const value = shownField(resource, airspace, field, locale);
        if (!own || value === null || value === undefined || value === '') return null;
        const named = labelOf(airspace.labels ?? {}, field);
        return (
          <div key={field}>
            <dt>{label(own['x-label'], field)}</dt>
            <dd>{named !== '—' ? named : <FieldValue schema={own} value={value} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** From when to when it may be used; an end that is near, or past, is said with what is left. */
export function Validity({ airspace }: { airspace: Pick<AirspaceItem, 'validFrom' | 'validTo'> }) {
  const { t } = useTranslation();
  const { validFrom, validTo } = airspace;
  if (!validFrom && !validTo) return t('airspace.details.permanent');
  return (
    <span>
      {validFrom ? <FlightTime at={validFrom} year /> : t('airspace.details.noStart')} –{' '}
      {validTo ? <FlightTime at={validTo} year /> : t('airspace.details.noEnd')}
    </span>
  );
}
