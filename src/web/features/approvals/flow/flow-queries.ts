import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { type Design, storedSteps } from './design-state.ts';

export interface FlowProblemView {
  level: 'error' | 'warning';
  /** Place of the step, from 0; null: the flow as a whole. */
  step: number | null;
  field: string;
  text: string;
}

export interface FlowCheckView {
  problems: FlowProblemView[];
  /** How many active people each step reaches. */
  people: number[];
  fields: string[];
}

export interface FlowVersionView {
  id: number;
  number: number;
  note: string | null;
  publishedAt: string;
  publishedByName: string | null;
  condition: unknown;
  steps: Record<string, unknown>[];
  running: number;
}

export interface Nameable {
  roles: { name: string; text: string }[];
  organizationUnits: { id: number; text: string }[];
  users: { id: number; text: string }[];
}

/** How long nothing is typed before the server is asked what is wrong. */
const quietMs = 350;

/** What is wrong with the flow as it is drawn now; the last answer stays until the next has come. */
export function useFlowCheck(documentKind: string, design: Design) {
  const locale = useLocale();
  const drawn = JSON.stringify({ documentKind, condition: design.condition, steps: storedSteps(design) });
  const [asked, setAsked] = useState(drawn);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(drawn), quietMs);
    return () => clearTimeout(timer);
  }, [drawn]);
  return useQuery<FlowCheckView, RequestError>({
    queryKey: ['flows', 'check', asked, locale],
    queryFn: () => callService('FlowConfig', 'Check', JSON.parse(asked)),
    placeholderData: (before) => before,
  });
}

export function useNameable() {
  return useQuery<Nameable, RequestError>({
    queryKey: ['flows', 'nameable'],
    queryFn: () => callService('FlowConfig', 'GetNameable', {}, 'GET'),
    staleTime: 60_000,
  });
}

export function useVersions(id: number, publishedVersion: number) {
  return useQuery<{ items: FlowVersionView[] }, RequestError>({
    // The number in the key: a new version is a new list.
    queryKey: ['flows', 'versions', id, publishedVersion],
    queryFn: () => callService('FlowConfig', 'GetVersions', { id }, 'GET'),
  });
}
