import { useSearchParams } from 'react-router';
import type { InputOf } from '#contract/services.ts';
import { type DocumentKind, documentKinds } from '#domain/approvals/flow.ts';
import { type DecisionPart, decisionParts } from '#domain/statistics/measures.ts';
import {
  inputOf,
  type ReportState,
  reportStateOf,
  searchOf,
} from '#web/features/plans/report/report-state.ts';
import { pageIn } from '#web/ui/page-in.ts';

/** The kind of document that an address names; null: none, so all of them. */
export const kindIn = (search: URLSearchParams): DocumentKind | null =>
  documentKinds.find((kind) => kind === search.get('kind')) ?? null;

/** Which decisions are listed, as the address says it. */
export interface DecisionsState extends ReportState {
  kind: DocumentKind | null;
  /** 0: the system; null: everybody. */
  person: number | null;
  part: DecisionPart;
  page: number;
}

/** What an address asks for; `now`: today, for one that names no day. */
export function decisionsStateOf(search: URLSearchParams, now?: string): DecisionsState {
  const person = search.get('person') ?? '';
  return {
    ...reportStateOf(search, now),
    kind: kindIn(search),
    person: /^\d{1,15}$/.test(person) ? Number(person) : null,
    part: decisionParts.find((part) => part === search.get('part')) ?? 'decisions',
    page: pageIn(search),
  };
}

function searchOfDecisions({ kind, person, part, page, ...report }: DecisionsState): URLSearchParams {
  const search = searchOf(report);
  if (kind !== null) search.set('kind', kind);
  if (person !== null) search.set('person', String(person));
  if (part !== 'decisions') search.set('part', part);
  if (page > 1) search.set('page', String(page));
  return search;
}

/** The list of the decisions that a figure of a report counts; of the report's filters operators alone narrow it. */
export function decisionsPath(
  { period, span, filters }: ReportState,
  of: { kind?: DocumentKind; person?: number | null; part?: DecisionPart },
): string {
  const { companies } = filters;
  return `/statistics/navigationFSS/decisions?${searchOfDecisions({
    period,
    span,
    filters: companies ? { companies } : {},
    kind: of.kind ?? null,
    person: of.person === undefined ? null : (of.person ?? 0),
    part: of.part ?? 'decisions',
    page: 1,
  })}`;
}

/** What the calls take. */
export function decisionsInput(state: DecisionsState): InputOf<'Statistics', 'ExportDecisions'> {
  const { period, from, to, companies } = inputOf(state);
  return {
    period,
    from,
    ...(to === undefined ? {} : { to }),
    ...(companies === undefined ? {} : { companies }),
    ...(state.kind === null ? {} : { kind: state.kind }),
    ...(state.person === null ? {} : { person: state.person }),
    part: state.part,
  };
}

/** What the address asks for, and how to ask for something else: another question begins at its first page. */
export function useDecisionsState(): [DecisionsState, (next: Partial<DecisionsState>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = decisionsStateOf(search);
  return [state, (next) => setSearch(searchOfDecisions({ ...state, page: 1, ...next }))];
}
