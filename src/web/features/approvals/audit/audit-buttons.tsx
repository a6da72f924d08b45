import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditAct, AuditTimeline } from '#contract/approvals/audit.ts';
import { AuditDialog, type PendingAct, weightOf } from './audit-dialog.tsx';

interface Props {
  timeline: AuditTimeline;
  /** In the order in which they stand. */
  acts: AuditAct[];
  onDone?: (act: AuditAct) => void;
  /** Leaves out what is not for me now, instead of saying why. */
  quiet?: boolean;
}

/** The acts on a record, each for whom it is; one that is not possible now says why on pointing and to readers. */
export function AuditButtons({ timeline, acts, onDone, quiet = false }: Props) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingAct | null>(null);
  const shown = acts.filter((act) => act in timeline.may && (!quiet || timeline.may[act] === null));
  return (
    <>
      {shown.map((act) => {
        const why = timeline.may[act] ?? null;
        return (
          <Tooltip key={act} title={why}>
            <Button
              type={weightOf(act) === 'primary' ? 'primary' : 'default'}
              danger={weightOf(act) === 'danger'}
              disabled={why !== null}
              aria-haspopup="dialog"
              data-act={act}
              aria-description={why ?? undefined}
              onClick={() => setPending({ act, timeline })}
            >
              {t(`audit.action.${act}`)}
            </Button>
          </Tooltip>
        );
      })}
      <AuditDialog pending={pending} onClose={() => setPending(null)} onDone={onDone} />
    </>
  );
}
