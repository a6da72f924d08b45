import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  fault?: string | undefined;
  help?: string | undefined;
  wide?: boolean;
  children: (control: { id: string; 'aria-describedby'?: string; status?: 'error' }) => ReactNode;
}

/** A labelled control with what is wrong with it beneath. */
export function Line({ label, fault, help, wide, children }: Props) {
  const id = useId();
  const said = fault ?? help;
  return (
    <div className={wide ? 'cw-schema-line cw-schema-wide' : 'cw-schema-line'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(said ? { 'aria-describedby': `${id}-said` } : {}),
        ...(fault ? { status: 'error' as const } : {}),
      })}
      {said && (
        <div
          id={`${id}-said`}
          className={fault ? 'cw-schema-fault' : 'cw-schema-help'}
          role={fault ? 'alert' : undefined}
        >
          {said}
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
export function LineGroup({ label, children }: GroupProps) {
  return (
    <fieldset className="cw-schema-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
