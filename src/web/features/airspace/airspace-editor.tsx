import type { Validate } from 'virtual:validators';
import { SnippetsOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { AirspaceFields } from '#contract/airspace/airspace-input.ts';
import type { AirspaceDetail } from '#contract/airspace/airspace-output.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { extentFields } from '#domain/geo/shapes.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useHolds } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { callService, formInput } from '#web/client/services.ts';
import { useServiceEditor } from '#web/engine/form/use-service-editor.ts';
import { focusField, RecordForm } from '#web/engine/record-form.tsx';
import {
  type FieldsChange,
  type Values,
  validateRecord,
  visibleValues,
  withFields,
} from '#web/engine/record-validator.ts';
import { SaveAnswer } from '#web/engine/save-answer.tsx';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { AirspaceBeside } from './airspace-beside.tsx';
import { airspaceFormResource } from './airspace-form.ts';
import { airspaceName } from './airspace-place.ts';
import { refreshAirspaces } from './airspace-queries.ts';
import { AirspaceStateTag } from './airspace-state-tag.tsx';
import { airspaceFields, editedValues, formFields, sentValues, typedValues } from './extent-values.ts';
import { NewVersion, type VersionChange } from './new-version.tsx';
import { SaveTemplate } from './save-template.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useAirspaceCheck } from './use-airspace-check.ts';

interface Props {
  validate: Validate;
  /** The airspace that is changed; null: a new one. */
  stored: AirspaceDetail | null;
  /** What a new one begins with. */
  first: Values | null;
}

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
  const [change, setChange] = useState<VersionChange>({});
  const [keeping, setKeeping] = useState(false);
  const [noExtent, setNoExtent] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const granted = stored?.airspace.state === 1;
  // The keeper of the library enters what others apply for.
  const applies = useHolds(['Pages.AirspaceApproval.Create']);
  const defaults = useMemo(() => defaultsOf(whole.schema.properties), [whole]);
  const editor = useServiceEditor({
    name: resource.name,
    opened,
    stored: stored && {
      id: stored.airspace.id,
      version: stored.airspace.version,
      async now() {
        const { id } = stored.airspace;
        const { airspace } = await callService('Airspace', 'Get', { id });
        return { ...airspace, ...editedValues(airspace) };
      },
    },
    fields: airspaceFields,
    counted: (typed) => typedValues(visibleValues(whole.schema, typed), defaults),
    async send(next, version, mode, life) {
      const saved = await callService('Airspace', 'Save', {
        ...formInput<AirspaceFields>(sentValues(visibleValues(whole.schema, next))),
        ...(stored && version !== null ? { id: stored.airspace.id, version } : {}),
        ...(granted ? change : {}),
      });
      const { id } = saved;
      const refusal = mode === 'submit' ? await refusalOf(callService('Airspace', 'Submit', { id })) : null;
      if (refusal && stored) {
        life.saved(saved.version);
        throw refusal;
      }
      life.leave();
      await refreshAirspaces(client);
      if (refusal) {
        // The draft is kept where only its submission was refused: it goes on as that record.
        const state = { refused: refusal.message };
        await navigate(`/situation/edit_a?id=${id}`, { replace: true, state });
        return;
      }
      message.success(t(mode === 'submit' ? 'airspace.edit.submitted' : 'airspace.edit.saved'));
      await navigate(`/situation/detailsAir?id=${id}`, { replace: stored !== null });
    },
  });
  const { values, setValues, setErrors, failure, dirty } = editor;
  const sent = useMemo(() => sentValues(visibleValues(whole.schema, values)), [whole, values]);
  usePageTitle(pathname, stored ? airspaceName(stored.airspace) : undefined);

  const check = useAirspaceCheck(sent, stored?.airspace.id ?? null, granted);
  const formValues = useMemo(() => only(values, formFields), [values]);
  const missing = useMemo(
    () => [
      ...validateRecord(resource.schema, validate, formValues, locale),
      ...(values.geometry ? [] : [{ field: 'geometry', message: t('airspace.edit.noExtent') }]),
    ],
    [resource, validate, formValues, values.geometry, locale, t],
  );

  const onForm = useCallback(
    (next: Values) => {
      setErrors({});
      // The extent is not the form's: it stays as it was drawn.
      setValues((before) => ({ ...only(before, extentFields), ...only(next, formFields) }));
    },
    [setValues, setErrors],
  );
  /** Two ends of a range are one entry. */
  const setFields = useCallback(
    (change: FieldsChange) => {
      setErrors({});
      setValues((before) => withFields(before, change));
    },
    [setValues, setErrors],
  );
  const goTo = (field: string) => {
    if (extentFields.some((name) => name === field.split('.')[0])) {
      const map = document.getElementById('airspace-extent');
      map?.scrollIntoView({ block: 'center' });
      map?.focus({ preventScroll: true });
    } else focusField(box.current, field);
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
            {stored ? airspaceName(stored.airspace) : t('airspace.add.title')}
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
        <SaveAnswer
          resource={whole}
          title={t(editor.tried === 'submit' ? 'airspace.edit.submitFailed' : 'airspace.edit.saveFailed')}
          editor={editor}
        />
        <div className="airspace-columns">
          <div ref={box} className="plan-form">
            <RecordForm
              ref={editor.form}
              resource={resource}
              validate={validate}
              values={formValues}
              serverErrors={editor.errors}
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
                editor.submit({ ...values, ...next });
              }}
            />
          </div>
          <AirspaceBeside
            id={stored?.airspace.id ?? null}
            granted={granted}
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
        <Button type={granted ? 'primary' : 'default'} title="Ctrl+S / ⌘S" {...editor.button('draft')}>
          {t(granted ? 'airspace.edit.saveVersion' : 'airspace.edit.draft')}
        </Button>
        {!granted && applies && (
          <Button type="primary" {...editor.button('submit')}>
            {t('airspace.edit.submit')}
          </Button>
        )}
      </div>
      {keeping && <SaveTemplate values={sent} onClose={() => setKeeping(false)} />}
      <UnsavedGuard dirty={editor.mustAsk} onLeave={editor.draft.drop} />
    </div>
  );
}

const always = () => true;

/** What a call is refused with; null: it is not. */
function refusalOf(call: Promise<unknown>): Promise<Error | null> {
  return call.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

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
