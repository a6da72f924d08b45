import { useEffect, useRef, useState } from 'react';
import { RequestError } from '#web/client/http.ts';
import {
  type ConflictState,
  changedValues,
  chosen,
  differences,
  filledValues,
  merged,
} from '#web/engine/merge.ts';
import type { RecordFormHandle } from '#web/engine/record-form.tsx';
import type { Values } from '#web/engine/record-validator.ts';
import { useUnsaved } from '#web/engine/unsaved-guard.tsx';
import { useSaveKey } from './save-key.ts';
import { restoredValues, useDraft } from './use-draft.ts';

export type SaveMode = 'draft' | 'submit';

/** Values as they are stored; version null: not yet. */
interface Base {
  values: Values;
  version: number | null;
}

/** What is refused at fields, each by its path. */
type FieldErrors = Record<string, string[]>;

interface Options {
  /** The form's name, by which its drafts are kept. */
  name: string;
  /** The stored values as the form holds them, or what a new one begins with. */
  opened: Values;
  /** The record that is changed, and how it is asked for as it is now, its fields as the form holds them; null: a new one. */
  stored: { id: number; version: number; now: () => Promise<Values> } | null;
  /** The fields of the form: what a stale save compares. */
  fields: readonly string[];
  /** What of some values counts as typed. */
  counted: (values: Values) => Values;
  /** Sends the values and goes on to where they are shown; what it throws is a refusal. */
  send: (values: Values, version: number | null, mode: SaveMode, life: SaveLife) => Promise<void>;
  /** At which fields of the form a refusal is shown, where not at those that the server names. */
  placed?: (errors: FieldErrors) => FieldErrors;
}

/** What a call under way tells the form. */
interface SaveLife {
  /** All is safe: the page may be left unasked. */
  leave: () => void;
  /** This much is stored by now, whatever comes next. */
  saved: (version: number) => void;
}

const asNamed = (errors: FieldErrors): FieldErrors => errors;

/** The form lists what is refused at its fields: the refusal above it is then one sentence. */
function aboveForm(error: RequestError, errors: FieldErrors): RequestError {
  const { message, statusCode, code } = error;
  return Object.keys(errors).length > 0 ? new RequestError(message, { statusCode, code }) : error;
}

/**
 * The life of the values of a form that is saved by calls of its own: typed, kept in the browser until they are saved,
 * saved as a draft or submitted, compared where the save is stale.
 */
export function useServiceEditor(options: Options) {
  const { name, opened, stored, fields, counted, send, placed = asNamed } = options;
  const version = stored?.version ?? null;
  const [base, setBase] = useState<Base>({ values: opened, version });
  const [values, setValues] = useState<Values>(opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [tried, setTried] = useState<SaveMode>('draft');
  const [conflict, setConflict] = useState<ConflictState | null>(null);
  const [busy, setBusy] = useState<SaveMode | null>(null);
  const form = useRef<RecordFormHandle>(null);
  const mode = useRef<SaveMode>('draft');

  const changes = changedValues(fields, counted(base.values), counted(values));
  const dirty = Object.keys(changes).length > 0;
  const { isDirty, saved, mustAsk } = useUnsaved(dirty);
  const draft = useDraft({ resource: name, id: stored?.id ?? null, version, changes });

  // A newer version replaces what nobody has touched here; over typed values it is only said.
  const newer = version !== null && base.version !== null && version > base.version;
  useEffect(() => {
    if (!newer || isDirty.current) return;
    setBase({ values: opened, version });
    setValues(opened);
  }, [newer, opened, version, isDirty]);

  async function save(next: Values, from: Base, wanted: SaveMode): Promise<void> {
    setFailure(null);
    setErrors({});
    setTried(wanted);
    setBusy(wanted);
    try {
      await send(next, from.version, wanted, {
        leave: () => {
          saved.current = true;
          draft.drop();
        },
        saved: (known) => setBase({ values: next, version: known }),
      });
    } catch (error) {
      await noteFailure(error, next, from);
    } finally {
      setBusy(null);
    }
  }

  async function noteFailure(error: unknown, mine: Values, from: Base): Promise<void> {
    const problem =
      error instanceof RequestError ? error : new RequestError(String(error), { statusCode: 0 });
    if (problem.statusCode === 409 && stored) {
      try {
        const now = await stored.now();
        // Otherwise it is of something else, a name that is taken.
        if (now.version !== from.version) {
          setConflict({ current: now, found: differences(fields, from.values, mine, now) });
          return;
        }
      } catch {
        // Without the record as it is now the refusal itself is shown.
      }
    }
    const atFields = placed(problem.errors);
    setErrors(atFields);
    setFailure(aboveForm(problem, atFields));
  }

  function saveMerged(): void {
    if (!conflict || typeof conflict.current.version !== 'number') return;
    const next = merged(values, conflict.found);
    if (!next) return;
    const now = { values: filledValues(conflict.current, fields), version: conflict.current.version };
    setValues(next);
    setBase(now);
    setConflict(null);
    void save(next, now, tried);
  }

  function start(wanted: SaveMode): void {
    mode.current = wanted;
    form.current?.submit();
  }
  useSaveKey(() => start('draft'));

  return {
    /** Of the RecordForm, which judges what is typed before it hands it to `submit`. */
    form,
    values,
    setValues,
    errors,
    setErrors,
    dirty,
    mustAsk,
    draft,
    version,
    restoreDraft: () => {
      const { found } = draft;
      if (found) setValues((now) => ({ ...now, ...restoredValues(found.changes) }));
      draft.settle();
    },
    failure,
    /** How it was last saved, or was to be. */
    tried,
    conflict,
    busy: busy !== null,
    outdated: dirty && newer,
    submit: (next: Values) => {
      // While a stale save is open it is that which is saved.
      if (busy === null && conflict === null) void save(next, base, mode.current);
    },
    choose: (field: string, choice: 'mine' | 'theirs') =>
      setConflict((before) => before && { ...before, found: chosen(before.found, field, choice) }),
    saveMerged,
    /** Of the button that saves in this way. */
    button: (wanted: SaveMode) => ({
      loading: busy === wanted,
      disabled: conflict !== null || (busy !== null && busy !== wanted),
      onClick: () => start(wanted),
    }),
  };
}
