import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AirspaceDetail } from '#contract/airspace/airspace-output.ts';
import type { AirspaceAction } from '#domain/airspace/machine.ts';
import { deskPathOf } from '#web/features/approvals/audit/audit-desk-paths.ts';
import { ActBar } from '#web/ui/act-bar.tsx';
import { isAct, weightOf } from './airspace-act.ts';
import { AirspaceActDialog, type PendingAct } from './airspace-act-dialog.tsx';

interface Props {
  detail: Pick<AirspaceDetail, 'airspace' | 'actions' | 'extensionAsk'>;
  onDone?: (done: PendingAct) => void;
}

/** Three ways to decide are one place: the desk. */
const decisions = new Set(['approve', 'reject', 'return']);

/** What I may do now as buttons; what is mine to do but not now, with the reason that the server gives. */
export function AirspaceActionBar({ detail, onDone }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<PendingAct | null>(null);
  const { airspace, extensionAsk } = detail;
  const mine = detail.actions.filter(({ relevant, action }) => relevant && !decisions.has(action));
  const decides = detail.actions.some(
    ({ action, relevant, allowed }) => decisions.has(action) && relevant && allowed,
  );
  const desk = deskPathOf('airspace');

  function start(action: AirspaceAction): void {
    if (isAct(action)) setPending({ action, airspace, ask: extensionAsk });
    else void navigate(`/situation/${action === 'change' ? 'edit_Air' : 'edit_a'}?id=${airspace.id}`);
  }

  return (
    <>
      <ActBar
        label={t('airspace.act.group')}
        actions={mine}
        nameOf={(action) => t(`airspace.act.name.${action}`)}
        weightOf={weightOf}
        asks={isAct}
        onStart={start}
        first={
          decides &&
          desk && (
            <Button type="primary" onClick={() => void navigate(`${desk}?id=${airspace.id}`)}>
              {t('airspace.act.name.decide')}
            </Button>
          )
        }
      />
      <AirspaceActDialog pending={pending} onClose={() => setPending(null)} {...(onDone ? { onDone } : {})} />
    </>
  );
}
