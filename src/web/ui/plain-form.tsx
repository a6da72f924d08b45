import type { InputHTMLAttributes, ReactNode } from 'react';

interface Props {
  /** What went wrong with the last try; null: nothing. */
  failure: string | null;
  busy: boolean;
  submit: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form of pages without the application: what went wrong, labelled fields, one button. */
export function PlainForm({ failure, busy, submit, onSubmit, children }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate
      style={{ display: 'grid', gap: 16 }}
    >
      {failure !== null && <PlainAlert text={failure} />}
      {children}
      <button type="submit" className="cw-button" disabled={busy} aria-busy={busy}>
        {submit}
      </button>
    </form>
  );
}

export function PlainAlert({ text }: { text: string }) {
  return (
    <div role="alert" className="cw-form-fault">
      {text}
    </div>
  );
}

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  id: string;
  label: string;
  onChange: (value: string) => void;
}

export function PlainField({ id, label, onChange, ...input }: FieldProps) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input id={id} className="cw-input" {...input} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
