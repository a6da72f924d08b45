import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { AuditAct, AuditTimeline } from '#contract/approvals/audit.ts';
import type { OutputOf } from '#contract/services.ts';
import type { AcceptFilter } from '#domain/approvals/audit.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import type { ActInput, CandidateQuery } from '#web/features/approvals/act-dialog.tsx';

/** Everything about approvals of records lies below this key: one change asks all of it again. */
const auditKey = 'audits';

export function refreshAudits(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [auditKey] });
}

/** The resources whose records pass an approval. */
export function useAuditedResources(): string[] {
  const resources = useResources();
  return useMemo(() => resources.filter(({ approval }) => approval).map(({ name }) => name), [resources]);
}

/** Keeps what shows approvals as the server has it; mounted by each screen that does. */
export function useLiveAudits(): void {
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshAudits(client), [client]);
  useLiveChanges(useAuditedResources(), refresh);
}

export interface InboxFilter {
  resource: string | undefined;
  accept: AcceptFilter | undefined;
  keyword?: string;
  /** So many lines at most. */
  most: number;
}

export function useAuditInbox({ most, ...filter }: InboxFilter, enabled = true) {
  const locale = useLocale();
  return useQuery<OutputOf<'Audit', 'GetInbox'>, RequestError>({
    queryKey: [auditKey, 'inbox', filter, most, locale],
    queryFn: () => callService('Audit', 'GetInbox', { ...filter, maxResultCount: most }),
    enabled,
    placeholderData: (before) => before,
  });
}

export function useTimeline(resource: string, id: number | null) {
  const locale = useLocale();
  return useQuery<AuditTimeline, RequestError>({
    queryKey: [auditKey, 'timeline', resource, id, locale],
    queryFn: id === null ? skipToken : () => callService('Audit', 'GetTimeline', { resource, id }),
  });
}

/** To whom the waiting step may be handed. */
export function candidatesOf(resource: string, id: number): CandidateQuery {
  return {
    queryKey: [auditKey, 'candidates', resource, id],
    queryFn: () => callService('Audit', 'Candidates', { resource, id }),
  };
}

/** Does it, by the call that is its own; refused with the server's words. */
export function actOn(
  act: AuditAct,
  { resource, id, stepIndex }: Pick<AuditTimeline, 'resource' | 'id' | 'stepIndex'>,
  { reason, assignees }: ActInput,
): Promise<unknown> {
  const document = { resource, id, ...(reason && { comment: reason }) };
  if (act === 'submit') return callService('Audit', 'Submit', document);
  if (act === 'withdraw') return callService('Audit', 'Withdraw', document);
  return callService('Audit', 'Decide', {
    ...document,
    decision: act,
    stepIndex: stepIndex ?? 0,
    ...(assignees && { assignees }),
  });
}
