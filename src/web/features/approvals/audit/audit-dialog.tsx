import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditAct, AuditTimeline } from '#contract/approvals/audit.ts';
import { needsComment } from '#domain/approvals/audit.ts';
import { RequestError } from '#web/client/http.ts';
import { Failure } from '#web/ui/failure.tsx';
import { actOn, refreshAudits, useCandidates } from './audit-queries.ts';

export interface PendingAct {
  act: AuditAct;
  timeline: Pick<AuditTimeline, 'resource' | 'id' | 'title' | 'stepIndex'>;
}

interface Props {
  pending: PendingAct | null;
  onClose: () => void;
  /** It was done. */
  onDone?: (act: AuditAct) => void;
}

/** Asks what an act needs, sends it, and keeps what was typed until the server has said yes. */
export function AuditDialog({ pending, onClose, onDone }: Props) {
  if (!pending) return null;
  const { act, timeline } = pending;
  return (
    <OneAct
      key={`${act} ${timeline.resource} ${timeline.id}`}
      pending={pending}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function OneAct({ pending, onClose, onDone }: { pending: PendingAct } & Omit<Props, 'pending'>) {
  const { act, timeline } = pending;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const [comment, setComment] = useState('');
  const [assignees, setAssignees] = useState<number[]>([]);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const first = useRef<HTMLTextAreaElement | null>(null);
  const fieldId = useId();
  const reassign = act === 'reassign';
  const candidates = useCandidates(timeline.resource, timeline.id, reassign);
  useEffect(() => {
    // After antd has put the focus on the dialog itself.
    const timer = setTimeout(() => first.current?.focus(), 120);
    return () => clearTimeout(timer);
  }, []);

  const needed = needsComment(act);
  const missing = {
    comment: needed && comment.trim() === '',
    assignees: reassign && assignees.length === 0,
  };
  const text = t(`audit.action.${act}`);

  async function send(): Promise<void> {
    setTried(true);
    if (missing.comment || missing.assignees || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await actOn(act, timeline, { comment, assignees });
      await Promise.all([
        refreshAudits(client),
        invalidate({
          resource: timeline.resource,
          id: timeline.id,
          invalidates: ['list', 'many', 'detail'],
        }),
      ]);
      message.success(t('audit.act.done', { action: text, name: timeline.title }));
      onClose();
      onDone?.(act);
    } catch (error) {
      setFailure(error);
      void refreshAudits(client);
    } finally {
      setBusy(false);
    }
  }

  const faults = failure instanceof RequestError ? Object.values(failure.errors).flat() : [];
  return (
    <Modal
      open
      title={t('audit.act.title', { action: text, name: timeline.title })}
      okText={text}
      okButtonProps={{ danger: act === 'reject', loading: busy }}
      cancelText={t('shell.cancel')}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
      width={520}
      styles={{ footer: { marginTop: 28 } }}
    >
      <Form layout="vertical" component="div">
        <p style={{ marginTop: 0 }}>{t(`audit.act.about.${act}`)}</p>
        {reassign && (
          <Form.Item
            label={t('audit.act.assignees')}
            htmlFor={`${fieldId}-to`}
            required
            validateStatus={tried && missing.assignees ? 'error' : undefined}
            help={tried && missing.assignees && <Fault text={t('flow.refused.noAssignee')} />}
          >
            <Select
              id={`${fieldId}-to`}
              mode="multiple"
              autoFocus
              value={assignees}
              onChange={setAssignees}
              loading={candidates.isLoading}
              optionFilterProp="label"
              notFoundContent={candidates.isLoading ? t('audit.act.asking') : t('audit.act.nobody')}
              options={(candidates.data?.items ?? []).map((one) => ({
                value: one.id,
                label: [one.name, one.roleNames.join(' / '), one.unit].filter(Boolean).join(' · '),
              }))}
            />
          </Form.Item>
        )}
        <Form.Item
          label={t(needed ? 'audit.act.reason' : 'audit.act.comment')}
          htmlFor={`${fieldId}-comment`}
          required={needed}
          validateStatus={tried && missing.comment ? 'error' : undefined}
          help={tried && missing.comment && <Fault text={t('audit.act.reasonNeeded', { action: text })} />}
        >
          <Input.TextArea
            id={`${fieldId}-comment`}
            ref={(area) => {
              if (!reassign) first.current = area?.resizableTextArea?.textArea ?? null;
            }}
            maxLength={act === 'submit' || act === 'withdraw' ? 1000 : 500}
            showCount
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
        </Form.Item>
        {failure !== null && <Failure title={t('audit.act.refused')} error={failure} />}
        {faults.length > 0 && (
          <ul style={{ margin: '8px 0 0', paddingInlineStart: 18, color: 'var(--cw-error)' }}>
            {[...new Set(faults)].map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </Form>
    </Modal>
  );
}

/** What is missing, in the theme's own red: antd's is too pale on a raised dark panel. */
function Fault({ text }: { text: string }) {
  return <span style={{ color: 'var(--cw-error)' }}>{text}</span>;
}
