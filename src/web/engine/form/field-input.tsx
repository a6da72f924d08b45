import Form, { type IChangeEvent } from '@rjsf/core';
import { useId, useMemo, useRef } from 'react';
import type { Resource } from '#domain/record/resource.ts';
import { useLocale } from '#web/client/locale.ts';
import { createStore } from '#web/client/store.ts';
import { formSchema } from '#web/engine/form-schema.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { errorSchemaOf, noValidator, type Values } from '#web/engine/record-validator.ts';
import { fields, templates, widgets } from './form-registry.tsx';

interface Props {
  resource: Resource;
  field: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** What is wrong with it, as texts. */
  errors?: string[];
  /** `shown`: with label, help and required mark as in a form; `hidden` (the default): the label is for listeners only. */
  label?: 'shown' | 'hidden';
}

/** The control of one field by itself, as the record's form has it: for changing many records, or one cell of a list. */
export function FieldInput({ resource, field, value, onChange, errors, label = 'hidden' }: Props) {
  const locale = useLocale();
  const prefix = `one${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const latest = useRef(value);
  latest.current = value;
  const change = useRef(onChange);
  change.current = onChange;
  const { schema, uiSchema, groups } = useMemo(() => {
    // Alone it has no second half: a range is its first day only.
    const plain: Resource = { ...resource, form: { ...resource.form, widgets: withoutRange(resource) } };
    return formSchema(plain, locale, (one) => (one === field ? true : 'hidden'));
  }, [resource, field, locale]);
  const formContext = useMemo<FormContext>(
    () => ({
      resource,
      prefix,
      groups,
      tab: createStore<string | null>(null),
      shape: undefined,
      setFields: (next) => {
        const all: Values = typeof next === 'function' ? next({ [field]: latest.current }) : next;
        if (field in all) change.current(all[field]);
      },
      beside: {},
      ranges: {},
      bare: label === 'hidden',
    }),
    [resource, prefix, groups, field, label],
  );
  const shown = useMemo(
    () => errorSchemaOf((errors ?? []).map((message) => ({ field, message }))),
    [errors, field],
  );
  return (
    <Form
      tagName="div"
      idPrefix={prefix}
      schema={schema}
      uiSchema={{ ...uiSchema, 'ui:submitButtonOptions': { norender: true } }}
      formData={{ [field]: value ?? undefined }}
      validator={noValidator}
      noValidate
      widgets={widgets}
      fields={fields}
      templates={templates}
      formContext={formContext}
      extraErrors={shown}
      showErrorList={false}
      onChange={({ formData }: IChangeEvent<Values>) => onChange(formData?.[field])}
    />
  );
}

function withoutRange(resource: Resource): Record<string, string> {
  return Object.fromEntries(
    Object.entries(resource.form?.widgets ?? {}).filter(([, widget]) => widget !== 'range'),
  );
}
