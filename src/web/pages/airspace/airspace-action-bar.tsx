import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deskPathOf } from '../audit/audit-desk-paths.ts';
import { isAct, weightOf } from './airspace-act.ts';
import { AirspaceActDialog, type PendingAct } from './airspace-act-dialog.tsx';
import type { AirspaceActionView, AirspaceDetail } from './airspace-types.ts';

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
  const order = { primary: 0, plain: 1, danger: 2 };
  const now = mine
    .filter(({ allowed }) => allowed)
    .toSorted((a, b) => order[weightOf(a.action)] - order[weightOf(b.action)]);
  const later = mine.filter(({ allowed }) => !allowed);
  const decides = detail.actions.some(
    ({ action, relevant, allowed }) => decisions.has(action) && relevant && allowed,
  );
  const desk = deskPathOf('airspace');

  function start({ action }: AirspaceActionView): void {
    if (isAct(action)) setPending({ action, airspace, ask: extensionAsk });
    else void navigate(`/situation/${action === 'change' ? 'edit_Air' : 'edit_a'}?id=${airspace.id}`);
  }

  return (
    <fieldset className="cw-bar cw-plain" aria-label={t('airspace.act.group')}>
      {decides && desk && (
        <Button type="primary" onClick={() => void navigate(`${desk}?id=${airspace.id}`)}>
          {t('airspace.act.name.decide')}
        </Button>
      )}
      {now.map((view) => (
        <Button
          key={view.action}
          type={weightOf(view.action) === 'primary' ? 'primary' : 'default'}
          danger={weightOf(view.action) === 'danger'}
          aria-haspopup={isAct(view.action) ? 'dialog' : undefined}
          data-action={view.action}
          onClick={() => start(view)}
        >
          {t(`airspace.act.name.${view.action}`)}
        </Button>
      ))}
      {later.length > 0 && (
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('plan.act.laterTitle')}
          content={<Later actions={later} />}
        >
          <Button aria-haspopup="true" icon={<DownOutlined />} iconPosition="end">
            {t('plan.act.later', { count: later.length })}
          </Button>
        </Popover>
      )}
      <AirspaceActDialog pending={pending} onClose={() => setPending(null)} {...(onDone ? { onDone } : {})} />
    </fieldset>
  );
}

function Later({ actions }: { actions: AirspaceActionView[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <ul className="plan-later" aria-label={t('plan.act.laterTitle')} tabIndex={0}>
      {actions.map(({ action, reason, rule }) => (
        <li key={action}>
          <Button size="small" disabled data-action={action}>
            {t(`airspace.act.name.${action}`)}
          </Button>
          <span>
            {reason}
            {rule && <span className="plan-soft"> · {rule}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
