import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceSection } from '#domain/evidence/signed-file.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject, numberOf, textOf } from '#domain/text/narrow.ts';
import { useLocale } from '#web/client/locale.ts';
import { shippedResource } from '#web/client/record-types.ts';
import { FieldValue } from '#web/engine/field-value.tsx';
import { kindOf } from '#web/engine/fields.ts';
import { relatedOf } from '#web/engine/labels.ts';
import { PlainLine } from '#web/engine/plain-value.tsx';
import { recordReason } from '#web/features/alerts/alert-reason.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** One entry of a dossier: an object of JSON whose fields may be absent, for older dossiers have fewer. */
type Values = Record<string, unknown>;

export interface DossierPart {
  section: EvidenceSection;
  value: Values;
}

export const shownParts = (section: EvidenceSection, values: readonly unknown[]): DossierPart[] =>
  values.filter(isObject).map((value) => ({ section, value }));

/** A name and what it holds; a value that is absent makes none. */
type Fact = readonly [name: string, content: ReactNode];

interface Reader {
  t: TFunction;
  locale: Locale;
}

/** One entry as names and values, labelled by the schemas that this page came with. */
export function DossierEntry({ part: { section, value } }: { part: DossierPart }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const facts = factsOf[section]?.(value, { t, locale }) ?? [];
  return (
    <dl className="verify-facts">
      {facts.map(([name, content], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts are only read, and a name may come twice
        <div key={index}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

const factsOf: Partial<Record<EvidenceSection, (value: Values, reader: Reader) => Fact[]>> = {
  plan: (value, reader) => allOf('plan', value, reader),
  tasks: (value, reader) => allOf('jobTask', value, reader),
  versions: versionFacts,
  operations(value, reader) {
    const { t } = reader;
    const action = textOf(value.action);
    const states = [value.fromState, value.toState].filter((state) => numberOf(state) !== null);
    return [
      ...fieldsOf('operateRecord', ['operatedAt', 'operatedByName', 'unit'], value, reader),
      ...textFact(
        'operateRecord',
        'action',
        action && t(`plan.action.${action}`, { defaultValue: textOf(value.actionText) ?? action }),
        reader,
      ),
      ...(states.length > 0
        ? [
            [
              labelOf('plan', 'state', reader),
              arrow(states.map((state) => shown('plan', 'state', state))),
            ] as const,
          ]
        : []),
      ...fieldsOf('operateRecord', ['reason'], value, reader),
    ];
  },
  decisions(value, reader) {
    const fields = ['decidedAt', 'decidedByName', 'stepName', 'decision', 'comment'];
    const flow = textOf(value.flowName);
    return [
      ...fieldsOf('approval', fields, value, reader),
      ...(flow ? [[reader.t('evidence.flow'), `${flow} v${value.flowVersion ?? '?'}`] as const] : []),
    ];
  },
  messages: (value, reader) =>
    fieldsOf(
      'planMessage',
      ['filingTime', 'direction', 'type', 'state', 'sentAt', 'receivedAt', 'text', 'error'],
      value,
      reader,
    ),
  briefings: briefingFacts,
  tracks: trackFacts,
  alerts(alert, reader) {
    const value = withClassification(alert);
    const name = recordReason(reader.t, value) ?? textIn(value, 'reason', reader);
    return [
      ...fieldsOf('encounter', ['kind', 'highestLevel', 'state'], value, reader),
      ...textFact('encounter', 'reason', name, reader),
      ...fieldsOf(
        'encounter',
        [
          ...[
            'callsignOne',
            'callsignTwo',
            'airspace',
            'closestM',
            'closestVerticalM',
            'raisedAt',
            'announcedAt',
          ],
          ...[
            'acknowledgedAt',
            'acknowledgedBy',
            'mutedAt',
            'muteReason',
            'clearedAt',
            'classification',
            'classifiedAt',
            'classificationReason',
          ],
        ],
        value,
        reader,
      ),
    ];
  },
  orders: (value, reader) => [
    ...fieldsOf('flightOrder', ['kind', 'state', 'reason', 'orderedAt'], value, reader),
    ...textFact('flightOrder', 'orderedBy', textOf(value.orderedByName), reader),
    ...fieldsOf('flightOrder', ['acknowledgedAt'], value, reader),
    ...textFact('flightOrder', 'acknowledgedBy', textOf(value.acknowledgedByName), reader),
    ...fieldsOf('flightOrder', ['liftedAt'], value, reader),
    ...textFact('flightOrder', 'liftedBy', textOf(value.liftedByName), reader),
    ...fieldsOf('flightOrder', ['liftReason'], value, reader),
  ],
  detours: (value, reader) => [
    ...fieldsOf('detour', ['state', 'reason', 'appliedAt'], value, reader),
    ...textFact('detour', 'appliedBy', textOf(value.appliedByName), reader),
    ...detourFacts(value, reader),
    ...fieldsOf('detour', ['decidedAt'], value, reader),
    ...textFact('detour', 'decidedBy', textOf(value.decidedByName), reader),
    ...fieldsOf('detour', ['comment'], value, reader),
  ],
};

/** Dossiers exported before an alert could be confirmed or a nuisance only have the time and reason of a false one. */
const withClassification = (alert: Values): Values =>
  isEmpty(alert.falseAt)
    ? alert
    : {
        ...alert,
        classification: 'false',
        classifiedAt: alert.falseAt,
        classificationReason: alert.falseReason,
      };

/** Who changed what and when: each field with its value before and after. */
function versionFacts(value: Values, reader: Reader): Fact[] {
  const { t } = reader;
  const resource = value.resource === 'jobTask' ? 'jobTask' : 'plan';
  const changes = Array.isArray(value.changes) ? value.changes.filter(isObject) : [];
  const isNew = value.action === 'create';
  return [
    [t('evidence.at'), <FlightTime key="at" at={textOf(value.at)} year />],
    [t('evidence.by'), textOf(value.byName) ?? t('form.system')],
    [
      t('evidence.change'),
      `${shippedResource(resource)?.schema['x-label'][reader.locale] ?? resource} #${value.record} v${value.version} · ${t(`form.action.${value.action}`)}`,
    ],
    ...changes.flatMap(({ field, before, after, labels }): Fact[] => {
      if (typeof field !== 'string' || !schemaOf(resource, field)) return [];
      const { before: was, after: is } = isObject(labels) ? labels : {};
      const sides = [shown(resource, field, before, was), shown(resource, field, after, is)];
      return [[labelOf(resource, field, reader), arrow(isNew ? sides.slice(1) : sides)]];
    }),
  ];
}

function detourFacts({ change, before, changeLabels, beforeLabels }: Values, reader: Reader): Fact[] {
  if (!isObject(change)) return [];
  const was = isObject(before) ? before : {};
  const nameIn = (labels: unknown, field: string) => (isObject(labels) ? labels[field] : undefined);
  return Object.keys(change)
    .filter((field) => schemaOf('jobTask', field))
    .map((field) => [
      labelOf('jobTask', field, reader),
      arrow([
        shown('jobTask', field, was[field], nameIn(beforeLabels, field)),
        shown('jobTask', field, change[field], nameIn(changeLabels, field)),
      ]),
    ]);
}

/** Items of one briefing that are shown. */
const mostItems = 100;

function briefingFacts(value: Values, { t, locale }: Reader): Fact[] {
  const items = Array.isArray(value.items) ? value.items.filter(isObject) : [];
  return [
    [t('evidence.at'), <FlightTime key="at" at={textOf(value.madeAt)} year />],
    [t('evidence.by'), textOf(value.madeByName) ?? '—'],
    [
      t('evidence.items'),
      <ul key="items" className="verify-items">
        {items.slice(0, mostItems).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other identity than its place in the briefing
          <li key={index}>
            <strong>{textIn(item, 'title', { t, locale })}</strong>
            <p>{textOf(locale === 'en' ? item.en : item.zh) ?? textOf(item.raw)}</p>
          </li>
        ))}
        {items.length > mostItems && <li>{t('evidence.cut', { count: mostItems })}</li>}
      </ul>,
    ],
  ];
}

/** Altitudes of a position, each with the datum that it is measured from. */
const altitudes = [
  ['amslAltitudeM', 'AMSL'],
  ['geometricAltitudeM', 'WGS-84'],
  ['pressureAltitudeM', 'STD'],
] as const;

/** Each track as one part: from, to, how many positions, and how low and high it was by each datum. */
export function trackParts(values: readonly unknown[]): DossierPart[] {
  const tracks = new Map<string, Values>();
  for (const minute of values) {
    if (!isObject(minute) || !Array.isArray(minute.positions)) continue;
    const key = JSON.stringify([minute.track, minute.sourceId]);
    const track = tracks.get(key) ?? { ...minute, positions: 0, from: null, to: null };
    tracks.set(key, track);
    for (const position of minute.positions.filter(isObject)) {
      const at = numberOf(position.at);
      if (at === null) continue;
      track.positions = Number(track.positions) + 1;
      track.from = Math.min(numberOf(track.from) ?? at, at);
      track.to = Math.max(numberOf(track.to) ?? at, at);
      for (const [field] of altitudes) {
        const height = numberOf(position[field]);
        if (height === null) continue;
        track[`${field}Min`] = Math.min(numberOf(track[`${field}Min`]) ?? height, height);
        track[`${field}Max`] = Math.max(numberOf(track[`${field}Max`]) ?? height, height);
      }
    }
  }
  return shownParts('tracks', [...tracks.values()]);
}

function trackFacts(value: Values, reader: Reader): Fact[] {
  const { t } = reader;
  const time = (at: unknown) => {
    const ms = numberOf(at);
    return <FlightTime at={ms === null ? null : new Date(ms).toISOString()} year />;
  };
  const source = isObject(value.labels) ? textOf(value.labels.sourceId) : null;
  return [
    [
      t('evidence.track'),
      [textOf(value.callsign), textOf(value.icao24)?.toUpperCase()].filter(Boolean).join(' · '),
    ],
    ...(source ? [[labelOf('encounter', 'source', reader), source] as const] : []),
    [t('evidence.from'), time(value.from)],
    [t('evidence.to'), time(value.to)],
    [t('evidence.positions'), String(value.positions)],
    ...altitudes.flatMap(([field, datum]): Fact[] => {
      const [low, high] = [numberOf(value[`${field}Min`]), numberOf(value[`${field}Max`])];
      if (low === null || high === null) return [];
      return [[t('evidence.altitude'), `${Math.round(low)}–${Math.round(high)} m ${datum}`]];
    }),
  ];
}

function schemaOf(resource: string, field: string) {
  return shippedResource(resource)?.schema.properties[field];
}

function labelOf(resource: string, field: string, { locale }: Reader): string {
  return schemaOf(resource, field)?.['x-label']?.[locale] ?? field;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Every field of the type that has a value. */
function allOf(resource: string, value: Values, reader: Reader): Fact[] {
  return fieldsOf(resource, Object.keys(shippedResource(resource)?.schema.properties ?? {}), value, reader);
}

function fieldsOf(resource: string, fields: readonly string[], value: Values, reader: Reader): Fact[] {
  const labels = isObject(value.labels) ? value.labels : {};
  return fields.flatMap((field): Fact[] =>
    isEmpty(value[field])
      ? []
      : [[labelOf(resource, field, reader), shown(resource, field, value[field], labels[field])]],
  );
}

const textFact = (resource: string, field: string, text: string | null, reader: Reader): Fact[] =>
  text ? [[labelOf(resource, field, reader), text]] : [];

/** `reason` with `reasonEn` next to it, in the reader's language. */
const textIn = (value: Values, field: string, { locale }: Reader) =>
  nameIn({ name: textOf(value[field]), nameEn: textOf(value[`${field}En`]) }, locale) ?? null;

/** Kinds of fields whose values are shown without asking the server for names. */
const looksUp = new Set(['dictionary', 'dictionaries', 'list', 'object']);

/** A value as the schema describes it; `label`: the name or names of what it relates to, as they were at the export. */
function shown(resource: string, field: string, value: unknown, label?: unknown): ReactNode {
  const schema = schemaOf(resource, field);
  if (isEmpty(value)) return '—';
  if (!schema || looksUp.has(kindOf(schema))) return <PlainLine value={value} />;
  const related = relatedOf({ [field]: value, _labels: { [field]: label } }, field);
  return <FieldValue schema={schema} value={value} related={related} />;
}

function arrow([first, second]: readonly ReactNode[]): ReactNode {
  if (second === undefined) return first;
  return (
    <>
      {first} → {second}
    </>
  );
}
