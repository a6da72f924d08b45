import { addCell } from '#web/engine/cells.tsx';
import { addWord } from '#web/engine/labels.ts';
import { formNotices, showNotices } from '#web/engine/show/notices.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { addShowTab, showTabs } from '#web/engine/show-tabs.ts';
import { actionWord, actorWord, channelWord, stateWord } from './operation-words.ts';

const audited = ({ resource, record }: ShowTabProps) => resource.approval !== undefined && !record.deletedAt;

const operationCells = () => import('./operation-cells.tsx');
const decisionCells = () => import('#web/features/approvals/decision-cells.tsx');

/**
 * What approvals add to the generated screens of the types that pass one, and how operation records are shown. Called once,
 * before the first screen.
 */
export function addAuditParts(): void {
  if (showTabs.some(({ key }) => key === 'approvals')) return;
  addShowTab(
    {
      key: 'approvals',
      titleKey: 'audit.tab',
      when: ({ resource }) => resource.approval !== undefined,
      load: async () => ({ default: (await import('./approvals-tab.tsx')).ApprovalsTab }),
    },
    'uses',
  );
  addWord('operateRecord', 'action', actionWord);
  addWord('operateRecord', 'fromState', stateWord);
  addWord('operateRecord', 'toState', stateWord);
  addWord('operateRecord', 'operatedByName', actorWord);
  addWord('operateRecord', 'channel', channelWord);
  addCell('operateRecord', 'recordId', async () => ({ default: (await operationCells()).RecordNameCell }));
  addCell('operateRecord', 'unit', async () => ({ default: (await operationCells()).OperationUnitCell }));
  addCell('operateRecord', 'detail', async () => ({ default: (await operationCells()).OperationDetailCell }));
  for (const resource of ['flowConfig', 'flowVersion', 'flowInstance']) {
    addCell(resource, 'steps', async () => ({ default: (await decisionCells()).StepsCell }));
  }
  for (const resource of ['flowConfig', 'flowVersion']) {
    addCell(resource, 'condition', async () => ({ default: (await decisionCells()).ConditionCell }));
  }
  addCell('approval', 'snapshot', async () => ({ default: (await decisionCells()).SnapshotCell }));
  showNotices.push({
    key: 'audit',
    when: audited,
    load: async () => ({ default: (await import('./audit-notice.tsx')).AuditNotice }),
  });
  formNotices.push({
    key: 'audit',
    when: audited,
    load: async () => ({ default: (await import('./audit-notice.tsx')).AuditFormNotice }),
  });
}
