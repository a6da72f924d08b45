import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import { callService } from '#web/client/services.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { refreshPlans } from './plan-queries.ts';

interface Props {
  items: readonly InboxItem[];
  onClose: () => void;
  /** Those that were not approved stay chosen. */
  onDone: (left: readonly number[]) => void;
}

interface Failed {
  item: InboxItem;
  why: string;
}

/** What stands against one of them; null: it was approved. Each is checked anew, and decided by itself. */
async function approve({ id, stepIndex }: InboxItem): Promise<string | null> {
  try {
    const { findings } = await callService('Navigation', 'GetFindingsById', { id });
    const error = findings.find(({ level }) => level === 'error');
    if (error) return error.message;
    await callService('Navigation', 'DoFlyApprove', { id, stepIndex, decision: 'approve', comment: null });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Several plans approved together: one after the other, each checked; what failed is listed with its reason. */
export function ApproveTogether({ items, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [at, setAt] = useState<number | null>(null);
  const [failed, setFailed] = useState<Failed[] | null>(null);

  async function run(): Promise<void> {
    const found: Failed[] = [];
    for (const [index, item] of items.entries()) {
      setAt(index);
      const why = await approve(item);
      if (why !== null) found.push({ item, why });
    }
    setAt(null);
    await refreshPlans(client);
    const done = items.length - found.length;
    if (done > 0) message.success(t('plan.together.done', { count: done }));
    onDone(found.map(({ item }) => item.id));
    if (found.length === 0) onClose();
    else setFailed(found);
  }

  const send = () => {
    if (at === null && failed === null) void run();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return (
    <Modal
      open
      title={t('plan.together.title', { count: items.length })}
      onCancel={onClose}
      closable={at === null}
      maskClosable={at === null}
      footer={
        failed === null ? (
          <>
            <Button disabled={at !== null} onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="primary" loading={at !== null} onClick={send}>
              {t('plan.action.approve')}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t('plan.together.close')}
          </Button>
        )
      }
    >
      {failed === null ? (
        <>
          <p>{t('plan.together.about')}</p>
          <ul className="plan-together">
            {items.map(({ id, title, companyName, missionTypeName }, index) => (
              <li key={id} aria-current={index === at}>
                <strong className="cw-figures">{title}</strong>{' '}
                <span className="plan-soft">
                  {missionTypeName} · {companyName}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Alert
          type="warning"
          showIcon
          message={t('plan.together.failed', { count: failed.length })}
          description={
            <ul className="plan-together" data-failed={failed.length}>
              {failed.map(({ item, why }) => (
                <li key={item.id}>
                  <strong className="cw-figures">{item.title}</strong> {why}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  );
}
