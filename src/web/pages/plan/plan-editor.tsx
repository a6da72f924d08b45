import type { Validate } from 'virtual:validators';
import { CopyOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Card } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { Failure } from '../../components/failure.tsx';
import { PlanStateTag } from '../../components/plan-state-tag.tsx';
import { useLocale } from '../../locale.ts';
import { VerticalSection } from '../../map/vertical-section.tsx';
import { dataProvider } from '../../providers/data.ts';
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
import { useIsMobile } from '../../shell/appearance.ts';
import { usePageTitle } from '../../shell/document-title.ts';
import { filledCallsigns } from './callsigns.ts';
import { CheckPanel } from './check-panel.tsx';
import { DraftMap } from './draft-map.tsx';
import { type EditorVariant, planVariant } from './editor-variant.ts';
import { sectionItems } from './finding-shapes.ts';
import { formErrors } from './plan-form-schema.ts';
import { refreshPlans } from './plan-queries.ts';
import type { PlanDetail, SavedPlan } from './plan-types.ts';
import { useCheck } from './use-check.ts';
import { useNotFinish } from './use-not-finish.ts';

interface Props {
  validate: Validate;
  /** The plan that is changed; null: a new one. */
  stored: PlanDetail | null;
  /** What a new one begins with. */
  first: Values | null;
  /** Which kind of plan; default: one of a day. */
  variant?: EditorVariant;
}

type Mode = 'draft' | 'submit';

