import { type Validate, validators } from 'virtual:validators';
import { useEffect, useState } from 'react';
import type { FieldSchema, RecordSchema, Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { extentNames, formFields, formGroups } from './extent-values.ts';

/** The airspace without its extent, which is drawn beside the form. */
export function airspaceFormResource(): Resource {
  const airspace = resourceNamed('airspace');
  if (!airspace) throw new Error('there is no resource airspace');
  const own = airspace.schema.properties;
  const properties: Record<string, FieldSchema> = Object.fromEntries(
    formFields.flatMap((field) => {
      const schema = own[field];
      return schema ? [[field, schema]] : [];
    }),
  );
  const { 'x-label': label, 'x-order': order, title } = airspace.schema;
  const schema: RecordSchema = {
    $id: 'airspaceForm',
    type: 'object',
    title,
    'x-label': label,
    required: (airspace.schema.required ?? []).filter((field) => formFields.includes(field)),
    properties,
    ...(order ? { 'x-order': order } : {}),
  };
  return {
    ...airspace,
    name: 'airspaceForm',
    schema,
    form: { ...airspace.form, groups: formGroups, hidden: [] },
  };
}

/** The precompiled judge of an airspace for the form alone: what is wrong with the extent is said beside the map. */
function formValidate(airspace: Validate): Validate {
  const validate: Validate = (value) => {
    const drawn = { shape: 'polygon', geometry: { type: 'Polygon', coordinates: [] } };
    airspace({ ...drawn, ...(isObject(value) ? value : {}) });
    const errors = (airspace.errors ?? []).filter(({ instancePath, params }) => {
      const [, first = ''] = instancePath.split('/');
      const missing: unknown = Reflect.get(params, 'missingProperty');
      return !extentNames.has(first) && !(first === '' && extentNames.has(String(missing)));
    });
    airspace.errors = null;
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

export function useAirspaceValidate(): Validate | undefined {
  const [validate, setValidate] = useState<Validate>();
  useEffect(() => {
    let gone = false;
    void validators.airspace?.().then((validator) => {
      if (!gone) setValidate(() => formValidate(validator.validate));
    });
    return () => {
      gone = true;
    };
  }, []);
  return validate;
}

/** A new application: a temporary airspace of one's own company, where one has one. */
export function newAirspace(companyId: number | null): Values {
  return { kind: 'temporary', ...(companyId === null ? {} : { company: companyId }) };
}
