import type { Validate } from 'virtual:validators';
import { useAbility } from '@casl/react';
import { useCreate, useOne, useUpdate } from '@refinedev/core';
import { Alert, Button, Skeleton } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { type Ability, may } from '../../domain/access.ts';
import type { Resource } from '../../domain/resource.ts';
import { Failure } from '../components/failure.tsx';
import { useLabel } from '../locale.ts';
import { isObject, RequestError } from '../providers/http.ts';
import { useDirty, useLiveChanges } from '../providers/live.ts';
import { currentUser } from '../session.ts';
import { usePageTitle } from '../shell/document-title.ts';
import { forgetTags } from '../shell/tag-store.ts';
import { Conflict } from './conflict.tsx';
import { groupsOf } from './fields.ts';
import { type RecordValues, titleOf } from './labels.ts';
import { changedValues, type Difference, differences, merged } from './merge.ts';
import { RecordForm, type RecordFormHandle } from './record-form.tsx';
import { keptValues, type Values } from './record-validator.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useValidator } from './use-validator.ts';

type Stored = RecordValues & { id: number; version: number };

/** Create and edit, for any resource. */
export function ResourceForm({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { id } = useParams();
  const validate = useValidator(resource);
  const ability = useAbility<Ability>();
  const { query, result } = useOne<Stored, RequestError>({
    resource: resource.name,
    id: id ?? '',
    queryOptions: { enabled: id !== undefined },
    errorNotification: false,
  });
  if (query.isError) {
    return (
      <div className="cw-page">
        <Failure title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  }
  if (!validate || (id !== undefined && !result)) {
    return (
      <div className="cw-page">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  }
  if (result && !may(ability, 'update', resource.name, result)) {
    return (
      <div className="cw-page">
        <Alert type="warning" showIcon message={t('form.mayNot')} />
      </div>
    );
  }
  return (
    <Editor
      key={id ?? 'new'}
      resource={resource}
      validate={validate}
      record={id === undefined ? null : (result ?? null)}
    />
  );
}

/** Fields that this form may set. */
function editableFields(resource: Resource): string[] {
  const service = new Set(resource.serviceOnly ?? []);
  return groupsOf(resource)
    .flatMap(({ fields }) => fields)
    .filter((field) => !service.has(field) && !resource.schema.properties[field]?.readOnly);
}

/** A new record begins with the schema's defaults, and with the user's own company where the row must be his. */
function firstValues(resource: Resource): Values {
  const values: Values = {};
  for (const [field, schema] of Object.entries(resource.schema.properties)) {
    if (schema.default !== undefined) values[field] = schema.default;
  }
  const company = resource.scope?.company;
  const own = currentUser.get()?.actor.companyId;
  if (company && company !== 'id' && own !== null && own !== undefined) values[company] = own;
  return values;
}

interface EditorProps {
  resource: Resource;
  validate: Validate;
  record: Stored | null;
}

function Editor({ resource, validate, record }: EditorProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { mutateAsync: create, mutation: creating } = useCreate<Stored, RequestError>();
  const { mutateAsync: update, mutation: updating } = useUpdate<Stored, RequestError>();
  const busy = creating.isPending || updating.isPending;

  const fields = useMemo(() => editableFields(resource), [resource]);
  const editable = useCallback((field: string) => fields.includes(field), [fields]);
  const [base, setBase] = useState<Values>(() => record ?? firstValues(resource));
  const [values, setValues] = useState<Values>(() => withoutNulls(record ?? firstValues(resource)));
  const [serverErrors, setServerErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [conflict, setConflict] = useState<{ current: Values; found: Difference[] } | null>(null);
  const [outdated, setOutdated] = useState(false);
  const form = useRef<RecordFormHandle>(null);
  const saved = useRef(false);

  const kept = keptValues(resource.schema, values);
  const dirty = Object.keys(changedValues(fields, keptValues(resource.schema, base), kept)).length > 0;
  useDirty(dirty);
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  const mustAsk = useCallback(() => isDirty.current && !saved.current, []);

  const kind = label(resource.schema['x-label'], resource.name);
  const name = record ? titleOf(resource, record) : '';
  usePageTitle(pathname, record ? t('form.editTitle', { kind, name }) : t('form.newTitle', { kind }));

  // A newer version of a record that nobody has touched here simply replaces it.
  useEffect(() => {
    if (record && !isDirty.current) {
      setBase(record);
      setValues(withoutNulls(record));
      setOutdated(false);
    }
  }, [record]);
  // Without messages it is a new connection: nothing is known to have changed, and saving compares in any case.
  const onLive = useCallback((messages: unknown[]) => {
    if (messages.length > 0) setOutdated(isDirty.current);
  }, []);
  useLiveChanges(resource.name, onLive, record?.id ?? -1);

  useEffect(() => {
    const save = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.current?.submit();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);

  const onChange = useCallback((next: Values) => {
    setValues((before) => {
      // An answer of the server about a field ends when the field is touched.
      const touched = Object.keys(next).filter((field) => next[field] !== before[field]);
      if (touched.length > 0) {
        setServerErrors((errors) =>
          Object.fromEntries(
            Object.entries(errors).filter(([path]) => !touched.includes(path.split('.')[0] ?? '')),
          ),
        );
      }
      return next;
    });
  }, []);

  const setShape = useCallback(
    (fields: Values) => setValues((before) => withoutNulls({ ...before, ...fields })),
    [],
  );

  async function save(next: Values, from: Values): Promise<void> {
    setFailure(null);
    setServerErrors({});
    const clean = keptValues(resource.schema, next);
    const quiet = {
      resource: resource.name,
      successNotification: (answer?: { data: Stored }) => ({
        type: 'success' as const,
        message: t('form.saved', { name: answer ? titleOf(resource, answer.data) : name }),
        description: kind,
      }),
      errorNotification: false as const,
    };
    try {
      const own = Object.fromEntries(Object.entries(clean).filter(([field]) => fields.includes(field)));
      const changed = changedValues(fields, keptValues(resource.schema, from), clean);
      const { data } = record
        ? await update({
            ...quiet,
            id: record.id,
            values: { ...changed, version: from.version },
            mutationMode: 'pessimistic',
          })
        : await create({ ...quiet, values: own });
      saved.current = true;
      await navigate(`${resource.path}/${data.id}`, { replace: true });
      forgetTags(pathname);
    } catch (error) {
      noteFailure(error, next, from);
    }
  }

  function noteFailure(error: unknown, mine: Values, from: Values): void {
    const fault =
      error instanceof RequestError
        ? error
        : new RequestError(String(error), { statusCode: 0, code: 'unknown' });
    if (
      fault.statusCode === 409 &&
      isObject(fault.current) &&
      typeof fault.current.version === 'number' &&
      record
    ) {
      const found = differences(fields, from, mine, fault.current);
      setConflict({ current: fault.current, found });
      return;
    }
    setServerErrors(fault.errors);
    // Errors at fields are said there and in the form's own summary; anything else is said here.
    setFailure(Object.keys(fault.errors).length === 0 ? fault : null);
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

  return (
    <div style={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <div
        className="cw-page"
        style={{
          flex: 1,
          width: '100%',
          maxWidth: 1200,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 12,
          alignContent: 'start',
        }}
      >
        <h1 className="cw-title">
          <Link to={resource.path}>{kind}</Link> / {record ? name : t('list.new')}
        </h1>
        {failure && <Failure title={t('form.saveFailed')} error={failure} />}
        {outdated && !conflict && <Alert type="info" showIcon message={t('form.outdated')} />}
        {conflict && (
          <Conflict
            resource={resource}
            current={conflict.current}
            found={conflict.found}
            busy={busy}
            onChoose={(field, choice) =>
              setConflict({
                ...conflict,
                found: conflict.found.map((one) => (one.field === field ? { ...one, choice } : one)),
              })
            }
            onSave={saveMerged}
          />
        )}
        <RecordForm
          ref={form}
          resource={resource}
          validate={validate}
          values={values}
          serverErrors={serverErrors}
          editable={editable}
          onChange={onChange}
          setShape={setShape}
          onSubmit={(next) => {
            if (!busy) void save(next, base);
          }}
        />
      </div>
      <div className="cw-savebar">
        <span className="cw-grow" style={{ color: 'var(--cw-soft)' }} aria-live="polite">
          {dirty ? t('form.unsaved') : ''}
        </span>
        <Button onClick={() => void navigate(record ? `${resource.path}/${record.id}` : resource.path)}>
          {t('shell.cancel')}
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={conflict !== null || (record !== null && !dirty)}
          title="Ctrl+S / ⌘S"
          onClick={() => form.current?.submit()}
        >
          {t('form.save')}
        </Button>
      </div>
      <UnsavedGuard dirty={mustAsk} />
    </div>
  );
}

/** The door says null for what is empty; a form has nothing there. */
function withoutNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
