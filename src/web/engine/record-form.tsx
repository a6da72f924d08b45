import type { Validate } from 'virtual:validators';
import Form, { type IChangeEvent } from '@rjsf/core';
import { Alert } from 'antd';
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import { computedFields } from '#domain/record/computed.ts';
import type { Resource } from '#domain/record/resource.ts';
import { listText } from '#domain/text/list-text.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { createStore } from '#web/client/store.ts';
import './form/form.css';
import { pressedKey } from '#web/ui/composing.ts';
import { fields, templates, widgets } from './form/form-registry.tsx';
import { controlPath, drawnFields, type FieldUse, formSchema, lookOf } from './form-schema.ts';
import { type FormContext, idOfPath, pathOfId, rootPrefix } from './form-templates.tsx';
import {
  errorSchemaOf,
  type FieldMessage,
  noValidator,
  type Values,
  validateRecord,
} from './record-validator.ts';

export interface RecordFormHandle {
  submit(): void;
}

interface Props {
  ref?: Ref<RecordFormHandle> | undefined;
  /** What the ids of its controls begin with: no two forms of a page share it. */
  prefix?: string | undefined;
  resource: Resource;
  validate: Validate;
  values: Values;
  /** Errors that the server found, by field path. */
  serverErrors: Record<string, string[]>;
  editable: (field: string) => FieldUse;
  onChange: (values: Values) => void;
  /** Sets several fields at once, as drawing a circle does. */
  setFields: FormContext['setFields'];
  onSubmit: (values: Values) => void;
  /** The cursor goes into its first control when it appears. */
  takesFocus?: boolean;
}

/**
 * The form of any record: drawn by rjsf from the schema, judged by the very rules that the server judges by.
 */
export function RecordForm({
  ref,
  prefix = rootPrefix,
  resource,
  validate,
  values,
  serverErrors,
  editable,
  onChange,
  setFields,
  onSubmit,
  takesFocus = false,
}: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<Form | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const label = useLabel();
  const [tab] = useState(() => createStore<string | null>(null));
  const look = useSteady(useMemo(() => lookOf(resource, values), [resource, values]));
  const { schema, uiSchema, groups, ranges } = useMemo(
    () => formSchema(resource, locale, editable, look),
    [resource, locale, editable, look],
  );
  const given = useMemo(() => {
    const computed = computedFields(resource.schema, values);
    return Object.keys(computed).length === 0 ? values : { ...values, ...computed };
  }, [resource, values]);
  const errors = useMemo(
    () =>
      validateRecord(resource.schema, validate, values, locale).map((error) =>
        placed(resource, ranges, error),
      ),
    [resource, ranges, validate, values, locale],
  );
  const fromServer = useMemo<FieldMessage[]>(
    () =>
      Object.entries(serverErrors).flatMap(([field, texts]) =>
        texts.map((message) => placed(resource, ranges, { field, message })),
      ),
    [serverErrors, resource, ranges],
  );
  // Nobody is told about a field that they have not come to yet; after the first try to save, about all.
  const shown = useMemo(
    () => errorSchemaOf([...errors.filter(({ field }) => tried || isTouched(field, left)), ...fromServer]),
    [errors, tried, left, fromServer],
  );
  const found = tried ? [...errors, ...fromServer] : fromServer;

  useImperativeHandle(ref, () => ({ submit: () => form.current?.submit() }), []);

  const shape = useSteady(useMemo(() => shapeOf(resource, values), [resource, values]));
  const beside = useSteady(useMemo(() => besideOf(resource, ranges, values), [resource, ranges, values]));
  const formContext = useMemo<FormContext>(
    () => ({ resource, prefix, groups, tab, shape, setFields, beside, ranges }),
    [resource, prefix, groups, tab, shape, setFields, beside, ranges],
  );

  const goTo = (path: string) => {
    const [field = ''] = path.split('.');
    const title = groups.find((group) => group.fields.includes(field))?.tab;
    if (title !== undefined) tab.set(title);
    // A tab that was just opened can take the cursor once it is drawn.
    setTimeout(() => focusField(box.current, path, prefix), 0);
  };
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('.cw-field input, .cw-field textarea')?.focus();
  }, [takesFocus]);
  const toFirst = useRef(goTo);
  toFirst.current = goTo;
  useEffect(() => {
    const [first] = fromServer;
    if (first) toFirst.current(first.field);
  }, [fromServer]);
  const dropped = [...look.hidden].filter(
    (field) =>
      resource.schema.properties[field]?.['x-when-hidden'] !== 'keep' &&
      values[field] !== undefined &&
      values[field] !== resource.schema.properties[field]?.default,
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter in a picker from sending the form
    <div ref={box} onKeyDown={keepEnter}>
      {found.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 12 }}
          message={t('form.faults', { count: found.length })}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {found.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  <button type="button" className="cw-link" onClick={() => goTo(field)}>
                    {message}
                  </button>
                </li>
              ))}
            </ul>
          }
        />
      )}
      <Form
        ref={form}
        idPrefix={prefix}
        schema={schema}
        uiSchema={{ ...uiSchema, 'ui:submitButtonOptions': { norender: true } }}
        formData={given}
        validator={noValidator}
        noValidate
        widgets={widgets}
        fields={fields}
        templates={templates}
        formContext={formContext}
        extraErrors={shown}
        extraErrorsBlockSubmit={false}
        showErrorList={false}
        noHtml5Validate
        experimental_defaultFormStateBehavior={{
          emptyObjectFields: 'skipEmptyDefaults',
          arrayMinItems: { populate: 'never' },
        }}
        onChange={({ formData }: IChangeEvent<Values>) => onChange(formData ?? {})}
        onBlur={(id) => setLeft((before) => new Set([...before, pathOfId(id, prefix)]))}
        onSubmit={({ formData }: IChangeEvent<Values>, event: FormEvent) => {
          event?.preventDefault?.();
          // A drawer stands inside the page's form for React: what is sent there is not sent here.
          event?.stopPropagation?.();
          setTried(true);
          const now = formData ?? {};
          const [first] = validateRecord(resource.schema, validate, now, locale);
          if (first) goTo(placed(resource, ranges, first).field);
          else onSubmit(now);
        }}
      >
        {/* Enter in a text field saves: a form sends itself only where it has a button to do so. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
      {dropped.length > 0 && (
        <Alert
          type="info"
          showIcon
          role="status"
          style={{ marginTop: 12 }}
          message={t('form.dropped', {
            list: listText(
              dropped.map((field) => label(resource.schema.properties[field]?.['x-label'], field)),
              locale,
            ),
          })}
        />
      )}
    </div>
  );
}

const pickers =
  '.ant-select, .ant-picker, .ant-picker-dropdown, .ant-input-number, .ant-color-picker, .cw-weekly, .cw-condition';

/** Enter in a picker chooses there; it must not send the form. */
function keepEnter(event: KeyboardEvent): void {
  if (pressedKey(event) !== 'Enter' || !(event.target instanceof HTMLElement)) return;
  if (event.target.closest(pickers)) event.preventDefault();
}

/** Puts the cursor into a field, or into the nearest one around it that can take it. */
export function focusField(box: HTMLElement | null, path: string, prefix = rootPrefix): void {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const target = box?.querySelector<HTMLElement>(
      `#${CSS.escape(idOfPath(parts.slice(0, length).join('.'), prefix))}`,
    );
    if (!target) continue;
    target.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
    return;
  }
}

