import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/my-account.ts';
import { useAsyncAction } from '#web/client/async-action.ts';

/** Where somebody is signed in, and ending that: one session, or several after asking. */
export function useSessions({ queryKey, list }: { queryKey: unknown[]; list: () => Promise<SessionView[]> }) {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const { failure, run } = useAsyncAction();
  const [busyId, setBusyId] = useState<number | null>(null);
  const { data: sessions, error, refetch } = useQuery({ queryKey, queryFn: list });

  async function call(ends: () => Promise<unknown>, done: string): Promise<void> {
    await run(async () => {
      await ends();
      message.success(done);
    });
    await refetch();
  }

  return {
    sessions,
    error,
    refetch,
    failure,
    /** Of the session that is just being ended. */
    busyId,
    async end(id: number, ends: () => Promise<unknown>): Promise<void> {
      setBusyId(id);
      await call(ends, t('account.session.ended'));
      setBusyId(null);
    },
    endMany(ends: () => Promise<unknown>, texts: { title: string; content: string; done: string }): void {
      modal.confirm({
        title: texts.title,
        content: texts.content,
        okText: texts.title,
        cancelText: t('shell.cancel'),
        okButtonProps: { danger: true },
        onOk: () => call(ends, texts.done),
      });
    },
  };
}
