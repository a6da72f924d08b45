import { Alert, Card, Segmented, Spin } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingView } from '#contract/finding-view.ts';
import type { Suggestion } from '#contract/plans/plan-output.ts';
import { isObject } from '#domain/text/narrow.ts';
import { Deadline } from '#web/features/plans/check-panel.tsx';
import { DraftMap } from '#web/features/plans/draft-map.tsx';
import { sectionItems } from '#web/features/plans/finding-shapes.ts';
import { usePlaceOf } from '#web/features/plans/place-of.ts';
import { PlanSection } from '#web/features/plans/plan-section.tsx';
import { RouteView } from '#web/features/plans/route-view.tsx';
import { SuggestionList } from '#web/features/plans/suggestion-list.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FindingsList } from '#web/ui/findings-list.tsx';
import type { SheetPlanView } from './use-plans.ts';
import type { PlanCheck } from './use-sheet-checks.ts';

interface Props {
  plans: readonly SheetPlanView[];
  /** The plan of the row where the cursor is. */
  plan: SheetPlanView | null;
  /** Its place among the plan's sorties. */
  task: number;
  checks: ReadonlyMap<string, PlanCheck>;
  running: boolean;
  onGo: (plan: SheetPlanView, field: string) => void;
  onUrgency: (plan: SheetPlanView, urgency: string) => void;
  onSuggestion: (plan: SheetPlanView, suggestion: Suggestion) => void;
}

/** Beside the sheet, live: where the plan of this row flies, what stands against it, and what would be free. */
export function SheetBeside({ plans, plan, task, checks, running, onGo, onUrgency, onSuggestion }: Props) {
  const { t } = useTranslation();
  const placeOf = usePlaceOf();
  const check = plan ? checks.get(plan.key) : undefined;
  const view = plan?.checkable ? (check?.view ?? null) : null;
  const tasks = useMemo(() => (plan?.values.tasks ?? []).filter(isObject), [plan]);
  const findings = useMemo(() => view?.findings ?? [], [view]);
  const own = useMemo(() => (plan ? ownFindings(plan, t) : []), [plan, t]);
  const items = useMemo(() => sectionItems(tasks, findings), [tasks, findings]);
  const others = plans.filter((one) => one !== plan && errorsOf(one, checks) > 0);
  if (!plan) {
    return (
      <aside className="sheet-beside" aria-label={t('plan.add.beside')}>
        <Card size="small" title={t('plan.sheet.howTitle')}>
          <ul className="sheet-how">
            {['paste', 'type', 'keys', 'file'].map((key) => (
              <li key={key}>{t(`plan.sheet.how.${key}`)}</li>
            ))}
          </ul>
        </Card>
      </aside>
    );
  }
  const route = tasks[task]?.route;
  return (
    <aside className="sheet-beside" aria-label={t('plan.add.beside')}>
      {view?.deadlines && (
        <Deadline
          check={view}
          late={findings.some(({ code }) => code === 'deadline')}
          onUrgency={(urgency) => onUrgency(plan, urgency)}
        />
      )}
      <Card
        size="small"
        title={t('plan.sheet.planOf', { name: plan.name })}
        extra={
          <span aria-live="polite" className="cw-figures">
            {running && plan.checkable ? (
              <Spin size="small" aria-label={t('plan.check.running')} />
            ) : (
              t('plan.check.count', {
                errors: errorsOf(plan, checks),
                warnings: findings.filter(({ level }) => level === 'warning').length,
              })
            )}
          </span>
        }
      >
        {check?.error && plan.checkable && check.text === plan.text && (
          <Failure title={t('plan.check.failed')} error={check.error} />
        )}
        {!plan.checkable && own.length === 0 && <p className="plan-soft">{t('plan.check.waiting')}</p>}
        {view && findings.length + own.length === 0 && (
          <p className="plan-clear">
            <span aria-hidden="true">✓ </span>
            {t('plan.check.clear')}
          </p>
        )}
        <FindingsList
          findings={[...own, ...findings]}
          placeOf={placeOf}
          onPick={(field) => onGo(plan, field)}
        />
        <SuggestionList
          suggestions={view?.suggestions ?? []}
          onTake={(suggestion) => onSuggestion(plan, suggestion)}
          keyOf={(kind) => <kbd className="plan-soft">{kind === 'time' ? 'Alt+T' : 'Alt+L'}</kbd>}
        />
      </Card>
      {typeof route === 'string' && route !== '' && <RouteView route={route} task={tasks[task]} />}
      <DraftMap tasks={tasks} findings={findings} height={260} />
      {items.length > 0 && (
        <Card size="small" title={t('plan.page.section')}>
          <PlanSection items={items} tasks={tasks} />
        </Card>
      )}
      {others.length > 0 && (
        <Alert
          type="warning"
          role="status"
          message={t('plan.sheet.others', { count: others.length })}
          description={
            <Segmented<string>
              size="small"
              className="sheet-others"
              aria-label={t('plan.sheet.others', { count: others.length })}
              value=""
              onChange={(key) => {
                const next = others.find((one) => one.key === key);
                if (next) onGo(next, firstField(next, checks));
              }}
              options={others.slice(0, 12).map((one) => ({
                value: one.key,
                label: `${one.name} ${errorsOf(one, checks)}`,
              }))}
            />
          }
        />
      )}
    </aside>
  );
}

/** What the sheet itself says of a plan, in the words of a finding. */
function ownFindings(
  plan: SheetPlanView,
  t: (key: string, values?: Record<string, string>) => string,
): FindingView[] {
  const findingAt = (row: number, column: string | null, message: string): FindingView => ({
    level: 'error',
    code: 'input',
    rule: '',
    field: column ? `tasks.${Math.max(0, plan.plan.rows.indexOf(row))}.${column}` : '',
    message,
    with: null,
    shape: null,
    altitudeCompared: null,
  });
  return [
    ...plan.errors.map(({ row, column, key, values }) => findingAt(row, column, t(key, values))),
    ...plan.schemaErrors.map(({ row, column, message }) => findingAt(row, column, message)),
  ];
}

/** Errors of a plan, its own and those that the server found. */
export function errorsOf(plan: SheetPlanView, checks: ReadonlyMap<string, PlanCheck>): number {
  const check = checks.get(plan.key);
  const found = plan.checkable && check?.view ? check.view.findings : [];
  return (
    plan.errors.length + plan.schemaErrors.length + found.filter(({ level }) => level === 'error').length
  );
}

function firstField(plan: SheetPlanView, checks: ReadonlyMap<string, PlanCheck>): string {
  const [error] = [...plan.errors, ...plan.schemaErrors];
  if (error) return `tasks.${Math.max(0, plan.plan.rows.indexOf(error.row))}.${error.column ?? 'callsign'}`;
  return checks.get(plan.key)?.view?.findings.find(({ level }) => level === 'error')?.field ?? '';
}
