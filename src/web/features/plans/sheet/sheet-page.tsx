import { App, Button, Checkbox } from 'antd';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Suggestion } from '#contract/plans/plan-output.ts';
import { writeAltitudeText } from '#domain/geo/altitude-text.ts';
import { type SheetColumnId, sheetColumnIds, sheetColumns } from '#domain/plans/sheet/columns.ts';
import { dateOrderOf, normalCell } from '#domain/plans/sheet/normal-cell.ts';
import { isBlank, type SheetRow, setCell } from '#domain/plans/sheet/rows.ts';
import { cellsOfTask, rowsOfForm } from '#domain/plans/sheet/write-plan.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { serviceZone, today } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { newKey } from '#web/client/new-key.ts';
import { currentUser } from '#web/client/session.ts';
import { useDraft } from '#web/engine/form/use-draft.ts';
import { enumChoices } from '#web/engine/labels.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { UnsavedGuard, useUnsaved } from '#web/engine/unsaved-guard.tsx';
import { planFormResource, usePlanValidate } from '#web/features/plans/plan-form-schema.ts';
import { AreaDialog } from './area-dialog.tsx';
import { DatumOffer } from './datum-offer.tsx';
import { DetailsDrawer } from './details-drawer.tsx';
import { FilingReport } from './filing-report.tsx';
import { SameAs } from './same-as.tsx';
import { errorsOf, SheetBeside } from './sheet-beside.tsx';
import { SheetDraft } from './sheet-draft.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import type { SheetCommand } from './sheet-keys.ts';
import { nextError, notesOf, sameNotes } from './sheet-notes.ts';
import { firstState, sheetReducer } from './sheet-state.ts';
import { SheetTools } from './sheet-tools.tsx';
import { useFiling } from './use-filing.ts';
import { useNames } from './use-names.ts';
import { usePaste } from './use-paste.ts';
import { cellOf, type SheetPlanView, useSheetPlans } from './use-plans.ts';
import { useSheetChecks } from './use-sheet-checks.ts';
import { useSheetCommands } from './use-sheet-commands.ts';
import './sheet.css';
import { pressedKey } from '#web/ui/composing.ts';

