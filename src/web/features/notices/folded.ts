import type { ControlNotice } from '#contract/notices.ts';
import { createStore, useStore } from '#web/client/store.ts';

const storageKey = 'notices.folded';

/** What the user has read of notices that ask for no answer, as they were then: one that is changed runs again. */
const folded = createStore<readonly string[]>(readFolded());

function readFolded(): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

const stateOf = ({ id, level, title, content }: ControlNotice) => JSON.stringify([id, level, title, content]);

export function foldNotices(notices: ControlNotice[]): void {
  const next = notices.filter(({ mustAcknowledge }) => !mustAcknowledge).map(stateOf);
  localStorage.setItem(storageKey, JSON.stringify(next));
  folded.set(next);
}

/** Those that still run along the top: not acknowledged, or, where nobody asks for that, not read. */
export function useRunning(notices: ControlNotice[]): ControlNotice[] {
  const known = useStore(folded);
  return notices.filter((notice) =>
    notice.mustAcknowledge ? notice.acknowledgedAt === null : !known.includes(stateOf(notice)),
  );
}
