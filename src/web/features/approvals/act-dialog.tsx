import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate } from '#contract/approvals/audit.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { isNotFinish } from '#web/client/error-catalogue.ts';
import type { RequestError } from '#web/client/http.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { ErrorText, RefusalList } from '#web/ui/refusal-list.tsx';
import { ReasonHelp } from './reason-help.tsx';
import type { reasonCodes } from './reason-presets.ts';

/** What any act may ask; absent where it was not asked, or left empty. */
export interface ActInput {
  reason?: string;
  /** User ids. */
  assignees?: number[];
}

/** A reason that must be given, one that may, and a remark beside a decision. */
export type ReasonNeed = 'reason' | 'reasonOptional' | 'comment';

/** How those are asked for to whom a step may be handed. */
export type CandidateQuery = UseQueryOptions<{ items: Candidate[] }, RequestError>;

interface Props {
  /** What is done, as its button says it, and with what. */
  action: string;
  name: string;
  /** What is said once it is done. */
  done: string;
  danger: boolean;
  reason?: ReasonNeed | undefined;
  /** Said where the reason is missing; by default that it is to be given. */
  reasonNeeded?: string;
  reasonLength?: number;
  /** Beside a reason that must be given: the reasons that are said again and again, and what a check found. */
  presets?: keyof typeof reasonCodes | undefined;
  quotes?: readonly string[] | undefined;
  /** Of an act that hands a step on. */
  candidates?: CandidateQuery | undefined;
  /** One of the act's own fields is not as it must be: it is said there, and nothing is sent. */
  blocked?: boolean;
  send: (input: ActInput) => Promise<unknown>;
  /** Sending says itself what came of it. */
  tellsItself?: boolean;
  /** Asks for what the screen below shows, after a refusal too. */
  refresh: () => Promise<unknown>;
  onClose: () => void;
  onDone?: () => void;
  /** What it comes to, and the act's own fields. */
  children?: ReactNode;
}

const Tried = createContext(false);

/**
 * Asks what an act needs, sends it with the button or Ctrl+Enter, and keeps what was typed until the server has said
 * yes.
 */
export function ActDialog(props: Props) {
  const {
    action,
    name,
    done,
    danger,
    reason,
    reasonNeeded,
    reasonLength = 1000,
    candidates,
    children,
  } = props;
  const {
    blocked = false,
    presets,
    quotes = [],
    send,
    tellsItself = false,
    refresh,
    onClose,
    onDone,
  } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const tellError = useNotifyError();
  const { busy, failure, run } = useAsyncAction();
  const [text, setText] = useState('');
  const [assignees, setAssignees] = useState<number[]>([]);
  const [tried, setTried] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const noReason = reason === 'reason' && text.trim() === '';
  const nobody = candidates !== undefined && assignees.length === 0;

  function submit(): void {
    setTried(true);
    if (busy || blocked || noReason || nobody) return;
    void run(async () => {
      try {
        await send({ ...(text.trim() && { reason: text.trim() }), ...(candidates && { assignees }) });
      } catch (error) {
        void refresh();
        if (!isNotFinish(error)) throw error;
        onClose();
        tellError(error);
        return;
      }
      // The screen below is true again before the next key is pressed on it: two steps may be decided in one breath.
      await refresh();
      if (!tellsItself) message.success(done);
      onClose();
      onDone?.();
    });
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // An open list of names takes Enter for itself and tells nobody.
      event.stopPropagation();
      submit();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });

  return (
    <Modal
      open
      title={t('approval.act.title', { action, name })}
      okText={action}
      okButtonProps={{ danger, loading: busy }}
      cancelText={t('shell.cancel')}
      onOk={submit}
      onCancel={onClose}
      // Only now has antd put the focus on the dialog itself.
      afterOpenChange={() => {
        if (!body.current?.contains(document.activeElement)) body.current?.querySelector('textarea')?.focus();
      }}
      width={520}
      styles={{ footer: { marginTop: 28 } }}
    >
      <Form layout="vertical" component="div">
        <div ref={body}>
          <Tried value={tried}>
            {children}
            {candidates && (
              <ActField
                label={t('approval.act.assignees')}
                required
                missing={nobody && t('approval.act.assigneesNeeded')}
              >
                {(id) => (
                  <AssigneeSelect id={id} query={candidates} value={assignees} onChange={setAssignees} />
                )}
              </ActField>
            )}
            {reason && (
              <ActField
                label={t(reason === 'comment' ? 'approval.act.comment' : 'approval.act.reason')}
                required={reason === 'reason'}
                missing={noReason && (reasonNeeded ?? t('approval.act.reasonNeeded'))}
              >
                {(id) => (
                  <>
                    <ActText id={id} value={text} onChange={setText} maxLength={reasonLength} />
                    {presets && reason === 'reason' && (
                      <ReasonHelp
                        presets={presets}
                        quotes={quotes}
                        value={text}
                        onChange={(value) => setText(value.slice(0, reasonLength))}
                      />
                    )}
                  </>
                )}
              </ActField>
            )}
            {failure !== null && <RefusalList error={failure} title={t('approval.act.refused')} />}
          </Tried>
        </div>
      </Form>
    </Modal>
  );
}

interface FieldProps {
  label: string;
  required?: boolean;
  /** Said once it was tried to be sent. */
  missing?: string | false;
  /** Said at once. */
  wrong?: string | false;
  help?: ReactNode;
  children: (id: string) => ReactNode;
}

/** A field of an act, with what is wrong with it. */
export function ActField({ label, required = false, missing, wrong, help, children }: FieldProps) {
  const id = useId();
  const tried = use(Tried);
  const error = wrong || (tried && missing);
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={required}
      validateStatus={error ? 'error' : undefined}
      help={error && <ErrorText text={error} />}
      extra={help}
    >
      {children(id)}
    </Form.Item>
  );
}

/** What must be confirmed before an act, with what is said once it was tried without. */
export function ActConfirmed({ missing, children }: { missing: string | false; children: ReactNode }) {
  const tried = use(Tried);
  return (
    <div style={{ marginBottom: 12 }}>
      {children}
      {tried && missing && (
        <div role="alert" className="plan-late">
          {missing}
        </div>
      )}
    </div>
  );
}

interface TextProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
}

/** Several lines of an act's own words. */
export function ActText({ id, value, onChange, maxLength = 1000 }: TextProps) {
  return (
    <Input.TextArea
      id={id}
      maxLength={maxLength}
      showCount
      autoSize={{ minRows: 2, maxRows: 8 }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface AssigneeProps {
  id: string;
  query: CandidateQuery;
  value: number[];
  onChange: (value: number[]) => void;
}

/** To whom a step may be handed; those whom it names by itself come first. */
function AssigneeSelect({ id, query, value, onChange }: AssigneeProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useQuery(query);
  return (
    <Select
      id={id}
      mode="multiple"
      value={value}
      onChange={onChange}
      loading={isLoading}
      optionFilterProp="label"
      notFoundContent={t(isLoading ? 'approval.act.asking' : 'approval.act.nobody')}
      options={(data?.items ?? []).map((one) => ({
        value: one.id,
        label: [one.name, one.roleNames.join(' / '), one.unit].filter(Boolean).join(' · '),
      }))}
    />
  );
}