/** Quick add of several plans at once: a sheet, one row a sortie; beside it the map and what stands against each, live. */
export function SheetPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { message, modal } = App.useApp();
  const actor = currentUser.get()?.actor;
  const [company, setCompany] = useState<number | null>(actor?.companyId ?? actor?.companyIds[0] ?? null);
  const choosesCompany = actor?.companyId == null || actor.companyIds.length > 1;
  const [state, dispatch] = useReducer(sheetReducer, undefined, firstState);
  const [count, setCount] = useState(true);
  const [together, setTogether] = useState(false);
  const [beside, setBeside] = useState(true);
  const [wanted, setWanted] = useState<{ submit: boolean } | null>(null);
  const [copying, setCopying] = useState(false);
  const [drawing, setDrawing] = useState<number | null>(null);
  const [details, setDetails] = useState<SheetPlanView | null>(null);
  const validate = usePlanValidate();
  const resource = useMemo(planFormResource, []);
  const { names, revision } = useNames(choosesCompany ? company : null);
  const { rows, active } = state;
  const rowsNow = useRef(rows);
  rowsNow.current = rows;
  const { plans, clashes } = useSheetPlans({ rows, names, revision, company, validate });
  const here = plans.find(({ plan }) => plan.rows.includes(active.row)) ?? null;
  const { checks, running } = useSheetChecks(plans, here?.key ?? null);
  const filing = useFiling();
  const filled = rows.filter((row) => !isBlank(row));
  const draft = useDraft({
    resource: 'planSheet',
    id: null,
    version: null,
    changes: filled.length > 0 ? { rows: filled, company } : {},
  });
  const { mustAsk } = useUnsaved(filled.length > 0);

  const choices = useMemo(() => {
    const task = resource.schema.properties.tasks?.items?.properties ?? {};
    return new Map<SheetColumnId, ReadonlyMap<string, string>>(
      sheetColumns.flatMap(({ id, fields: [field = ''], ofPlan }) => {
        const schema = (ofPlan ? resource.schema.properties : task)[field];
        const offered = schema ? choicesOf(schema, locale, t) : [];
        return offered.length > 0 ? [[id, new Map(offered)] as const] : [];
      }),
    );
  }, [resource, locale, t]);
  const firstRows = useMemo(() => new Set(plans.map(({ key }) => key)), [plans]);
  const noted = useRef<ReturnType<typeof sameNotes>>(new Map());
  const notes = useMemo(() => {
    noted.current = sameNotes(noted.current, notesOf(rows, plans, clashes, checks, t));
    return noted.current;
  }, [rows, plans, clashes, checks, t]);

  const goTo = (plan: SheetPlanView, field: string) => {
    const own = sheetColumnIds.find((id) => field.endsWith(`.${id}`));
    const { row, column } = cellOf(field, plan.plan.rows);
    const place = sheetColumnIds.indexOf(own ?? column ?? 'callsign');
    dispatch({ kind: 'go', to: { row, column: place } });
    document.querySelector<HTMLElement>('.sheet-grid')?.focus();
  };
  const setPlanCell = (plan: SheetPlanView, id: SheetColumnId, text: string) => {
    const [first = 0] = plan.plan.rows;
    dispatch({ kind: 'rows', rows: setCell(rows, first, id, text) });
  };
  const take = (plan: SheetPlanView, { task, etd, eta, lower, upper }: Suggestion) => {
    const at = plan.plan.rows[task];
    if (at === undefined) return;
    const { cells } = cellsOfTask({ etd, eta, lower, upper }, serviceZone());
    let next: SheetRow[] = rows;
    for (const id of ['date', 'etd', 'eta'] as const) {
      const text = cells[id];
      if (text) next = setCell(next, at, id, text);
    }
    if (lower) next = setCell(next, at, 'lower', writeAltitudeText(lower));
    if (upper) next = setCell(next, at, 'upper', writeAltitudeText(upper));
    dispatch({ kind: 'rows', rows: next });
  };

  const wrong = plans.filter((plan) => plan.errors.length + plan.schemaErrors.length > 0);
  const file = async (submit: boolean) => {
    if (plans.length === 0) return;
    if (plans.some(({ pending }) => pending)) {
      // Names are still being looked up: it goes out as soon as they are known.
      setWanted({ submit });
      return;
    }
    const ready = plans.filter((plan) => !wrong.includes(plan));
    if (ready.length === 0 || (together && wrong.length > 0)) {
      const [first] = wrong;
      message.warning(t('plan.sheet.mendFirst', { count: wrong.length }));
      if (first) goTo(first, firstCell(first));
      return;
    }
    if (wrong.length > 0) {
      const sure = await modal.confirm({
        title: t('plan.sheet.someWrong', { wrong: wrong.length, ready: ready.length }),
        content: t('plan.sheet.someWrongText'),
        okText: t('plan.sheet.fileReady', { count: ready.length }),
        cancelText: t('shell.cancel'),
      });
      if (!sure) return;
    }
    const found = await filing.start(ready, submit, together);
    if (!found || found.filed.length === 0) return;
    // What was filed leaves the sheet; all else stays as it is by now, with why.
    const gone = new Set(
      found.filed.flatMap(({ key }) => {
        const plan = plans.find((one) => one.key === key);
        return (plan?.plan.rows ?? []).flatMap((at) => rows[at]?.key ?? []);
      }),
    );
    dispatch({ kind: 'filed', keys: gone });
    if (rowsNow.current.every((row) => gone.has(row.key) || isBlank(row))) {
      draft.drop();
      draft.resume();
    }
  };

  const takeDetails = (values: Values) => {
    if (!details) return;
    const before = details.plan.rows.flatMap((at) => rows[at] ?? []);
    const made = rowsOfForm(values, before, {
      name:
        details.plan.name ||
        (Array.isArray(values.tasks) && values.tasks.length > 1 ? `${active.row + 1}` : ''),
      unread: new Set(details.errors.map(({ row, column }) => `${rows[row]?.key} ${column}`)),
      newKey,
      timeZone: serviceZone(),
    });
    const own = new Set(before.map(({ key }) => key));
    const [first = 0] = details.plan.rows;
    const head = rows.slice(0, first).filter(({ key }) => !own.has(key));
    const tail = rows.slice(first).filter(({ key }) => !own.has(key));
    dispatch({ kind: 'rows', rows: [...head, ...made, ...tail] });
    setDetails(null);
  };

  const suggestions = here?.checkable ? (checks.get(here.key)?.view?.suggestions ?? []) : [];
  const command = useSheetCommands(state, dispatch, count, (request: SheetCommand) => {
    if (request.do === 'save') void file(false);
    else if (request.do === 'details' && here) setDetails(here);
    else if (request.do === 'nextError' || request.do === 'previousError') {
      const to = nextError(rows, notes, active, request.do === 'nextError' ? 1 : -1);
      if (to) dispatch({ kind: 'go', to });
      else message.info(t('plan.sheet.noError'));
    } else if (request.do === 'suggestTime' || request.do === 'suggestLevel') {
      const kind = request.do === 'suggestTime' ? 'time' : 'level';
      const one = suggestions.find((suggestion) => suggestion.kind === kind);
      if (one && here) take(here, one);
      else message.info(t('plan.sheet.noSuggestion'));
    }
  });
  const { paste, seekError } = usePaste({ state, plans, notes, dispatch });
  const latest = useRef(file);
  latest.current = file;
  useEffect(() => {
    if (!wanted || plans.some(({ pending }) => pending)) return;
    setWanted(null);
    void latest.current(wanted.submit);
  }, [wanted, plans]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        pressedKey(event).toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.defaultPrevented
      )
        return;
      event.preventDefault();
      void latest.current(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const errors = plans.reduce((sum, plan) => sum + errorsOf(plan, checks), clashes.length);
  const { found } = draft;
  return (
    <div className="sheet-page">
      <header className="cw-bar sheet-head">
        <h1 className="cw-title">
          <Link to="/navigation/navigation">{t('plan.page.plan')}</Link> / {t('plan.add.title')}
        </h1>
        {choosesCompany && (
          <div className="sheet-company">
            <RelationSelect
              resource="company"
              label={t('plan.sheet.company')}
              placeholder={t('plan.sheet.company')}
              value={company ?? undefined}
              onChange={(next) => setCompany(numberOf(next))}
            />
          </div>
        )}
        <Button size="small" onClick={() => setCopying(true)}>
          {t('plan.sheet.sameAs')}
        </Button>
        <SheetTools onCommand={command} canUndo={state.past.length > 0} canRedo={state.future.length > 0} />
        <Checkbox checked={count} onChange={(event) => setCount(event.target.checked)}>
          {t('plan.sheet.count')}
        </Checkbox>
        <span className="cw-grow" />
        <Link to="/navigation/addNavPlan?view=form">{t('plan.sheet.toForm')}</Link>
        <Button size="small" aria-pressed={beside} onClick={() => setBeside(!beside)}>
          {t('plan.add.beside')}
        </Button>
      </header>
      {found && (
        <SheetDraft
          draft={found}
          onRestore={(stored) => {
            dispatch({ kind: 'reset', rows: [...rows.filter((row) => !isBlank(row)), ...stored] });
            if (typeof found.changes.company === 'number' && choosesCompany)
              setCompany(found.changes.company);
            draft.settle();
          }}
          onDiscard={draft.discard}
        />
      )}
      {filing.result && (
        <FilingReport
          result={filing.result}
          submitted={filing.result.submit}
          onClose={filing.close}
          onGo={(key) => {
            const plan = plans.find((one) => one.key === key);
            if (plan) goTo(plan, firstCell(plan));
          }}
        />
      )}
      <div className="sheet-columns" data-beside={beside}>
        <div className="sheet-scroll">
          <SheetGrid
            state={state}
            dispatch={dispatch}
            names={names}
            revision={revision}
            choices={choices}
            notes={notes}
            firstRows={firstRows}
            onCommand={command}
            onArea={setDrawing}
            onPasted={(pasted, range) => void paste(pasted, range)}
            normal={(id, text) => {
              const { order } = dateOrderOf([text]);
              return normalCell(id, text, { today: today(), order });
            }}
            onLeftOver={(texts) =>
              message.warning(t('plan.sheet.leftOver', { list: listText(texts.slice(0, 8), locale) }), 10)
            }
          />
        </div>
        <DatumOffer rows={rows} active={active} onTake={(next) => dispatch({ kind: 'rows', rows: next })} />
        {beside && (
          <SheetBeside
            plans={plans}
            plan={here}
            task={Math.max(0, here?.plan.rows.indexOf(active.row) ?? 0)}
            checks={checks}
            running={running}
            onGo={goTo}
            onUrgency={(plan, urgency) => setPlanCell(plan, 'urgency', urgency)}
            onSuggestion={take}
          />
        )}
      </div>
      <SheetFoot
        filing={filing}
        plans={plans.length}
        sorties={filled.length}
        errors={errors}
        together={together}
        onTogether={setTogether}
        onFile={(submit) => void file(submit)}
      />
      {copying && (
        <SameAs
          company={company}
          onClose={() => setCopying(false)}
          onTake={(taken) => {
            dispatch({ kind: 'rows', rows: [...filled, ...taken] });
            setCopying(false);
            seekError();
          }}
        />
      )}
      {drawing !== null && (
        <AreaDialog
          text={rows[drawing]?.cells.area ?? ''}
          name={rows[drawing]?.cells.callsign ?? `${drawing + 1}`}
          onClose={() => setDrawing(null)}
          onSave={(text) => {
            dispatch({ kind: 'rows', rows: setCell(rows, drawing, 'area', text) });
            setDrawing(null);
          }}
        />
      )}
      {details && validate && (
        <DetailsDrawer
          plan={details}
          validate={validate}
          onTake={takeDetails}
          onClose={() => setDetails(null)}
        />
      )}
      <UnsavedGuard dirty={mustAsk} onLeave={draft.drop} />
    </div>
  );
}

/** The texts of a field that has a few fixed values, by what the cell holds. */
function choicesOf(schema: FieldSchema, locale: Locale, t: (key: string) => string): [string, string][] {
  if (schema.type === 'boolean') {
    return [
      ['true', t('list.yes')],
      ['false', t('list.no')],
    ];
  }
  return schema.enum ? enumChoices(schema, locale).map(({ value, label }) => [String(value), label]) : [];
}

/** Where a plan's first error is. */
function firstCell(plan: SheetPlanView): string {
  const [error] = [...plan.errors, ...plan.schemaErrors];
  if (!error) return 'tasks.0.callsign';
  return `tasks.${Math.max(0, plan.plan.rows.indexOf(error.row))}.${error.column ?? 'callsign'}`;
}
