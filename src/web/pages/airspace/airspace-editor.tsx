import type { Validate } from 'virtual:validators';
import { SnippetsOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { isAltitude } from '../../../domain/geo/altitude.ts';
import type { FieldSchema } from '../../../domain/resource.ts';
import { resourceNamed } from '../../catalogue.ts';
import { Failure } from '../../components/failure.tsx';
import { useLocale } from '../../locale.ts';
import { isObject, RequestError } from '../../providers/http.ts';
import { useDirty } from '../../providers/live.ts';
import { callService } from '../../providers/services.ts';
import { Conflict } from '../../resources/conflict.tsx';
import { type Difference, differences, merged, same } from '../../resources/merge.ts';
import { focusField, RecordForm, type RecordFormHandle } from '../../resources/record-form.tsx';
import {
  type FieldsChange,
  judge,
  keptValues,
  type Values,
  withFields,
} from '../../resources/record-validator.ts';
import { UnsavedGuard } from '../../resources/unsaved-guard.tsx';
import { usePageTitle } from '../../shell/document-title.ts';
import { AirspaceBeside } from './airspace-beside.tsx';
import { airspaceFormResource } from './airspace-form.ts';
import { refreshAirspaces } from './airspace-queries.ts';
import { AirspaceStateTag } from './airspace-state-tag.tsx';
import type { AirspaceDetail } from './airspace-types.ts';
import { editedValues, extentFields, formFields, sentValues, typedValues } from './extent-values.ts';
import { KeepTemplate } from './keep-template.tsx';
import { NewVersion, type VersionChange } from './new-version.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useAirspaceCheck } from './use-airspace-check.ts';

interface Props {
  validate: Validate;
  /** The airspace that is changed; null: a new one. */
  stored: AirspaceDetail | null;
  /** What a new one begins with. */
  first: Values | null;
}

type Mode = 'draft' | 'submit';
const allFields = [...formFields, ...extentFields];

/** The form of an airspace; beside it its extent on the map, its place in the air, and all that a check finds. */
export function AirspaceEditor({ validate, stored, first }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { pathname, state: arrived } = useLocation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const resource = useMemo(airspaceFormResource, []);
  const whole = resourceNamed('airspace') ?? resource;
  const opened = useMemo(() => (stored ? editedValues(stored.airspace) : (first ?? {})), [stored, first]);
  const [base, setBase] = useState<{ values: Values; version: number | null }>({
    values: opened,
    version: stored?.airspace.version ?? null,
  });
  const [values, setValues] = useState<Values>(opened);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [conflict, setConflict] = useState<{ current: Values; found: Difference[]; mode: Mode } | null>(null);
  const [busy, setBusy] = useState<Mode | null>(null);
  const [change, setChange] = useState<VersionChange>({});
  const [keeping, setKeeping] = useState(false);
  const [noExtent, setNoExtent] = useState(false);
  const form = useRef<RecordFormHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const mode = useRef<Mode>('draft');
  const saved = useRef(false);

  const kept = useMemo(() => sentValues(keptValues(whole.schema, values)), [whole, values]);
  const defaults = useMemo(() => defaultsOf(whole.schema.properties), [whole]);
  const dirty = !same(
    typedValues(keptValues(whole.schema, base.values), defaults),
    typedValues(kept, defaults),
  );
  useDirty(dirty);
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  const mustAsk = useCallback(() => isDirty.current && !saved.current, []);
  const granted = stored?.airspace.state === 1;
  const outdated = stored !== null && stored.airspace.version !== base.version;
  usePageTitle(pathname, stored ? stored.airspace.name : undefined);

  // A newer version replaces what nobody has touched here; over typed values it is only said.
  useEffect(() => {
    if (!stored || isDirty.current || stored.airspace.version === base.version) return;
    setBase({ values: opened, version: stored.airspace.version });
    setValues(opened);
  }, [stored, opened, base.version]);

  const check = useAirspaceCheck(kept, stored?.airspace.id ?? null);
  const formValues = useMemo(() => only(values, formFields), [values]);
  const missing = useMemo(
    () => [
      ...judge(resource.schema, validate, formValues, locale),
      ...(values.geometry ? [] : [{ field: 'geometry', message: t('airspace.edit.noExtent') }]),
    ],
    [resource, validate, formValues, values.geometry, locale, t],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      mode.current = 'draft';
      form.current?.submit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const onForm = useCallback((next: Values) => {
    setErrors({});
    // The extent is not the form's: it stays as it was drawn.
    setValues((before) => ({ ...only(before, extentFields), ...only(next, formFields) }));
  }, []);
  /** Two ends of a range are one entry. */
  const setFields = useCallback((change: FieldsChange) => {
    setErrors({});
    setValues((before) => withFields(before, change));
  }, []);
  const goTo = (field: string) => {
    if (extentFields.some((name) => name === field.split('.')[0])) {
      const map = document.getElementById('airspace-extent');
      map?.scrollIntoView({ block: 'center' });
      map?.focus({ preventScroll: true });
    } else focusField(box.current, field);
  };

  async function save(next: Values, version: number | null, wanted: Mode): Promise<void> {
    setFailure(null);
    setErrors({});
    setBusy(wanted);
    const clean = sentValues(keptValues(whole.schema, next));
    let id = stored?.airspace.id ?? null;
    try {
      const answer = await callService<{ id: number; version: number }>('Airspace', 'Save', {
        ...clean,
        ...(id === null ? {} : { id, version }),
        ...(granted ? change : {}),
      });
      id = answer.id;
      if (wanted === 'submit') await callService('Airspace', 'Submit', { id });
      saved.current = true;
      message.success(t(wanted === 'submit' ? 'airspace.edit.submitted' : 'airspace.edit.saved'));
      await refreshAirspaces(client);
      await navigate(`/situation/detailsAir?id=${id}`, { replace: stored !== null });
    } catch (error) {
      await noteFailure(error, next, wanted);
      // The draft is kept where only its submission was refused: it goes on as that record.
      if (wanted === 'submit' && stored === null && id !== null) {
        saved.current = true;
        await refreshAirspaces(client);
        const refused = error instanceof Error ? error.message : '';
        await navigate(`/situation/edit_a?id=${id}`, { replace: true, state: { refused } });
      }
    } finally {
      setBusy(null);
    }
  }

  async function noteFailure(error: unknown, mine: Values, wanted: Mode): Promise<void> {
    const fault = error instanceof RequestError ? error : new RequestError(String(error), { statusCode: 0 });
    if (fault.statusCode === 409 && stored) {
      try {
        const { id } = stored.airspace;
        const { airspace } = await callService<AirspaceDetail>('Airspace', 'Get', { id }, 'GET');
        const current = editedValues(airspace);
        const found = differences(allFields, base.values, mine, current);
        setConflict({ current: { ...airspace, ...current }, found, mode: wanted });
        return;
      } catch {
        // Without the airspace as it is now the refusal itself is shown.
      }
    }
    setErrors(fault.errors);
    setFailure(fault);
  }

  function saveMerged(): void {
    if (!conflict || typeof conflict.current.version !== 'number') return;
    const next = merged(values, conflict.found);
    if (!next) return;
    const { version } = conflict.current;
    setValues(next);
    setBase({ values: editedValues(conflict.current), version });
    setConflict(null);
    void save(next, version, conflict.mode);
  }

  const start = (wanted: Mode) => {
    mode.current = wanted;
    form.current?.submit();
  };
  const name =
    typeof values.name === 'string' && values.name.trim() !== '' ? values.name : t('airspace.edit.own');
  const lower = isAltitude(values.lower) ? values.lower : null;
  const upper = isAltitude(values.upper) ? values.upper : null;

  return (
    <div className="plan-editor">
      <div className="cw-page plan-editor-page">
        <header className="cw-bar">
          <h1 className="cw-title">
            <Link to="/situation/airspaceApproval">{t('airspace.list.title')}</Link> /{' '}
            {stored ? stored.airspace.name : t('airspace.add.title')}
          </h1>
          {stored && <AirspaceStateTag airspace={stored.airspace} />}
          <span className="cw-grow" />
          {!stored && (
            <TemplatePicker onPick={(template) => setValues((before) => ({ ...before, ...template }))} />
          )}
        </header>
        {granted && <NewVersion value={change} onChange={setChange} />}
        {stored?.airspace.reason && stored.airspace.state === 0 && (
          <Alert
            type="warning"
            showIcon
            message={t('airspace.details.reason', { reason: stored.airspace.reason })}
          />
        )}
        {!failure && isObject(arrived) && typeof arrived.refused === 'string' && (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={t('airspace.edit.draftKept')}
            description={arrived.refused}
          />
        )}
        {failure && (
          <Failure
            title={t(mode.current === 'submit' ? 'airspace.edit.submitFailed' : 'airspace.edit.saveFailed')}
            error={failure}
          />
        )}
        {outdated && dirty && !conflict && <Alert type="info" showIcon message={t('form.outdated')} />}
        {conflict && (
          <Conflict
            resource={whole}
            current={conflict.current}
            found={conflict.found}
            busy={busy !== null}
            onChoose={(field, choice) =>
              setConflict({
                ...conflict,
                found: conflict.found.map((one) => (one.field === field ? { ...one, choice } : one)),
              })
            }
            onSave={saveMerged}
          />
        )}
        <div className="airspace-columns">
          <div ref={box} className="plan-form">
            <RecordForm
              ref={form}
              resource={resource}
              validate={validate}
              values={formValues}
              serverErrors={errors}
              editable={always}
              setFields={setFields}
              onChange={onForm}
              onSubmit={(next) => {
                if (!values.geometry) {
                  setNoExtent(true);
                  goTo('geometry');
                  return;
                }
                setNoExtent(false);
                if (busy === null) void save({ ...values, ...next }, base.version, mode.current);
              }}
            />
          </div>
          <AirspaceBeside
            id={stored?.airspace.id ?? null}
            values={values}
            own={lower || upper ? { label: name, lower, upper } : null}
            noExtent={noExtent && !values.geometry}
            check={check}
            missing={missing}
            onExtent={(change) => setValues((before) => change(before))}
            onPick={goTo}
          />
        </div>
      </div>
      <div className="cw-savebar">
        <span className="cw-grow plan-soft" aria-live="polite">
          {dirty ? t('form.unsaved') : ''}
        </span>
        <Button icon={<SnippetsOutlined />} disabled={!values.geometry} onClick={() => setKeeping(true)}>
          {t('airspace.template.keep')}
        </Button>
        <Button
          type={granted ? 'primary' : 'default'}
          loading={busy === 'draft'}
          disabled={conflict !== null || busy === 'submit'}
          title="Ctrl+S / ⌘S"
          onClick={() => start('draft')}
        >
          {t(granted ? 'airspace.edit.saveVersion' : 'airspace.edit.draft')}
        </Button>
        {!granted && (
          <Button
            type="primary"
            loading={busy === 'submit'}
            disabled={conflict !== null || busy === 'draft'}
            onClick={() => start('submit')}
          >
            {t('airspace.edit.submit')}
          </Button>
        )}
      </div>
      {keeping && <KeepTemplate values={kept} onClose={() => setKeeping(false)} />}
      <UnsavedGuard dirty={mustAsk} />
    </div>
  );
}

const always = () => true;

function defaultsOf(properties: Record<string, FieldSchema>): Values {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([field, { default: value }]) =>
      value === undefined || value === null ? [] : [[field, value]],
    ),
  );
}

function only(values: Values, fields: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}
