import { App } from 'antd';
import { type Dispatch, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DateOrder,
  dateOrderOf,
  datesIn,
  normalRange,
  readingsOf,
} from '#domain/plans/sheet/normal-cell.ts';
import type { CellPlace, Range, SheetRow } from '#domain/plans/sheet/rows.ts';
import { today } from '#web/client/clock.ts';
import { nextError, type SheetNotes } from './sheet-notes.ts';
import type { SheetAction, SheetState } from './sheet-state.ts';
import type { SheetPlanView } from './use-plans.ts';

/**
 * Takes in what is pasted: values become what they are written as here, an order of dates that can be read two ways is
 * asked once, and the cursor goes to the first error as soon as the names in it are known, unless the user has moved it or
 * begun to type by then.
 */
export function usePaste({
  state: { rows, active, editing },
  plans,
  notes,
  dispatch,
}: {
  state: SheetState;
  plans: SheetPlanView[];
  notes: SheetNotes;
  dispatch: Dispatch<SheetAction>;
}) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  /** Where the cursor stood when errors began to be looked for; null: they are not. */
  const [seeking, setSeeking] = useState<CellPlace | null>(null);

  useEffect(() => {
    if (!seeking) return;
    const hasGoneOn = editing !== null || active.row !== seeking.row || active.column !== seeking.column;
    if (!hasGoneOn && plans.some(({ pending }) => pending)) return;
    setSeeking(null);
    const to = hasGoneOn ? null : nextError(rows, notes, { row: 0, column: -1 }, 1);
    if (to) dispatch({ kind: 'go', to });
  }, [seeking, plans, rows, notes, active, editing, dispatch]);

  return {
    /** Once the rows have been read, to the first error. */
    seekError: () => setSeeking(active),
    async paste(pasted: SheetRow[], range: Range): Promise<void> {
      const { order, asked } = dateOrderOf(datesIn(pasted, range));
      const accept = (known: DateOrder | null) => {
        const accepted = normalRange(pasted, range, { today: today(), order: known });
        dispatch({ kind: 'rows', rows: accepted, range });
        setSeeking({ row: range.top, column: range.left });
      };
      if (asked === null) {
        accept(order);
        return;
      }
      const readings = readingsOf(asked);
      const dayFirst = await modal.confirm({
        title: t('plan.sheet.dateOrder', { text: asked }),
        okText: t('plan.sheet.dayFirst', { day: readings.day }),
        cancelText: t('plan.sheet.monthFirst', { day: readings.month }),
        closable: false,
        keyboard: false,
      });
      accept(dayFirst ? 'day' : 'month');
      document.querySelector<HTMLElement>('.sheet-grid')?.focus();
    },
  };
}
