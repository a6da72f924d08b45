import type { ServerNotice } from '#contract/hub.ts';
import { onHubEvent } from './hub.ts';
import { createStore, useStore } from './store.ts';

const notices = createStore<readonly ServerNotice[]>([]);
/** What somebody at this screen has seen: the same notice of another moment is another one. */
const seen = new Set<string>();
const nameOf = ({ id, at }: ServerNotice) => `${id} ${at}`;

let timers: ReturnType<typeof setTimeout>[] = [];

function hear(all: readonly ServerNotice[]): void {
  for (const timer of timers) clearTimeout(timer);
  notices.set(all.filter((one) => !seen.has(nameOf(one))));
  timers = all.map((one) => setTimeout(() => drop(one), one.lastsMs));
}

const drop = (gone: ServerNotice) => notices.set(notices.get().filter((one) => nameOf(one) !== nameOf(gone)));

// For as long as the page lives: they come with the connection, before a screen that shows them is loaded.
for (const hub of ['chat', 'instant'] as const) onHubEvent(hub, 'getServerNotices', hear);

/** What the server says of itself now, and nobody here has seen yet. */
export const useServerNotices = (): readonly ServerNotice[] => useStore(notices);

export function seeServerNotice(notice: ServerNotice): void {
  seen.add(nameOf(notice));
  drop(notice);
}
