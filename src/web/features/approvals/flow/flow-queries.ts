import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { type Design, storedSteps } from './design-state.ts';

/** How long nothing is typed before the server is asked what is wrong. */
const quietMs = 350;

/** What is wrong with the flow as it is drawn now; the last answer stays until the next has come. */
export function useFlowCheck(documentKind: string, design: Design) {
  const locale = useLocale();
  const drawn = JSON.stringify({ documentKind, condition: design.condition, steps: storedSteps(design) });
  const [checked] = useSettled(drawn, quietMs);
  return useQuery<OutputOf<'FlowConfig', 'Check'>, RequestError>({
    queryKey: ['flows', 'check', checked, locale],
    queryFn: () => callService('FlowConfig', 'Check', JSON.parse(checked)),
    placeholderData: (before) => before,
  });
}

export function useNameable() {
  return useQuery<OutputOf<'FlowConfig', 'GetNameable'>, RequestError>({
    queryKey: ['flows', 'nameable'],
    queryFn: () => callService('FlowConfig', 'GetNameable', {}),
    staleTime: 60_000,
  });
}

/** The name of a role for its reader; its code, where nobody knows it. */
export function roleName(known: OutputOf<'FlowConfig', 'GetNameable'> | undefined, code: string): string {
  return known?.roles.find(({ name }) => name === code)?.text ?? code;
}

export function useVersions(id: number, publishedVersion: number) {
  return useQuery<OutputOf<'FlowConfig', 'GetVersions'>, RequestError>({
    // The number in the key: a new version is a new list.
    queryKey: ['flows', 'versions', id, publishedVersion],
    queryFn: () => callService('FlowConfig', 'GetVersions', { id }),
  });
}
