import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNotifyError } from '#web/client/notify-error.ts';
import { type ActInput, act } from './plan-act.ts';
import { refreshPlans } from './plan-queries.ts';
import {
  fileReport,
  type ReportAction,
  type ReportedPlan,
  reportQueue,
  unsentReports,
} from './unsent-reports.ts';

/** Seconds in which a report is undone from its own toast; afterwards its plan takes it back. */
const undoSeconds = 10;

/**
 * Files a take-off or landing, says whether it was sent or waits for a connection, and offers to undo it: one that
 * waits is struck out, one that was sent is taken back with its record.
 */
export function useReport() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const tellError = useNotifyError();

  async function undo(action: ReportAction, plan: ReportedPlan, queued: string | undefined): Promise<void> {
    if (queued !== undefined && unsentReports.get().some(({ key }) => key === queued)) {
      reportQueue.drop(queued);
      message.info(t('plan.unsent.dropped'));
      return;
    }
    try {
      const state = action === 'takeOff' ? 9 : 10;
      await act('revertReport', { id: plan.id, stepIndex: null, state }, { sorties: plan.actualNum });
      message.success(t('plan.report.undone'));
    } catch (error) {
      tellError(error);
    }
    await refreshPlans(client);
  }

  return async (
    action: ReportAction,
    plan: ReportedPlan,
    input: ActInput,
    replaced?: string,
  ): Promise<void> => {
    const outcome = await fileReport(action, plan, input, replaced);
    const queued = outcome === 'queued' ? unsentReports.get().at(-1)?.key : undefined;
    const name = plan.callsign ?? plan.planNumber;
    const toast = `report ${plan.id}`;
    message.open({
      key: toast,
      type: queued === undefined ? 'success' : 'warning',
      duration: undoSeconds,
      content: (
        <>
          {queued === undefined
            ? t(`plan.act.done.${action}`, { name })
            : t('plan.unsent.kept', { action: t(`plan.action.${action}`), name })}{' '}
          <Button
            type="link"
            size="small"
            data-action="undoReport"
            onClick={() => {
              message.destroy(toast);
              void undo(action, plan, queued);
            }}
          >
            {t('plan.report.undo')}
          </Button>
        </>
      ),
    });
  };
}
