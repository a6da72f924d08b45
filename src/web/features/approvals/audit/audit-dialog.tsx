import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditAct, AuditTimeline } from '#contract/approvals/audit.ts';
import { needsComment } from '#domain/approvals/audit.ts';
import { ActDialog } from '#web/features/approvals/act-dialog.tsx';
import type { ActWeight } from '#web/ui/act-bar.tsx';
import { actOn, candidatesOf, refreshAudits } from './audit-queries.ts';

export interface PendingAct {
  act: AuditAct;
  timeline: Pick<AuditTimeline, 'resource' | 'id' | 'title' | 'stepIndex' | 'papers'>;
}

interface Props {
  pending: PendingAct | null;
  onClose: () => void;
  /** It was done. */
  onDone?: (act: AuditAct) => void;
}

/** How its button looks. */
export function weightOf(act: AuditAct): ActWeight {
  if (act === 'approve' || act === 'submit') return 'primary';
  return act === 'reject' ? 'danger' : 'plain';
}

/** The dialog of an act on a record under approval. */
export function AuditDialog({ pending, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  if (!pending) return null;
  const { act, timeline } = pending;
  const { resource, id } = timeline;
  const action = t(`audit.action.${act}`);
  return (
    <ActDialog
      key={`${act} ${resource} ${id}`}
      action={action}
      name={timeline.title}
      done={t(`audit.act.done.${act}`, { name: timeline.title })}
      danger={weightOf(act) === 'danger'}
      reason={needsComment(act) ? 'reason' : 'comment'}
      reasonNeeded={t('audit.act.reasonNeeded', { action })}
      reasonLength={act === 'submit' || act === 'withdraw' ? 1000 : 500}
      presets={act === 'reject' || act === 'return' ? 'record' : undefined}
      quotes={timeline.papers
        .filter(({ expired }) => expired)
        .map(({ label, until }) => `${label} ${until} ${t('audit.document.expired')}`)}
      candidates={act === 'reassign' ? candidatesOf(resource, id) : undefined}
      send={async (input) => {
        await actOn(act, timeline, input);
        await invalidate({ resource, id, invalidates: ['list', 'many', 'detail'] });
      }}
      refresh={() => refreshAudits(client)}
      onClose={onClose}
      onDone={() => onDone?.(act)}
    >
      <p style={{ marginTop: 0 }}>{t(`audit.act.about.${act}`)}</p>
    </ActDialog>
  );
}
