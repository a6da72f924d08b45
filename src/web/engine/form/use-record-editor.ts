import { useCreate, useUpdate } from '@refinedev/core';
import { App } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLinkList, type Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLabel } from '#web/client/locale.ts';
import { currentUser } from '#web/client/session.ts';
import { type RecordValues, titleOf } from '#web/engine/labels.ts';
import { type ConflictState, changedValues, chosen, differences, merged } from '#web/engine/merge.ts';
import { type Values, visibleValues } from '#web/engine/record-validator.ts';
import { useUnsaved } from '#web/engine/unsaved-guard.tsx';
import { settableFields, useFieldUses } from './field-use.ts';
import { restoredValues, useDraft } from './use-draft.ts';

export type Stored = RecordValues & { id: number; version: number };

interface Options {
  resource: Resource;
  /** The record that is changed; null: a new one. */
  record: Stored | null;
  /** What a new one begins with, over the schema's defaults: a copy, or what it hangs on. */
  begin?: Values | undefined;
  /** A field of `begin` that this form does not show. */
  fixed?: string | undefined;
  onSaved: (record: Stored) => void | Promise<void>;
}

/**
 * A new record begins with the schema's defaults, and with the user's own company where the row must be
 * theirs.
 */
function firstValues(resource: Resource): Values {
  const values: Values = {};
  for (const [field, schema] of Object.entries(resource.schema.properties)) {
    if (schema.default !== undefined) values[field] = schema.default;
  }
  const company = resource.scope?.company;
  const own = currentUser.get()?.actor.companyId;
  if (company && company !== 'id' && own !== null && own !== undefined) {
    values[company] = isLinkList(resource.schema.properties[company] ?? {}) ? [own] : own;
  }
  return values;
}

/** The endpoint says null for what is empty; a form has nothing there. */
function withoutNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/**
 * The life of a form's values: typed, kept as a draft, saved through the one endpoint, compared where the
 * save is stale.
 */
