import { useOne } from '@refinedev/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '#domain/record/resource.ts';
import { listText } from '#domain/text/list-text.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { durationText } from '#domain/text/times.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { PairValue } from '#web/engine/field-value.tsx';
import { type RecordValues, useRelated } from '#web/engine/labels.ts';
import { NamedValue } from '#web/engine/named-value.tsx';
import { PlainLine } from '#web/engine/plain-value.tsx';
import {
  type ConditionGroup,
  type ConditionRow,
  isGroup,
  readCondition,
} from '#web/engine/widgets/condition.ts';
import { conditionFields, resourceOfDocument } from '#web/engine/widgets/condition-documents.ts';
import { roleName, useNameable } from './flow/flow-queries.ts';

/** A condition of a flow, in the words of the builder that makes it. */
export function ConditionCell({ value, record: { documentKind } }: CellProps) {
  return <ConditionWords value={value} documentKind={documentKind} />;
}

function ConditionWords({ value, documentKind }: { value: unknown; documentKind: unknown }) {
  const { t } = useTranslation();
  const group = readCondition(value);
  if (!group) return <PlainLine value={value} />;
  if (group.parts.length === 0) return t('form.condition.always');
  const fields = conditionFields(resourceNamed(resourceOfDocument(documentKind) ?? ''));
  return <GroupWords group={group} fields={fields} />;
}

type FieldMap = ReadonlyMap<string, FieldSchema>;

function GroupWords({
  group: { join, parts },
  fields,
}: {
  group: ConditionGroup;
  fields: FieldMap;
}): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      {parts.length > 1 && `${t(`form.condition.${join}`)}${locale === 'en' ? ' ' : ''}`}
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
        <Fragment key={place}>
          {place > 0 && (locale === 'en' ? '; ' : '；')}
          {isGroup(part) ? (
            <>
              (<GroupWords group={part} fields={fields} />)
            </>
          ) : (
            <RowWords row={part} schema={fields.get(part.field)} />
          )}
        </Fragment>
      ))}
    </>
  );
}

function RowWords({
  row: { field, operator, value },
  schema,
}: {
  row: ConditionRow;
  schema: FieldSchema | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const isAsked = operator === '$exists' || !schema;
  return (
    <>
      {label(schema?.['x-label'], field)} {t(`form.condition.${operator}`)}{' '}
      {isAsked ? (
        typeof value === 'boolean' ? (
          t(value ? 'list.yes' : 'list.no')
        ) : (
          String(value)
        )
      ) : (
        <PairValue schema={schema} value={value} />
      )}
    </>
  );
}

/** The steps of a flow in their order: who decides, how many, within what time, and when the step is needed. */
export function StepsCell({ value, record: { documentKind } }: CellProps) {
  const steps = Array.isArray(value) ? value.filter(isObject) : [];
  return (
    <ol style={{ margin: 0, paddingInlineStart: 20 }}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
        <li key={index}>
          <StepWords step={step} documentKind={documentKind} />
        </li>
      ))}
    </ol>
  );
}

function StepWords({ step, documentKind }: { step: Record<string, unknown>; documentKind: unknown }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const units = useRelated('organizationUnit', numbersOf(step.organizationUnits));
  const users = useRelated('user', numbersOf(step.users));
  const named = (ids: unknown, names: ReturnType<typeof useRelated>) =>
    numbersOf(ids).map((id) => names.get(id)?.label ?? `#${id}`);
  const nameable = useNameable().data;
  const roles = Array.isArray(step.roles) ? step.roles.map((role) => roleName(nameable, String(role))) : [];
  const who = [...roles, ...named(step.organizationUnits, units), ...named(step.users, users)];
  const limit = typeof step.timeLimitMinutes === 'number' ? step.timeLimitMinutes : null;
  const hasCondition = isObject(step.condition) && Object.keys(step.condition).length > 0;
  return (
    <>
      <strong>
        {nameIn({ name: String(step.name), nameEn: step.nameEn ? String(step.nameEn) : null }, locale)}
      </strong>
      {who.length > 0 && ` · ${listText(who, locale)}`}
      {typeof step.quorum === 'string' && step.quorum !== 'any' && ` · ${t(`flow.quorum.${step.quorum}`)}`}
      {limit !== null &&
        ` · ${t('flow.canvas.limit', { span: durationText(limit * 60_000, locale), after: t(`flow.timeout.${String(step.onTimeout ?? 'remind')}`) })}`}
      {hasCondition && (
        <div style={{ color: 'var(--cw-soft)' }}>
          <ConditionWords value={step.condition} documentKind={documentKind} />
        </div>
      )}
    </>
  );
}

/** What a decision was made on: the fields of the document as they were, empty ones left out. */
export function SnapshotCell({ value, record: { flowInstance } }: CellProps) {
  const { result } = useOne<RecordValues & { id: number }>({
    resource: 'flowInstance',
    id: Number(flowInstance),
    queryOptions: { enabled: typeof flowInstance === 'number', staleTime: 60_000 },
    errorNotification: false,
  });
  if (!isObject(value)) return null;
  // A plan is decided on with its sorties.
  if (isObject(value.plan)) {
    const tasks = Array.isArray(value.tasks) ? value.tasks.filter(isObject) : [];
    return (
      <>
        <Fields resourceName="plan" values={value.plan} />
        {tasks.map((task, index) => (
          <Fields key={String(task.id ?? index)} resourceName="jobTask" values={task} />
        ))}
      </>
    );
  }
  return <Fields resourceName={String(result?.documentResource ?? '')} values={value} />;
}

function Fields({ resourceName, values }: { resourceName: string; values: Record<string, unknown> }) {
  const label = useLabel();
  const resource = resourceNamed(resourceName);
  if (!resource || Object.keys(values).length === 0) return '—';
  const fields = Object.entries(resource.schema.properties).filter(
    ([field]) => values[field] !== null && values[field] !== undefined && values[field] !== '',
  );
  const title = label(resource.schema['x-label'], resourceName);
  return (
    <section className="cw-wide" aria-label={title}>
      <h4>{title}</h4>
      <dl className="cw-fields">
        {fields.map(([field, schema]) => (
          <div key={field}>
            <dt>{label(schema['x-label'], field)}</dt>
            <dd>
              <NamedValue resource={resource} field={field} value={values[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
