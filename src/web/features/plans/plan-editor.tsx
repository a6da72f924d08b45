import type { Validate } from 'virtual:validators';
import { CopyOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Card } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { PlanInput, PlanSave, PlanUpdate } from '#contract/plans/plan-input.ts';
import type { PlanDetail, SavedPlan } from '#contract/plans/plan-output.ts';
import { isObject } from '#domain/text/narrow.ts';
import { dataProvider } from '#web/client/data.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { type SaveMode, useServiceEditor } from '#web/engine/form/use-service-editor.ts';
import { same } from '#web/engine/merge.ts';
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
import { useIsMobile } from '#web/ui/appearance.ts';
import { usePageTitle } from '#web/ui/document-title.ts';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { filledCallsigns } from './callsigns.ts';
import { CheckPanel } from './check-panel.tsx';
import { DraftMap } from './draft-map.tsx';
import { type EditorVariant, planVariant } from './editor-variant.ts';
import { sectionItems } from './finding-shapes.ts';
import { formErrors } from './plan-form-schema.ts';
import { refreshPlans } from './plan-queries.ts';
import { PlanSection } from './plan-section.tsx';
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
  const editor = useServiceEditor({
    name: resource.name,
    opened,
    stored: stored && {
      id: stored.plan.id,
      version: stored.plan.version,
      async now() {
        const { id } = stored.plan;
        const detail = await callService('Navigation', 'GetNAircraftById', { id });
        const { data: record } = await dataProvider.getOne({ resource: 'plan', id });
        return { ...record, ...variant.valuesOf(detail) };
      },
    },
    fields: variant.fields,
    counted: (typed) => visibleValues(resource.schema, typed),
    async send(next, version, mode, life) {
      const clean = variant.planOf(visibleValues(resource.schema, next));
      const plan = stored ? { ...clean, id: stored.plan.id, version } : clean;
      try {
        const answer = await send(plan, stored !== null, mode);
        life.leave();
        message.success(
          t(mode === 'submit' ? 'plan.add.submitted' : 'plan.add.saved', { plan: answer.planNumber }),
        );
        await refreshPlans(client);
        await navigate(variant.pageOf(answer.id), { replace: stored !== null });
      } catch (error) {
        if (!notFinish(error)) throw error;
      }
    },
    placed: (found) => errorsOf(found, variant),
  });
  const { values, setValues, setErrors, dirty } = editor;
  const box = useRef<HTMLDivElement>(null);

  const visible = useMemo(() => visibleValues(resource.schema, values), [resource, values]);
  usePageTitle(pathname, stored ? t('plan.add.editTitle', { plan: stored.plan.planNumber }) : undefined);

  const planned = useMemo(() => variant.planOf(visible), [variant, visible]);
  const check = useCheck(planned, stored?.plan.id ?? null);
  const missing = useMemo(
    () => validateRecord(resource.schema, validate, values, locale),
    [resource, validate, values, locale],
  );

  const latest = useRef(values);
  latest.current = values;
  const onChange = useCallback(
    (next: Values) => {
      const before = latest.current;
      latest.current = next;
      setValues(next);
      setErrors((known) => withoutTouched(known, before, next));
      // The callsign that the aircraft usually flies under, where none is typed yet.
      void filledCallsigns(before, next).then((filled) => {
        if (filled) setValues((now) => filled(now));
      });
    },
    [setValues, setErrors],
  );

  const setFields = useCallback(
    (change: FieldsChange) => onChange(withFields(latest.current, change)),
    [onChange],
  );

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
        <SaveAnswer
          resource={{ ...resource, name: 'plan' }}
          title={t(editor.tried === 'submit' ? 'plan.add.submitFailed' : 'plan.add.saveFailed')}
          editor={editor}
        />
        <div className="plan-editor-columns">
          <div ref={box} className="plan-form">
            <RecordForm
              ref={editor.form}
              resource={resource}
              validate={validate}
              values={values}
              serverErrors={editor.errors}
              editable={always}
              setFields={setFields}
              onChange={onChange}
              onSubmit={editor.submit}
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
                <PlanSection items={section} tasks={tasks} />
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
        <Button title="Ctrl+S / ⌘S" {...editor.button('draft')}>
          {t('plan.add.draft')}
        </Button>
        <Button type="primary" {...editor.button('submit')}>
          {t('plan.add.submit')}
        </Button>
      </div>
      <UnsavedGuard dirty={editor.mustAsk} onLeave={editor.draft.drop} />
    </div>
  );
}

const always = () => true;

async function send(plan: Values, change: boolean, mode: SaveMode): Promise<SavedPlan> {
  if (mode === 'submit') {
    const { items } = await callService('Navigation', 'SaveNAircrafts', {
      plans: [formInput<PlanSave>(plan)],
      submit: true,
    });
    const [one] = items;
    if (!one) throw new Error('the server named no plan');
    return one;
  }
  return change
    ? callService('Navigation', 'UpdateNAircraftById', formInput<PlanUpdate>(plan))
    : callService('Navigation', 'AddNAircraft', formInput<PlanInput>(plan));
}

/** What is refused, at the fields of this form. */
function errorsOf(found: Record<string, string[]>, { fieldOf }: EditorVariant): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(formErrors(found)).map(([field, texts]) => [fieldOf(field), texts]),
  );
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
