import type { ServerNotice } from '#contract/hub.ts';
import { onHubEvent } from './hub.ts';
import { createStore, useStore } from './store.ts';

const notices = createStore<readonly ServerNotice[]>([]);
/** What somebody at this screen has seen: the same notice of another moment is another one. */
const seen = new Set<string>();
const nameOf = ({ id, at }: ServerNotice) => `${id} ${at}`;

let timer: ReturnType<typeof setTimeout> | undefined;
const shown = (all: readonly ServerNotice[]) => notices.set(all.filter((one) => !seen.has(nameOf(one))));

function hear(all: readonly ServerNotice[]): void {
  clearTimeout(timer);
  shown(all);
  const heardAt = performance.now();
  const dropOver = () => {
    const left = all.filter(({ lastsMs }) => performance.now() - heardAt < lastsMs);
    shown(left);
    if (left.length === 0) return;
    const nextMs = Math.min(...left.map(({ lastsMs }) => lastsMs)) - (performance.now() - heardAt);
    timer = setTimeout(dropOver, Math.max(0, nextMs));
  };
  dropOver();
}

// For as long as the page lives: they come with the connection, before a screen that shows them is loaded.
for (const hub of ['chat', 'instant'] as const) onHubEvent(hub, 'getServerNotices', hear);

/** What the server says of itself now, and nobody here has seen yet. */
export const useServerNotices = (): readonly ServerNotice[] => useStore(notices);

export function seeServerNotice(notice: ServerNotice): void {
  seen.add(nameOf(notice));
  shown(notices.get());
}
