import { useInvalidate } from '@refinedev/core';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { type BulkChange, type BulkReport, changeMany, filterQuery, mostAtOnce } from '#web/client/data.ts';
import { crudFilters, type ListState } from '#web/engine/url-state.ts';
import { countOf, nothing, type Selection } from './selection.ts';
import { undoOf } from './undo.ts';
import { ownChanges } from './use-held-rows.ts';

/**
 * Which records a change is for, as the endpoint takes them: the picked ones, or all that the list's question
 * meets.
 */
export function targetOf(
  selection: Selection,
  resource: Resource,
  state: ListState,
): Pick<BulkChange, 'ids' | 'where'> {
  if (selection.kind === 'ids') return { ids: selection.ids };
  const query = filterQuery(crudFilters(state, resource));
  for (const id of selection.except) query.append('id_nin', String(id));
  return { where: query.toString() };
}

/** What was done, where not all of it could be. */
export interface Unfinished {
  change: BulkChange;
  report: BulkReport;
}

/** Changes many records at once, says how it went, and offers to undo what can be undone. */
export function useBulk(resource: Resource, state: ListState, onSelect: (selection: Selection) => void) {
  const { t } = useTranslation();
  const { modal, notification } = App.useApp();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null);

  const run = async (change: BulkChange): Promise<BulkReport | null> => {
    setBusy(true);
    try {
      const report = await changeMany(resource.name, change);
      await invalidate({ resource: resource.name, invalidates: ['resourceAll'] });
      ownChanges.set(ownChanges.get() + 1);
      const failed = report.failed.map(({ id }) => id);
      // What failed stays picked: one sees which, and can try again.
      onSelect(failed.length > 0 ? { kind: 'ids', ids: failed } : nothing);
      setUnfinished(failed.length > 0 ? { change, report } : null);
      if (report.done > 0) announce(change, report);
      return report;
    } catch (error) {
      modal.error({
        title: t(`list.bulk.failed.${change.action}`),
        content: error instanceof Error ? t(error.message) : t('shell.error.unknown'),
        okText: t('shell.ok'),
      });
      return null;
    } finally {
      setBusy(false);
    }
  };

  function announce(change: BulkChange, report: BulkReport): void {
    const key = `bulk:${resource.name}:${Date.now()}`;
    const undo = undoOf(change, report);
    notification.success({
      key,
      message: t(`list.bulk.done.${change.action}`, { count: report.done }),
      duration: 8,
      ...(undo
        ? {
            actions: (
              <Button
                size="small"
                onClick={() => {
                  notification.destroy(key);
                  void run(undo);
                }}
              >
                {t('list.undo')}
              </Button>
            ),
          }
        : {}),
    });
  }

  return {
    run,
    busy,
    unfinished,
    forget: () => setUnfinished(null),
    target: (selection: Selection) => targetOf(selection, resource, state),
    tooMany: (selection: Selection) => countOf(selection) > mostAtOnce,
  };
}
