import type { DocumentKind } from '#domain/approvals/flow.ts';
import { idsIn } from '#web/features/plans/report/report-state.ts';
import { pageIn } from '#web/ui/page-in.ts';
import { kindIn } from './decisions-state.ts';

/** Which waiting documents are listed, as the address says it. */
export interface WaitingState {
  kind: DocumentKind | null;
  overdue: boolean;
  companies: number[];
  page: number;
}

/** What an address asks for. */
export function waitingStateOf(search: URLSearchParams): WaitingState {
  return {
    kind: kindIn(search),
    overdue: search.get('overdue') === '1',
    companies: idsIn(search, 'companies'),
    page: pageIn(search),
  };
}

/** The address of a state; what is as usual is left out. */
export function waitingSearch({ kind, overdue, companies, page }: WaitingState): URLSearchParams {
  const search = new URLSearchParams();
  if (kind !== null) search.set('kind', kind);
  if (overdue) search.set('overdue', '1');
  if (companies.length > 0) search.set('companies', companies.join(','));
  if (page > 1) search.set('page', String(page));
  return search;
}

/** The list of what a figure counts as waiting. */
export const waitingPath = (state: Omit<WaitingState, 'page'>): string =>
  `/statistics/navigationFSS/waiting?${waitingSearch({ ...state, page: 1 })}`;

/** Where what waits is worked through. */
export const desks: Record<DocumentKind, string> = {
  plan: '/navigation/navigation?states=1,2',
  release: '/navigation/navigation?states=5,6',
  airspace: '/situation/airspaceRepository',
  aircraft: '/baseManage/aircraftAudit',
  pilot: '/baseManage/pilotAudit',
  company: '/permission/examine',
};
