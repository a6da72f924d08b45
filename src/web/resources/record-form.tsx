import type { Validate } from 'virtual:validators';
import { Theme } from '@rjsf/antd';
import Form, { type IChangeEvent } from '@rjsf/core';
import type { RegistryFieldsType, RegistryWidgetsType } from '@rjsf/utils';
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
import type { ShapeFields } from '../../domain/geo/shapes.ts';
import type { Resource } from '../../domain/resource.ts';
import { useLocale } from '../locale.ts';
import { ArrayFieldItemTemplate, ArrayFieldTemplate } from './array-template.tsx';
import { drawnFields, formSchema } from './form-schema.ts';
import { FieldTemplate, idOfPath, ObjectFieldTemplate, pathOfId, rootPrefix } from './form-templates.tsx';
import { errorSchemaOf, type FieldMessage, judge, noValidator, type Values } from './record-validator.ts';
import { AltitudeField } from './widgets/altitude-field.tsx';
import { GeometryField } from './widgets/geometry-field.tsx';
import * as inputs from './widgets/input-widgets.tsx';
import { JsonField } from './widgets/json-field.tsx';
import { PermissionsWidget } from './widgets/permissions-widget.tsx';
import { SelectWidget } from './widgets/select-widget.tsx';

/** Widgets by the name that a schema or an entry gives them. A new one is a file and a line here. */
export const widgets: RegistryWidgetsType = {
  ...Theme.widgets,
  SelectWidget,
  TextWidget: inputs.LineWidget,
  TextareaWidget: inputs.TextareaWidget,
  CheckboxWidget: inputs.CheckboxWidget,
  line: inputs.LineWidget,
  quantity: inputs.QuantityWidget,
  day: inputs.DayWidget,
  moment: inputs.MomentWidget,
  relation: inputs.RelationWidget,
  dictionary: inputs.DictionaryWidget,
  texts: inputs.TextsWidget,
  permissions: PermissionsWidget,
};

const fields: RegistryFieldsType = { altitude: AltitudeField, geometry: GeometryField, json: JsonField };

const templates = {
  ...Theme.templates,
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
};

export interface RecordFormHandle {
  submit(): void;
}

interface Props {
  ref?: Ref<RecordFormHandle>;
  resource: Resource;
  validate: Validate;
  values: Values;
  /** Errors that the server found, by field path. */
  serverErrors: Record<string, string[]>;
  editable: (field: string) => boolean;
  onChange: (values: Values) => void;
  /** Sets several fields at once, as drawing a circle does. */
  setShape: (fields: Values) => void;
  onSubmit: (values: Values) => void;
}

/** The form of any record: drawn by rjsf from the schema, judged by the very rules that the server judges by. */
export function RecordForm({
  ref,
  resource,
  validate,
  values,
  serverErrors,
  editable,
  onChange,
  setShape,
  onSubmit,
}: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<Form | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const { schema, uiSchema, groups } = useMemo(
    () => formSchema(resource, locale, editable),
    [resource, locale, editable],
  );
  const faults = useMemo(
    () => judge(resource.schema, validate, values, locale).map((fault) => placed(resource, fault)),
    [resource, validate, values, locale],
  );
  const fromServer = useMemo<FieldMessage[]>(
    () =>
      Object.entries(serverErrors).flatMap(([field, texts]) =>
        texts.map((message) => placed(resource, { field, message })),
      ),
    [serverErrors, resource],
  );
  // Nobody is told about a field that he has not come to yet; after the first try to save, about all.
  const shown = useMemo(
    () => errorSchemaOf([...faults.filter(({ field }) => tried || isTouched(field, left)), ...fromServer]),
    [faults, tried, left, fromServer],
  );
  const found = tried ? [...faults, ...fromServer] : fromServer;

  useImperativeHandle(ref, () => ({ submit: () => form.current?.submit() }), []);

  const shape = useMemo(() => shapeOf(resource, values), [resource, values]);
  // Plain data: rjsf does not draw a field anew because a function changed.
  const formContext = useMemo(() => ({ groups, shape, setShape }), [groups, shape, setShape]);

  useEffect(() => {
    const [first] = fromServer;
    if (first) focusField(box.current, first.field);
  }, [fromServer]);
  const goTo = (path: string) => focusField(box.current, path);
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
        idPrefix={rootPrefix}
        schema={schema}
        uiSchema={{ ...uiSchema, 'ui:submitButtonOptions': { norender: true } }}
        formData={values}
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
        onBlur={(id) => setLeft((before) => new Set([...before, pathOfId(id)]))}
        onSubmit={({ formData }: IChangeEvent<Values>, event: FormEvent) => {
          event?.preventDefault?.();
          setTried(true);
          const now = formData ?? {};
          const [first] = judge(resource.schema, validate, now, locale);
          if (first) goTo(placed(resource, first).field);
          else onSubmit(now);
        }}
      >
        {/* Enter in a text field saves: a form sends itself only where it has a button to do so. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </div>
  );
}

/** Enter in a picker chooses there; it must not send the form. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
  if (event.target.closest('.ant-select, .ant-picker, .ant-picker-dropdown, .ant-input-number'))
    event.preventDefault();
}

/** Puts the cursor into a field, or into the nearest one around it that can take it. */
export function focusField(box: HTMLElement | null, path: string): void {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const target = box?.querySelector<HTMLElement>(
      `#${CSS.escape(idOfPath(parts.slice(0, length).join('.')))}`,
    );
    if (!target) continue;
    target.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
    return;
  }
}

/** The figures of a drawn shape have no field of their own: what is wrong with them is said at the map. */
function placed({ schema }: Resource, fault: FieldMessage): FieldMessage {
  if (!schema.properties.shape || !schema.properties.geometry) return fault;
  const [first = ''] = fault.field.split('.');
  return drawnFields.has(first) ? { ...fault, field: 'geometry' } : fault;
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
