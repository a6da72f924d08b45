import {
  errorId,
  type FieldTemplateProps,
  getUiOptions,
  helpId,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { Card } from 'antd';
import type { ShapeFields } from '../../domain/geo/shapes.ts';
import type { FormGroup } from './form-schema.ts';
import type { Values } from './record-validator.ts';

/** What the form tells its templates. */
export interface FormContext {
  groups: FormGroup[];
  /** Figures of a drawn shape (circle, sector, corridor), where the record keeps them beside its geometry. */
  shape: Partial<ShapeFields> | undefined;
  setShape: (fields: Values) => void;
}

export const rootPrefix = 'field';

/** The path of a field from the id that rjsf gives it: `field_upper_value` → `upper.value`. */
export function pathOfId(id: string): string {
  return id.slice(rootPrefix.length + 1).replaceAll('_', '.');
}

export function idOfPath(path: string): string {
  return `${rootPrefix}_${path.replaceAll('.', '_')}`;
}

/** Label with its required mark, the control, help, and errors: tied together for whoever cannot see them. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, required, rawErrors, rawHelp, hidden, schema, uiSchema } = props;
  const options = getUiOptions(uiSchema);
  if (hidden) return <div hidden>{children}</div>;
  const nested =
    (schema.type === 'object' || schema.type === 'array') && !options.widget && !uiSchema?.['ui:field'];
  const errors = [...new Set(rawErrors ?? [])];
  const faults = errors.length > 0 && (
    <div id={errorId(id)} className="cw-error" role="alert">
      {errors.join(' ')}
    </div>
  );
  if (id === rootPrefix) return children;
  // A list or a group has its own frame and legend; what is wrong with the whole of it stands below.
  if (nested) {
    return (
      <div className="cw-wide" data-invalid={errors.length > 0}>
        {children}
        {faults}
      </div>
    );
  }
  const named = options.widget !== 'checkbox';
  return (
    <div className="cw-field" data-wide={options.wide === true || undefined} data-invalid={errors.length > 0}>
      {named && (
        <label htmlFor={id} className="cw-label">
          {label}
          {required && (
            <span aria-hidden="true" className="cw-required">
              *
            </span>
          )}
        </label>
      )}
      {children}
      {rawHelp && (
        <div id={helpId(id)} className="cw-help">
          {rawHelp}
        </div>
      )}
      {faults}
    </div>
  );
}

/** The root in its groups, two columns where there is room; what is nested as a small grid of its own. */
export function ObjectFieldTemplate({ fieldPathId, properties, title, registry }: ObjectFieldTemplateProps) {
  const { groups } = registry.formContext as FormContext;
  if (fieldPathId.$id !== rootPrefix) {
    return (
      <fieldset className="cw-nested" id={fieldPathId.$id} tabIndex={-1}>
        {title && <legend>{title}</legend>}
        <div className="cw-form-grid">{properties.map(({ content }) => content)}</div>
      </fieldset>
    );
  }
  const byName = new Map(properties.map((property) => [property.name, property.content]));
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      {groups.map(({ title: name, fields }) => (
        <Card
          key={fields.join()}
          size="small"
          title={name}
          role={name ? 'group' : undefined}
          aria-label={name}
        >
          <div className="cw-form-grid">{fields.map((field) => byName.get(field))}</div>
        </Card>
      ))}
    </div>
  );
}
