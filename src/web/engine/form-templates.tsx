import {
  errorId,
  type FieldTemplateProps,
  getUiOptions,
  helpId,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Store } from '#web/client/store.ts';
import { FormLayout } from './form/form-layout.tsx';
import type { FormGroup } from './form-schema.ts';
import type { FieldsChange, Values } from './record-validator.ts';

/** What the form tells its templates and widgets. Plain data and steady functions: a new one draws every field anew. */
export interface FormContext {
  resource: Resource;
  /** What every id of this form begins with; no two forms of a page have the same. */
  prefix: string;
  groups: FormGroup[];
  /** Title of the open tab; null: the first. */
  tab: Store<string | null>;
  /** Figures of a drawn shape (circle, sector, corridor), where the record keeps them beside its geometry. */
  shape: Partial<ShapeFields> | undefined;
  /** Sets several fields at once; a function is given the values as they are by then. */
  setFields: (change: FieldsChange) => void;
  /** Values that widgets of other fields look at: ends of ranges, the kind that a condition is about. */
  beside: Values;
  /** The second fields of ranges, by the first. */
  ranges: Record<string, string>;
  /** A single control that stands in a form of others: no groups, its label for listeners only. */
  bare?: boolean;
}

export const rootPrefix = 'field';

/** The path of a field from the id that rjsf gives it: `field_upper_value` → `upper.value`. */
export function pathOfId(id: string, prefix = rootPrefix): string {
  return id.slice(prefix.length + 1).replaceAll('_', '.');
}

export function idOfPath(path: string, prefix = rootPrefix): string {
  return `${prefix}_${path.replaceAll('.', '_')}`;
}

/** Label with its required mark, the control, help, and errors: tied together for whoever cannot see them. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, required, rawErrors, rawHelp, hidden, schema, uiSchema, registry } = props;
  const { prefix, bare } = registry.formContext as FormContext;
  const options = getUiOptions(uiSchema);
  if (hidden) return <div hidden>{children}</div>;
  const nested =
    (schema.type === 'object' || schema.type === 'array') && !options.widget && !uiSchema?.['ui:field'];
  const errors = [...new Set(rawErrors ?? [])];
  const problems = errors.length > 0 && (
    <div id={errorId(id)} className="cw-error" role="alert">
      {errors.join(' ')}
    </div>
  );
  if (id === prefix) return children;
  // A list or a group has its own frame and legend; what is wrong with the whole of it stands below.
  if (nested) {
    return (
      <div className="cw-wide" data-invalid={errors.length > 0}>
        {children}
        {problems}
      </div>
    );
  }
  const named = options.widget !== 'checkbox' || options.lock !== undefined;
  return (
    <div className="cw-field" data-wide={options.wide === true || undefined} data-invalid={errors.length > 0}>
      {named && (
        <label htmlFor={id} className={bare ? 'cw-label cw-hidden' : 'cw-label'}>
          {label}
          {required && options.lock === undefined && (
            <span aria-hidden="true" className="cw-required">
              *
            </span>
          )}
        </label>
      )}
      {children}
      {rawHelp && !bare && (
        <div id={helpId(id)} className="cw-help">
          {rawHelp}
        </div>
      )}
      {problems}
    </div>
  );
}

/** The root in its groups and tabs, two columns where there is room; what is nested as a small grid of its own. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, properties, title, registry, errorSchema } = props;
  const { prefix, groups, tab, bare } = registry.formContext as FormContext;
  if (fieldPathId.$id !== prefix) {
    return (
      <fieldset className="cw-nested" id={fieldPathId.$id} tabIndex={-1}>
        {title && <legend>{title}</legend>}
        <div className="cw-form-grid">{properties.map(({ content }) => content)}</div>
      </fieldset>
    );
  }
  if (bare) return properties.map(({ content }) => content);
  return (
    <FormLayout
      groups={groups}
      tab={tab}
      contents={new Map(properties.map(({ name, content }) => [name, content]))}
      faulty={new Set(Object.keys(errorSchema ?? {}))}
    />
  );
}
