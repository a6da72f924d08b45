import { useAbility } from '@casl/react';
import { Tag } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Ability, mayEver } from '../../domain/access.ts';
import { type FieldSchema, relationOf } from '../../domain/resource.ts';
import { resourceNamed } from '../catalogue.ts';
import { localText, zuluText } from '../clock.ts';
import { useLocale } from '../locale.ts';
import { isObject } from '../providers/http.ts';
import { kindOf } from './fields.ts';
import { enumChoices, type Related, useDictionary, useRelated } from './labels.ts';

interface Props {
  schema: FieldSchema;
  value: unknown;
  /** Names of related records, where the field is a relation. */
  related?: Related[];
  /** Links to related records; in a table row they stay plain, the row itself is the link. */
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
      return <span className="cw-figures">{dateText(String(value), t('list.noLimit'))}</span>;
    case 'dateTime':
      return (
        <time dateTime={String(value)} className="cw-figures" title={zuluText(String(value))}>
          {dateText(String(value), '---') === '---' ? '---' : localText(String(value))}
        </time>
      );
    case 'altitude':
      return <span className="cw-figures">{altitudeText(value)}</span>;
    case 'geometry':
      return geometryText(value, t);
    case 'number':
      return (
        <span className="cw-figures">
          {String(value)}
          {schema['x-unit'] ? ` ${schema['x-unit']}` : ''}
        </span>
      );
    case 'texts':
      return Array.isArray(value) ? value.map(String).join(locale === 'en' ? ', ' : '、') : String(value);
    case 'list':
      return <ItemList schema={schema} value={value} />;
    case 'object':
      return <Pairs schema={schema} value={value} />;
    default:
      return String(value);
  }
}

/** Dates that stand for "none" show as such (specification §5). */
export function dateText(iso: string, none: string): string {
  const date = iso.slice(0, 10);
  return date === '0001-01-01' || date === '1900-01-01' ? none : date;
}

/** `300 m AGL`, `FL095`, `1500 ft AMSL`. */
export function altitudeText(value: unknown): string {
  if (!isObject(value)) return String(value);
  if (value.unit === 'FL') return `FL${String(value.value).padStart(3, '0')}`;
  return `${String(value.value)} ${String(value.unit)} ${String(value.reference)}`;
}

function geometryText(value: unknown, t: (key: string, values?: Record<string, unknown>) => string): string {
  if (!isObject(value)) return '—';
  const { type, coordinates } = value;
  if (type === 'Point' && Array.isArray(coordinates)) {
    const [longitude, latitude] = coordinates.map(Number);
    return positionText(longitude ?? 0, latitude ?? 0);
  }
  return t(`list.geometry.${String(type)}`, { count: countPositions(coordinates) });
}

function countPositions(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  if (typeof value[0] === 'number') return 1;
  return value.reduce((sum: number, part: unknown) => sum + countPositions(part), 0);
}

/** WGS-84, degrees: `30.5785°N 103.9471°E`. */
function positionText(longitude: number, latitude: number): string {
  const ns = latitude < 0 ? 'S' : 'N';
  const ew = longitude < 0 ? 'W' : 'E';
  return `${Math.abs(latitude).toFixed(4)}°${ns} ${Math.abs(longitude).toFixed(4)}°${ew}`;
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
  const ability = useAbility<Ability>();
  const target = resourceNamed(relationOf(schema)?.resource ?? '');
  const opens = linked && target !== undefined && mayEver(ability, 'read', target.name);
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
  const codes = Array.isArray(value) ? value : [value];
  const texts = codes.map((code) => choices.find((choice) => choice.value === code)?.label ?? String(code));
  return texts.join(locale === 'en' ? ', ' : '、');
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
  return values
    .map((one) => choices.find((choice) => choice.value === one)?.label ?? String(one))
    .join(locale === 'en' ? ', ' : '、');
}

function ItemList({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const { items } = schema;
  if (!Array.isArray(value)) return String(value);
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18 }}>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored list has no other identity, and this one is only read
        <li key={index}>{items ? <FieldValue schema={items} value={item} /> : String(item)}</li>
      ))}
    </ul>
  );
}

function Pairs({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const locale = useLocale();
  if (!isObject(value)) return String(value);
  const known = schema.properties ?? {};
  const entries = Object.entries(value).filter(([, own]) => own !== null && own !== undefined);
  return (
    <span>
      {entries.map(([key, own], index) => (
        <Fragment key={key}>
          {index > 0 && (locale === 'en' ? '; ' : '；')}
          <span style={{ color: 'var(--cw-soft)' }}>{known[key]?.['x-label']?.[locale] ?? key} </span>
          {known[key] ? <PairValue schema={known[key]} value={own} /> : <code>{JSON.stringify(own)}</code>}
        </Fragment>
      ))}
    </span>
  );
}

/** A value inside a record's field: what it relates to has no name with it, so it is looked up. */
function PairValue({ schema, value }: { schema: FieldSchema; value: unknown }) {
  const relation = relationOf(schema);
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');
  const names = useRelated(relation?.resource, relation ? ids : []);
  const related = relation ? ids.map((id) => names.get(id) ?? { id, label: `#${id}`, deleted: false }) : [];
  return <FieldValue schema={schema} value={value} related={related} />;
}