/** The form of a plan and its sorties; beside it the map, the clock that applies, and all that a check finds. */
export function PlanEditor({ validate, stored, first, variant = planVariant }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mobile = useIsMobile();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const notFinish = useNotFinish();
  const resource = useMemo(variant.resource, []);
  const opened = useMemo(() => (stored ? variant.valuesOf(stored) : (first ?? {})), [stored, first, variant]);
  const [base, setBase] = useState<{ values: Values; version: number | null }>({
    values: opened,
    version: stored?.plan.version ?? null,
  });
  const [values, setValues] = useState<Values>(opened);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [conflict, setConflict] = useState<{ current: Values; found: Difference[]; mode: Mode } | null>(null);
  const [busy, setBusy] = useState<Mode | null>(null);
  const form = useRef<RecordFormHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const mode = useRef<Mode>('draft');
  const saved = useRef(false);

  const kept = useMemo(() => keptValues(resource.schema, values), [resource, values]);
  const dirty = !same(keptValues(resource.schema, base.values), kept);
  useDirty(dirty);
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  const mustAsk = useCallback(() => isDirty.current && !saved.current, []);
  const outdated = stored !== null && stored.plan.version !== base.version;
  usePageTitle(pathname, stored ? t('plan.add.editTitle', { plan: stored.plan.planNumber }) : undefined);

  // A newer version replaces what nobody has touched here; over typed values it is only said.
  useEffect(() => {
    if (!stored || isDirty.current || stored.plan.version === base.version) return;
    setBase({ values: opened, version: stored.plan.version });
    setValues(opened);
  }, [stored, opened, base.version]);

  const planned = useMemo(() => variant.planOf(kept), [variant, kept]);
  const check = useCheck(planned, stored ? { id: stored.plan.id } : null);
  const missing = useMemo(
    () => judge(resource.schema, validate, values, locale),
    [resource, validate, values, locale],
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

  const latest = useRef(values);
  latest.current = values;
  const onChange = useCallback((next: Values) => {
    const before = latest.current;
    latest.current = next;
    setValues(next);
    setErrors((known) => withoutTouched(known, before, next));
    // The callsign that the aircraft usually flies under, where none is typed yet.
    void filledCallsigns(before, next).then((filled) => {
      if (filled) setValues((now) => filled(now));
    });
  }, []);

  const setFields = useCallback(
    (change: FieldsChange) => onChange(withFields(latest.current, change)),
    [onChange],
  );

  async function save(next: Values, version: number | null, wanted: Mode): Promise<void> {
    setFailure(null);
    setErrors({});
    setBusy(wanted);
    const clean = variant.planOf(keptValues(resource.schema, next));
    const plan = stored ? { ...clean, id: stored.plan.id, version } : clean;
    try {
      const answer = await send(plan, stored !== null, wanted);
      saved.current = true;
      message.success(
        t(wanted === 'submit' ? 'plan.add.submitted' : 'plan.add.saved', { plan: answer.planNumber }),
      );
      await refreshPlans(client);
      await navigate(variant.pageOf(answer.id), { replace: stored !== null });
    } catch (error) {
      if (!notFinish(error)) await noteFailure(error, next, wanted);
    } finally {
      setBusy(null);
    }
  }

  async function noteFailure(error: unknown, mine: Values, wanted: Mode): Promise<void> {
    const fault = error instanceof RequestError ? error : new RequestError(String(error), { statusCode: 0 });
    if (fault.statusCode === 409 && stored) {
      try {
        const { id } = stored.plan;
        const detail = await callService<PlanDetail>('Navigation', 'GetNAircraftById', { id }, 'GET');
        const { data: record } = await dataProvider.getOne({ resource: 'plan', id });
        const current = variant.valuesOf(detail);
        const found = differences(variant.fields, base.values, mine, current);
        setConflict({ current: { ...record, ...current }, found, mode: wanted });
        return;
      } catch {
        // Without the plan as it is now the refusal itself is shown.
      }
    }
    const found = Object.fromEntries(
      Object.entries(formErrors(fault.errors)).map(([field, texts]) => [variant.fieldOf(field), texts]),
    );
    setErrors(found);
    // The form's own summary lists what is said at fields; the refusal above it is then one sentence.
    const { message: text, statusCode, code } = fault;
    setFailure(Object.keys(found).length > 0 ? new RequestError(text, { statusCode, code }) : fault);
  }

  function saveMerged(): void {
    if (!conflict || typeof conflict.current.version !== 'number') return;
    const next = merged(values, conflict.found);
    if (!next) return;
    const { version } = conflict.current;
    setValues(next);
    setBase({ values: keptValues(resource.schema, conflict.current), version });
    setConflict(null);
    void save(next, version, conflict.mode);
  }

  const start = (wanted: Mode) => {
    mode.current = wanted;
    form.current?.submit();
  };
  const tasks = Array.isArray(planned.tasks) ? planned.tasks.filter(isObject) : [];
  const findings = check.enabled ? (check.data?.findings ?? []) : [];
  const section = sectionItems(tasks, findings);

  return (
    <div className="plan-editor">
      <div className="cw-page plan-editor-page">
        <header className="cw-bar">
          <h1 className="cw-title">
            <Link to={variant.list.path}>{t(variant.list.titleKey)}</Link> /{' '}
            {stored ? stored.plan.planNumber : t(variant.newKey)}
          </h1>
          {stored && <PlanStateTag state={stored.plan.state} />}
          {!stored && variant.sheetPath && !mobile && (
            <>
              <span className="cw-grow" />
              <Link to={variant.sheetPath}>{t('plan.add.bySheet')}</Link>
            </>
          )}
        </header>
        {stored?.plan.state === 3 && stored.plan.reason && (
          <Alert type="error" showIcon message={t('plan.page.reason', { reason: stored.plan.reason })} />
        )}
        {failure && (
          <Failure
            title={t(mode.current === 'submit' ? 'plan.add.submitFailed' : 'plan.add.saveFailed')}
            error={failure}
          />
        )}
        {outdated && dirty && !conflict && <Alert type="info" showIcon message={t('form.outdated')} />}
        {conflict && (
          <Conflict
            resource={{ ...resource, name: 'plan' }}
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
        <div className="plan-editor-columns">
          <div ref={box} className="plan-form">
            <RecordForm
              ref={form}
              resource={resource}
              validate={validate}
              values={values}
              serverErrors={errors}
              editable={always}
              setFields={setFields}
              onChange={onChange}
              onSubmit={(next) => {
                if (busy === null) void save(next, base.version, mode.current);
              }}
            />
          </div>
          <aside className="plan-beside" aria-label={t('plan.add.beside')}>
            {variant.beside?.(planned)}
            <DraftMap tasks={tasks} findings={findings} />
            <CheckPanel
              check={check}
              missing={missing}
              onPick={(field) => focusField(box.current, variant.fieldOf(field))}
              onUrgency={(urgency) => onChange({ ...latest.current, urgency })}
              onSuggestion={(one) =>
                onChange({
                  ...latest.current,
                  tasks: withChanged(latest.current.tasks, one.task, (task) => variant.taskWith(task, one)),
                })
              }
            />
            {section.length > 0 && (
              <Card size="small" title={t('plan.page.section')}>
                <VerticalSection items={section} height={150} />
              </Card>
            )}
          </aside>
        </div>
      </div>
      <div className="cw-savebar">
        <span className="cw-grow plan-soft" aria-live="polite">
          {dirty ? t('form.unsaved') : ''}
        </span>
        <Button
          icon={<CopyOutlined />}
          disabled={tasks.length === 0 || tasks.length >= 20}
          onClick={() => onChange({ ...latest.current, tasks: withCopy(latest.current.tasks) })}
        >
          {t('plan.add.copy')}
        </Button>
        <Button
          loading={busy === 'draft'}
          disabled={conflict !== null || busy === 'submit'}
          title="Ctrl+S / ⌘S"
          onClick={() => start('draft')}
        >
          {t('plan.add.draft')}
        </Button>
        <Button
          type="primary"
          loading={busy === 'submit'}
          disabled={conflict !== null || busy === 'draft'}
          onClick={() => start('submit')}
        >
          {t('plan.add.submit')}
        </Button>
      </div>
      <UnsavedGuard dirty={mustAsk} />
    </div>
  );
}

const always = () => true;
/** A sortie keeps what was drawn, not the figures that it was drawn from. */

async function send(plan: Values, change: boolean, mode: Mode): Promise<SavedPlan> {
  if (mode === 'submit') {
    const { items } = await callService<{ items: SavedPlan[] }>('Navigation', 'SaveNAircrafts', {
      plans: [plan],
      submit: true,
    });
    const [one] = items;
    if (!one) throw new Error('the server named no plan');
    return one;
  }
  return callService('Navigation', change ? 'UpdateNAircraftById' : 'AddNAircraft', plan);
}

/** An answer of the server about a field ends when the field, or its sortie, is touched. */
function withoutTouched(
  errors: Record<string, string[]>,
  before: Values,
  next: Values,
): Record<string, string[]> {
  const names = Object.keys(errors);
  if (names.length === 0) return errors;
  const at = (values: unknown, path: string): unknown =>
    path
      .split('.')
      .slice(0, 3)
      .reduce<unknown>(
        (value, part) =>
          Array.isArray(value) ? value[Number(part)] : isObject(value) ? value[part] : undefined,
        values,
      );
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => same(at(before, path), at(next, path))),
  );
}

function withChanged(tasks: unknown, index: number, change: (task: Values) => Values): unknown[] {
  const list = Array.isArray(tasks) ? tasks : [];
  return list.map((task: unknown, at) => (at === index && isObject(task) ? change(task) : task));
}

/** The last sortie once more: rotations differ by their times only. */
function withCopy(tasks: unknown): unknown[] {
  const list = Array.isArray(tasks) ? tasks : [];
  const last: unknown = list.at(-1);
  if (!isObject(last)) return list;
  const { etd, eta, ...rest } = last;
  if (typeof etd !== 'string' || typeof eta !== 'string') return [...list, last];
  const longMs = Date.parse(eta) - Date.parse(etd);
  if (!(longMs > 0)) return [...list, last];
  // Back for the next one at once: the times follow one another.
  return [...list, { ...rest, etd: eta, eta: new Date(Date.parse(eta) + longMs).toISOString() }];
}
