import type { FormInstance } from 'antd';
import { useState } from 'react';
import { RequestError } from './http.ts';

/** One piece of work at a time, and what went wrong with the last. */
export interface AsyncAction {
  busy: boolean;
  /** null: nothing, or it is said at the fields of a form. */
  failure: unknown;
  /** Begins the work; resolves when it has ended, either way. */
  run(work: () => Promise<void>): Promise<void>;
  /** What went wrong elsewhere is said as what went wrong in the work is; null: nothing did. */
  tell(failure: unknown): void;
}

/** Where the work sends a form, what is wrong with these of its fields is said at them, and the first gets the focus. */
export function useAsyncAction<Field extends string>(form?: {
  form: Pick<FormInstance, 'setFields' | 'focusField'>;
  fields: readonly Field[];
}): AsyncAction {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  /** Whether a field took it. */
  function isShownAtFields(error: unknown): boolean {
    if (!form || !(error instanceof RequestError)) return false;
    const known = form.fields.filter((field) => error.errors[field]);
    form.form.setFields(known.map((name) => ({ name, errors: error.errors[name] ?? [] })));
    if (known[0]) form.form.focusField(known[0]);
    return known.length > 0;
  }

  return {
    busy,
    failure,
    tell: setFailure,
    async run(work) {
      setBusy(true);
      setFailure(null);
      try {
        await work();
      } catch (error) {
        if (!isShownAtFields(error)) setFailure(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
