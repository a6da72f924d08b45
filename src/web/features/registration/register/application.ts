import type { Resource } from '#domain/record/resource.ts';
import type { FieldUse } from '#web/engine/form-schema.ts';
import type { Values } from '#web/engine/record-validator.ts';

/**
 * What a registration asks of a company; the rest is entered with the ticket, where lists to pick from are
 * open.
 */
export const companyFields = ['name', 'uscc', 'legalRepresentative', 'address', 'contact', 'phone', 'email'];
export const userFields = ['userName', 'name', 'phoneNumber'];

/**
 * The type with these fields alone in its form; `demanded`: those that the schema leaves open and a
 * registration does not.
 */
export function partOf(resource: Resource, fields: string[], demanded: string[] = []): Resource {
  const { schema, form } = resource;
  const label = form?.groups?.[0]?.label ?? schema['x-label'];
  return {
    ...resource,
    schema: { ...schema, required: [...(schema.required ?? []), ...demanded] },
    form: { groups: [{ label, fields }], widgets: form?.widgets ?? {} },
  };
}

export function fieldUseOf(fields: string[]): (field: string) => FieldUse {
  return (field) => (fields.includes(field) ? true : 'hidden');
}

export interface Typed {
  company: Values;
  user: Values;
}

const key = 'clearway.registration';

/** What was typed is there again after a reload of the tab; passwords and codes are not written down. */
export const typed = {
  read(): Typed {
    const text = window.sessionStorage.getItem(key);
    if (text === null) return { company: {}, user: {} };
    const value: Partial<Typed> = JSON.parse(text);
    return { company: value.company ?? {}, user: value.user ?? {} };
  },
  write(values: Typed): void {
    window.sessionStorage.setItem(key, JSON.stringify(values));
  },
  forget(): void {
    window.sessionStorage.removeItem(key);
  },
};

export type Errors = Record<string, string[]>;

/** The server's errors, each at the step whose field it names. */
export function errorsByStep(errors: Errors): {
  step: number;
  company: Errors;
  user: Errors;
  protocol: Errors;
} {
  const company: Errors = {};
  const user: Errors = {};
  const protocol: Errors = {};
  for (const [field, texts] of Object.entries(errors)) {
    const [part, ...rest] = field.split('.');
    if (part === 'company') company[rest.join('.')] = texts;
    else if (part === 'user') user[rest.join('.')] = texts;
    else if (part === 'protocolVersion') protocol[field] = texts;
    else user[part === 'phone' ? 'phoneNumber' : field] = texts;
  }
  const step = Object.keys(company).length > 0 ? 0 : Object.keys(user).length > 0 ? 1 : 2;
  return { step, company, user, protocol };
}
