import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { sheetColumnIds } from '#domain/plans/sheet/columns.ts';
import type { SheetRow } from '#domain/plans/sheet/rows.ts';
import { isObject } from '#domain/text/narrow.ts';
import { localText } from '#web/client/clock.ts';
import type { Draft } from '#web/engine/form/drafts.ts';

/** Rows as a draft kept them; whatever is no row is left out. */
function rowsInDraft(changes: Record<string, unknown>): SheetRow[] {
  const { rows } = changes;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown): SheetRow[] => {
    if (!isObject(row) || typeof row.key !== 'string' || !isObject(row.cells)) return [];
    const cells: SheetRow['cells'] = {};
    for (const id of sheetColumnIds) {
      const text = row.cells[id];
      if (typeof text === 'string' && text !== '') cells[id] = text;
    }
    return [
      {
        key: row.key,
        cells,
        ...(isObject(row.task) ? { task: row.task } : {}),
        ...(isObject(row.plan) ? { plan: row.plan } : {}),
      },
    ];
  });
}

/** The sheet that was left here when the browser, or the session, went away. */
export function SheetDraft({
  draft,
  onRestore,
  onDiscard,
}: {
  draft: Draft;
  onRestore: (rows: SheetRow[]) => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation();
  const rows = rowsInDraft(draft.changes);
  if (rows.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      message={t('plan.sheet.draft', { when: localText(draft.at), count: rows.length })}
      action={
        <span className="cw-bar">
          <Button size="small" type="primary" onClick={() => onRestore(rows)}>
            {t('form.draft.restore')}
          </Button>
          <Button size="small" onClick={onDiscard}>
            {t('form.draft.discard')}
          </Button>
        </span>
      }
    />
  );
}