/**
 * The figures of a drawn shape have no field of their own: what is wrong with them is said at the map; a
 * range's end at its begin; an entry of a list that is one control at that control.
 */
function placed({ schema }: Resource, ranges: Record<string, string>, error: FieldMessage): FieldMessage {
  const [first = ''] = error.field.split('.');
  const range = Object.keys(ranges).find((begin) => ranges[begin] === first);
  if (range !== undefined) return { ...error, field: range };
  if (schema.properties.shape && schema.properties.geometry && drawnFields.has(first))
    return { ...error, field: 'geometry' };
  return { ...error, field: controlPath(schema, error.field) };
}

/** The same object for as long as it says the same: what depends on it is not drawn anew at each key. */
function useSteady<T>(value: T): T {
  const steady = useRef(value);
  if (textOf(steady.current) !== textOf(value)) steady.current = value;
  return steady.current;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, own) => (own instanceof Set ? [...own] : own)) ?? '';
}

/** Ends of ranges, what a condition's kind of document is, and what the entry names. */
function besideOf({ schema, form }: Resource, ranges: Record<string, string>, values: Values): Values {
  const kinds = Object.values(schema.properties).flatMap((field) => {
    const own = [field, ...Object.values(field.items?.properties ?? {})];
    return own.flatMap((one) => one['x-condition'] ?? []);
  });
  return Object.fromEntries(
    [...Object.values(ranges), ...kinds, ...(form?.beside ?? [])].map((name) => [name, values[name]]),
  );
}

const shapeNames = ['shape', 'center', 'radiusM', 'startBearing', 'endBearing', 'centerline', 'widthM'];

function shapeOf({ schema }: Resource, values: Values): Partial<ShapeFields> | undefined {
  if (!schema.properties.shape || !schema.properties.geometry) return undefined;
  return Object.fromEntries(shapeNames.map((name) => [name, values[name] ?? null]));
}

/** A field is touched with its parts, and its parts with it. */
function isTouched(path: string, touched: ReadonlySet<string>): boolean {
  return [...touched].some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
}
