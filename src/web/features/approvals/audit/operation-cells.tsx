import { useList } from '@refinedev/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { FieldSchema } from '#domain/record/resource.ts';
import { listText } from '#domain/text/list-text.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { PairValue } from '#web/engine/field-value.tsx';
import { type RecordValues, titleOf, useRelated } from '#web/engine/labels.ts';
import { keyLabel, PlainTree } from '#web/engine/plain-value.tsx';

/** The record that an operation was on, by its name. */
export function RecordNameCell({ value, record: { recordResource } }: CellProps) {
  const name = String(recordResource);
  const id = Number(value);
  const found = useRelated(name, [id]).get(id);
  const resource = resourceNamed(name);
  const text = found?.label ?? `#${id}`;
  return resource && found && opensScreen(resource, 'show') ? (
    <Link to={`${resource.path}/${id}`}>{text}</Link>
  ) : (
    text
  );
}

/** The body that an operator acted for, stored by its Chinese name: in English by the English name that it has now. */
export function OperationUnitCell({ value }: CellProps) {
  const name = String(value);
  const company = useEnglishName('company', 'name', name);
  const unit = useEnglishName('organizationUnit', 'displayName', name);
  return company ?? unit ?? name;
}

function useEnglishName(resource: string, field: string, name: string): string | undefined {
  const locale = useLocale();
  const { result } = useList<RecordValues & { id: number }>({
    resource,
    filters: [{ field, operator: 'eq', value: name }],
    pagination: { pageSize: 1 },
    queryOptions: { enabled: locale === 'en', staleTime: 300_000 },
    errorNotification: false,
  });
  const type = resourceNamed(resource);
  const found = locale === 'en' ? result.data?.[0] : undefined;
  return type && found ? titleOf(type, found) : undefined;
}

/** What an operation changed: fields of the record's own type by their labels, everything else as a plain tree. */
export function OperationDetailCell({ value, record: { recordResource } }: CellProps) {
  const locale = useLocale();
  const label = useLabel();
  if (!isObject(value)) return <PlainTree value={value} />;
  const fields: Record<string, FieldSchema> = resourceNamed(String(recordResource))?.schema.properties ?? {};
  const isKnown = ([key]: [string, unknown]) => key === 'fields' || fields[key] !== undefined;
  const entries = Object.entries(value).filter(([, own]) => own !== null && own !== '');
  const rest = Object.fromEntries(entries.filter((entry) => !isKnown(entry)));
  const own = entries.filter(isKnown);
  return (
    <>
      {own.map(([key, one], index) => (
        <Fragment key={key}>
          {index > 0 && (locale === 'en' ? '; ' : '；')}
          <span style={{ color: 'var(--cw-soft)' }}>{label(fields[key]?.['x-label'], keyLabel(key))}</span>{' '}
          {fields[key] ? (
            <PairValue schema={fields[key]} value={one} />
          ) : (
            listText(
              [one].flat().map((field) => label(fields[String(field)]?.['x-label'], String(field))),
              locale,
            )
          )}
        </Fragment>
      ))}
      {(own.length === 0 || Object.keys(rest).length > 0) && <PlainTree value={rest} />}
    </>
  );
}
