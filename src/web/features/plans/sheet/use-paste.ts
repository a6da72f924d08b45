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
import type { Range, SheetRow } from '#domain/plans/sheet/rows.ts';
import { today } from '#web/client/clock.ts';
import { nextError, type SheetNotes } from './sheet-notes.ts';
import type { SheetAction } from './sheet-state.ts';
import type { SheetPlanView } from './use-plans.ts';

/**
 * Takes in what is pasted: values become what they are written as here, an order of dates that can be read two ways is
 * asked once, and the cursor goes to the first error as soon as the names in it are known.
 */
export function usePaste({
  rows,
  plans,
  notes,
  dispatch,
}: {
  rows: SheetRow[];
  plans: SheetPlanView[];
  notes: SheetNotes;
  dispatch: Dispatch<SheetAction>;
}) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const [seeking, setSeeking] = useState(false);

  useEffect(() => {
    if (!seeking || plans.some(({ pending }) => pending)) return;
    setSeeking(false);
    const to = nextError(rows, notes, { row: 0, column: -1 }, 1);
    if (to) dispatch({ kind: 'go', to });
  }, [seeking, plans, rows, notes, dispatch]);

  return {
    /** Once the rows have been read, to the first error. */
    seekError: () => setSeeking(true),
    async paste(pasted: SheetRow[], range: Range): Promise<void> {
      const { order, asked } = dateOrderOf(datesIn(pasted, range));
      const accept = (known: DateOrder | null) => {
        const accepted = normalRange(pasted, range, { today: today(), order: known });
        dispatch({ kind: 'rows', rows: accepted, range });
        setSeeking(true);
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
