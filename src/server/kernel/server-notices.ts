import type { ServerNotice } from '#contract/hub.ts';

/** What this server has to say of itself to everybody who is connected to it, until it is over. */
export interface ServerNotices {
  /** Says it, or says it again for longer: a notice is known by its id. */
  say(notice: ServerNotice): void;
  end(id: string): void;
  /** What holds now, each with what is left of its time. */
  current(): ServerNotice[];
  /** Called with all that holds at each change. */
  onChange(listener: (notices: ServerNotice[]) => void): void;
}

/** `now`: UTC ms. */
export function createServerNotices({ now }: { now(): number }): ServerNotices {
  const held = new Map<string, { notice: ServerNotice; until: number }>();
  const listeners: ((notices: ServerNotice[]) => void)[] = [];

  function current(): ServerNotice[] {
    const at = now();
    for (const [id, { until }] of held) if (until <= at) held.delete(id);
    return [...held.values()].map(({ notice, until }) => ({ ...notice, lastsMs: until - at }));
  }
  const tell = () => {
    for (const listener of listeners) listener(current());
  };

  return {
    say(notice) {
      held.set(notice.id, { notice, until: now() + notice.lastsMs });
      tell();
    },
    end(id) {
      if (held.delete(id)) tell();
    },
    current,
    onChange: (listener) => void listeners.push(listener),
  };
}
