import { Tag, Tooltip, Typography } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flightLevelText, isAltitude } from '#domain/geo/altitude.ts';
import { type FieldSchema, relationOf } from '#domain/record/resource.ts';
import { listText } from '#domain/text/list-text.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { thousands } from '#domain/text/numbers.ts';
import { dateText, limitText } from '#domain/text/times.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { hasScreens } from '#web/client/session.ts';
import { kindOf } from './fields.ts';
import { enumChoices, type Related, useDictionary, useRelated } from './labels.ts';
import { keyLabel, PlainLine, PlainTree, structureIn } from './plain-value.tsx';
import {
  conversionsOf,
  hrefOf,
  isColour,
  isWeekly,
  pointText,
  vertexCount,
  weeklyText,
} from './show/value-text.ts';

interface Props {
  schema: FieldSchema;
  value: unknown;
  /** Names of related records, where the field is a relation. */
  related?: Related[];
  /**
   * On a page of its own: links to related records and addresses, values to copy, the other units. In a table row
   * all stays plain, for the row itself is the link.
   */
  linked?: boolean;
}

/** Any value of any field, as a person reads it. */
export function FieldValue({ schema, value, related = [], linked = false }: Props): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span style={{ color: 'var(--cw-soft)' }}>—</span>;
  }
  switch (kindOf(schema)) {
    case 'relation':
    case 'relations':
      return <RelatedNames schema={schema} related={related} linked={linked} />;
    case 'dictionary':
    case 'dictionaries':
      return <DictionaryTexts schema={schema} value={value} />;
    case 'enum':
    case 'enums':
      return <EnumTexts schema={schema} value={value} />;
    case 'boolean':
      return value === true ? t('list.yes') : t('list.no');
    case 'date':
      return <span className="cw-figures">{limitText(String(value), t('list.noLimit'))}</span>;
    case 'dateTime':
      return (
        <time dateTime={String(value)} className="cw-figures" title={zuluText(String(value))}>
          {dateText(String(value)) === '---' ? '---' : timeText(String(value), linked)}
        </time>
      );
    case 'altitude':
      return <AltitudeValue value={value} full={linked} />;
    case 'geometry':
      return <GeometryValue value={value} full={linked} />;
    case 'number':
      return (
        <span className="cw-figures">
          {schema['x-unit'] ? `${thousands(Number(value))} ${schema['x-unit']}` : String(value)}
        </span>
      );
    case 'texts':
      return Array.isArray(value) ? listText(value.map(String), locale) : String(value);
    case 'list':
      return <ItemList schema={schema} value={value} />;
    case 'object':
      if (schema.properties) return <Pairs schema={schema} value={value} />;
      return linked ? <PlainTree value={value} /> : <PlainLine value={value} />;
    case 'text':
      if (schema['x-record-type']) {
        return resourceNamed(String(value))?.schema['x-label'][locale] ?? String(value);
      }
      return <TextValue schema={schema} text={String(value)} full={linked} />;
  }
}

/** `2026-11-21 10:30 CST`, and in full the same time as aviation writes it, its date where that is another. */
function timeText(iso: string, full: boolean): string {
  const local = localText(iso);
  if (!full) return local;
  const date = Number.isNaN(Date.parse(iso)) ? '' : new Date(iso).toISOString().slice(0, 10);
  return `${local} · ${local.startsWith(date) ? '' : `${date.slice(8)} `}${zuluText(iso)}`;
}

/** `300 m AGL`, `FL095`, `1500 ft AMSL`. */
function altitudeText(value: unknown): string {
  if (!isObject(value)) return String(value);
  if (value.unit === 'FL') return flightLevelText(Number(value.value));
  return `${String(value.value)} ${String(value.unit)} ${String(value.reference)}`;
}