export function useRecordEditor({ resource, record, begin, fixed, onSaved }: Options) {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal } = App.useApp();
  const { mutateAsync: create, mutation: creating } = useCreate<Stored, RequestError>();
  const { mutateAsync: update, mutation: updating } = useUpdate<Stored, RequestError>();
  const busy = creating.isPending || updating.isPending;

  const use = useFieldUses(resource, record ? 'update' : 'create', fixed);
  const fields = useMemo(
    () => [...settableFields(resource, use), ...(fixed ? [fixed] : [])],
    [resource, use, fixed],
  );
  const empty = useCallback((): Values => firstValues(resource), [resource]);
  const [base, setBase] = useState<Values>(() => record ?? { ...empty(), ...begin });
  const [values, setValues] = useState<Values>(() => withoutNulls(record ?? { ...empty(), ...begin }));
  const [serverErrors, setServerErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [conflict, setConflict] = useState<ConflictState | null>(null);
  const [outdated, setOutdated] = useState(false);
  const [round, setRound] = useState(0);

  const visible = useMemo(() => visibleValues(resource.schema, values), [resource, values]);
  const changes = useMemo(
    () => changedValues(fields, visibleValues(resource.schema, base), visible),
    [fields, resource, base, visible],
  );
  const dirty = Object.keys(changes).length > 0;
  const { isDirty, saved, mustAsk } = useUnsaved(dirty);
  const draft = useDraft({
    resource: resource.name,
    id: record?.id ?? null,
    version: record?.version ?? null,
    changes,
  });

  // A newer version of a record that nobody has touched here simply replaces it.
  useEffect(() => {
    if (record && !isDirty.current) {
      setBase(record);
      setValues(withoutNulls(record));
      setOutdated(false);
    }
  }, [record, isDirty]);
  // Without messages it is a new connection: nothing is known to have changed, and saving compares in any
  // case.
  const onLive = useCallback(
    (messages: unknown[]) => {
      if (messages.length > 0) setOutdated(isDirty.current);
    },
    [isDirty],
  );
  useLiveChanges(resource.name, onLive, record?.id ?? -1);

  const onChange = useCallback((next: Values) => {
    setValues((before) => {
      // An answer of the server about a field ends when the field is touched.
      const touched = Object.keys(next).filter((field) => next[field] !== before[field]);
      if (touched.length > 0) {
        setServerErrors((errors) => {
          const left = Object.entries(errors).filter(([path]) => !touched.includes(path.split('.')[0] ?? ''));
          return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
        });
      }
      return next;
    });
  }, []);
  const setFields = useCallback((next: Values | ((values: Values) => Values)) => {
    setValues((before) => withoutNulls({ ...before, ...(typeof next === 'function' ? next(before) : next) }));
  }, []);

  /** Whether it is to be saved though it lacks what a record of its type is hardly without. */
  async function confirmEmpty(clean: Values, changed: Values): Promise<boolean> {
    const lacking = fields.flatMap((field) => {
      const { 'x-label': name, 'x-ask-empty': why } = resource.schema.properties[field] ?? {};
      const asks = why && isEmpty(clean[field]) && (!record || field in changed);
      return asks ? [{ name: label(name, field), why: label(why, '') }] : [];
    });
    for (const { name, why } of lacking) {
      const confirmed = await modal.confirm({
        title: t('form.saveWithout', { field: name }),
        content: why,
        okText: t('form.saveAnyway'),
        cancelText: t('form.back'),
      });
      if (!confirmed) return false;
    }
    return true;
  }

  async function save(next: Values, from: Values, then = onSaved): Promise<void> {
    if (busy) return;
    setFailure(null);
    setServerErrors({});
    const clean = visibleValues(resource.schema, next);
    const changed = changedValues(fields, visibleValues(resource.schema, from), clean);
    if (!(await confirmEmpty(clean, changed))) return;
    const quiet = {
      resource: resource.name,
      successNotification: (answer?: { data: Stored }) => ({
        type: 'success' as const,
        message: t('form.saved', { name: answer ? titleOf(resource, answer.data) : '' }),
        description: label(resource.schema['x-label'], resource.name),
      }),
      errorNotification: false as const,
    };
    try {
      const own = Object.fromEntries(Object.entries(clean).filter(([field]) => fields.includes(field)));
      const { data } = record
        ? await update({
            ...quiet,
            id: record.id,
            values: { ...changed, version: from.version },
            mutationMode: 'pessimistic',
          })
        : await create({ ...quiet, values: own });
      saved.current = true;
      draft.drop();
      await then(data);
    } catch (error) {
      noteFailure(error, next, from);
    }
  }

  function noteFailure(error: unknown, mine: Values, from: Values): void {
    const problem =
      error instanceof RequestError
        ? error
        : new RequestError(String(error), { statusCode: 0, code: 'unknown' });
    const { current } = problem;
    if (problem.statusCode === 409 && isObject(current) && typeof current.version === 'number' && record) {
      setConflict({ current, found: differences(fields, from, mine, current) });
      return;
    }
    setServerErrors(problem.errors);
    // Errors at fields are said there and in the form's own summary; anything else is said here.
    setFailure(Object.keys(problem.errors).length === 0 ? problem : null);
  }

  const saveMerged = () => {
    if (!conflict) return;
    const next = merged(values, conflict.found);
    if (!next) return;
    setValues(withoutNulls(next));
    setBase(conflict.current);
    setConflict(null);
    void save(next, conflict.current);
  };
  const choose = (field: string, choice: 'mine' | 'theirs') =>
    setConflict((before) => before && { ...before, found: chosen(before.found, field, choice) });

  return {
    use,
    /** Grows with each record that this form begins: the form forgets what it knew of the last. */
    round,
    values,
    dirty,
    mustAsk,
    busy,
    failure,
    serverErrors,
    conflict,
    outdated,
    draft,
    version: record?.version ?? null,
    onChange,
    setFields,
    choose,
    saveMerged,
    save: (next: Values) => save(next, base),
    /** Saves, and begins another with nothing but what a new one begins with. */
    saveAndNew: (next: Values) =>
      save(next, base, () => {
        saved.current = false;
        draft.resume();
        const fresh = { ...empty(), ...(fixed ? { [fixed]: begin?.[fixed] } : {}) };
        setBase(fresh);
        setValues(withoutNulls(fresh));
        setRound((before) => before + 1);
      }),
    restoreDraft: () => {
      if (draft.found) setFields(restoredValues(draft.found.changes));
      draft.settle();
    },
  };
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export type RecordEditor = ReturnType<typeof useRecordEditor>;
