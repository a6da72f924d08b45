import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  error?: string | undefined;
  help?: string | undefined;
  wide?: boolean;
  children: (control: { id: string; 'aria-describedby'?: string; status?: 'error' }) => ReactNode;
}

/** A labelled control with what is wrong with it beneath. */
export function FormLine({ label, error, help, wide, children }: Props) {
  const id = useId();
  const hint = error ?? help;
  return (
    <div className={wide ? 'cw-schema-line cw-schema-wide' : 'cw-schema-line'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(hint ? { 'aria-describedby': `${id}-said` } : {}),
        ...(error ? { status: 'error' as const } : {}),
      })}
      {hint && (
        <div
          id={`${id}-said`}
          className={error ? 'cw-schema-fault' : 'cw-schema-help'}
          role={error ? 'alert' : undefined}
        >
          {hint}
        </div>
      )}
    </div>
  );
}

interface GroupProps {
  label: string;
  children: ReactNode;
}

/** Controls that belong together, under a heading. */
export function FormLineGroup({ label, children }: GroupProps) {
  return (
    <fieldset className="cw-schema-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