function AltitudeValue({ value, full }: { value: unknown; full: boolean }) {
  const { t } = useTranslation();
  const text = <span className="cw-figures">{altitudeText(value)}</span>;
  if (!full || !isAltitude(value)) return text;
  const datum = t(`form.reference.${value.reference}`);
  return (
    <Tooltip title={`${datum} · ${conversionsOf(value)}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the other units are reached by the keyboard too */}
      <span className="cw-hint" tabIndex={0}>
        {text}
      </span>
    </Tooltip>
  );
}

function GeometryValue({ value, full }: { value: unknown; full: boolean }) {
  const { t } = useTranslation();
  if (!isObject(value)) return '—';
  const point = pointText(value);
  const text = point ?? t(`list.geometry.${String(value.type)}`, { count: vertexCount(value) });
  if (!full) return <span className="cw-figures">{text}</span>;
  return <Copyable text={point ?? JSON.stringify(value)}>{text}</Copyable>;
}

/** A value with a button that copies it. */
function Copyable({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Typography.Text
      className="cw-figures"
      style={{ whiteSpace: 'normal' }}
      copyable={{ text, tooltips: [t('show.copy'), t('show.copied')] }}
    >
      {children}
    </Typography.Text>
  );
}

function TextValue({ schema, text, full }: { schema: FieldSchema; text: string; full: boolean }) {
  const structure = structureIn(text);
  if (structure) return full ? <PlainTree value={structure} /> : <PlainLine value={structure} />;
  if (isColour(text)) {
    return (
      <span className="cw-figures">
        <span aria-hidden="true" className="cw-swatch" style={{ background: text }} /> {text}
      </span>
    );
  }
  if (!full) return text;
  const href = hrefOf(schema, text);
  if (href) {
    return (
      <a href={href} {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {text}
      </a>
    );
  }
  return text.includes('\n') ? <span style={{ whiteSpace: 'pre-line' }}>{text}</span> : text;
}

function RelatedNames({
  schema,
  related,
  linked,
}: {
  schema: FieldSchema;
  related: Related[];
  linked: boolean;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const target = resourceNamed(relationOf(schema)?.resource ?? '');
  // An applicant without a session has no screens to go to.
  const opens = linked && hasScreens() && target !== undefined && opensScreen(target, 'show');
  return related.map(({ id, label, deleted }, index) => (
    <Fragment key={id}>
      {index > 0 && (locale === 'en' ? ', ' : '、')}
      <span className={deleted ? 'cw-struck' : undefined} title={deleted ? t('list.inTrash') : undefined}>
        {opens && target ? <Link to={`${target.path}/${id}`}>{label}</Link> : label}
      </span>
    </Fragment>
  ));
}

function DictionaryTexts({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const locale = useLocale();
  const choices = useDictionary(schema['x-dictionary'] ?? schema.items?.['x-dictionary']);
  const codes: unknown[] = Array.isArray(value) ? value : [value];
  return codes.map((code, index) => {
    const choice = choices.find((one) => one.value === code);
    return (
      <Fragment key={String(code)}>
        {index > 0 && (locale === 'en' ? ', ' : '、')}
        {choice?.colour && (
          <span aria-hidden="true" className="cw-swatch" style={{ background: choice.colour }} />
        )}
        {choice?.label ?? String(code)}
      </Fragment>
    );
  });
}

function EnumTexts({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const locale = useLocale();
  const choices = enumChoices(schema, locale);
  const values = Array.isArray(value) ? value : [value];
  if (values.length > 3) {
    return (
      <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 4 }}>
        {values.map((one) => (
          <Tag key={String(one)} style={{ margin: 0 }}>
            {choices.find((choice) => choice.value === one)?.label ?? String(one)}
          </Tag>
        ))}
      </span>
    );
  }
  return listText(
    values.map((one) => choices.find((choice) => choice.value === one)?.label ?? String(one)),
    locale,
  );
}

function ItemList({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const { items } = schema;
  const locale = useLocale();
  if (!Array.isArray(value)) return String(value);
  const weekly = isWeekly(schema);
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18 }}>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored list has no other identity, and this one is only read
        <li key={index}>
          {weekly ? (
            weeklyText(item, schema, locale)
          ) : items ? (
            <FieldValue schema={items} value={item} />
          ) : (
            <PlainLine value={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Pairs({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const locale = useLocale();
  if (!isObject(value)) return String(value);
  const known = schema.properties ?? {};
  // The database keeps no order of the keys: the schema's is the one of the form.
  const entries = [...new Set([...Object.keys(known), ...Object.keys(value)])]
    .filter((key) => !value[known[key]?.['x-named-by'] ?? ''])
    // `nameEn` next to `name` is the same in English: one of the two is shown.
    .filter((key) => !(key.endsWith('En') && value[key.slice(0, -2)]))
    .map((key): [string, unknown] => [key, nameIn({ name: value[key], nameEn: value[`${key}En`] }, locale)])
    .filter(([, own]) => own !== null && own !== undefined);
  return (
    <span>
      {entries.map(([key, own], index) => (
        <Fragment key={key}>
          {index > 0 && (locale === 'en' ? '; ' : '；')}
          <span style={{ color: 'var(--cw-soft)' }}>
            {known[key]?.['x-label']?.[locale] ?? keyLabel(key)}{' '}
          </span>
          {known[key] ? <PairValue schema={known[key]} value={own} /> : <PlainLine value={own} />}
        </Fragment>
      ))}
    </span>
  );
}

/** A value that comes without names: what it relates to is looked up, and nothing where it relates to nothing. */
export function PairValue(props: Props) {
  return relationOf(props.schema) ? <NamedRelation {...props} /> : <FieldValue {...props} />;
}

/** `related`: names that are known already, for records that the user may not look up. */
function NamedRelation({ schema, value, related: known = [], linked = false }: Props) {
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');
  const names = useRelated(relationOf(schema)?.resource, ids);
  const related = ids.map(
    (id) => names.get(id) ?? known.find((one) => one.id === id) ?? { id, label: `#${id}`, deleted: false },
  );
  return <FieldValue schema={schema} value={value} related={related} linked={linked} />;
}
