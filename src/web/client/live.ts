import { useInvalidate } from '@refinedev/core';
import { useEffect } from 'react';
import type { RecordChanged } from '#contract/hub.ts';
import { onHubEvent, onReconnected } from './hub.ts';
import { createStore } from './store.ts';

/** Events closer together than this are answered with one refetch. */
const gatherMs = 300;

/** How many forms on the screen hold typed, unsaved values: while there is one, nothing under it moves. */
export const dirtyForms = createStore(0);

/** Counts a form among the dirty ones for as long as `dirty` is true. */
export function useDirty(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    dirtyForms.set(dirtyForms.get() + 1);
    return () => dirtyForms.set(dirtyForms.get() - 1);
  }, [dirty]);
}

/** Gathers keys and hands them over together, once things have been quiet or `ms` have passed since the first. */
export function gather<T>(ms: number, deliver: (items: T[]) => void): { add(item: T): void; stop(): void } {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(() => {
        const gathered = items;
        items = [];
        timer = undefined;
        deliver(gathered);
      }, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      items = [];
    },
  };
}

/**
 * Follows changes of one resource (or of one record of it) and calls back with the gathered changes;
 * after a reconnect with an empty list: events were missed, ask again.
 */
export function useLiveChanges(
  resource: string | string[],
  callback: (changes: RecordChanged[]) => void,
  id?: number,
): void {
  const names = Array.isArray(resource) ? resource.join(',') : resource;
  useEffect(() => {
    const wanted = new Set(names.split(','));
    const gathered = gather<RecordChanged | null>(gatherMs, (items) =>
      callback(items.filter((item): item is RecordChanged => item !== null)),
    );
    const stops = [
      onHubEvent('chat', 'recordChanged', (change) => {
        const about = id === undefined || change.id === id || change.id === 0;
        if (wanted.has(change.resource) && about) gathered.add(change);
      }),
      onReconnected('chat', () => gathered.add(null)),
    ];
    return () => {
      gathered.stop();
      for (const stop of stops) stop();
    };
  }, [names, id, callback]);
}

/**
 * Mounted once in the frame: a changed record makes refine ask again for what shows it. Inactive queries are
 * only marked stale; while a form is dirty everything waits until it is saved or left.
 */
export function useLiveRefetch(): void {
  const invalidate = useInvalidate();
  useEffect(() => {
    let held = new Set<string>();
    let everything = false;
    const flush = () => {
      if (dirtyForms.get() > 0) return;
      const changed = held;
      held = new Set();
      if (everything) {
        everything = false;
        void invalidate({ invalidates: ['all'] });
        return;
      }
      // All of the resource: without an id refine finds no record's own page under "detail".
      for (const resource of changed) void invalidate({ resource, invalidates: ['resourceAll'] });
    };
    const gathered = gather<string | null>(gatherMs, (resources) => {
      for (const resource of resources) {
        if (resource === null) everything = true;
        else held.add(resource);
      }
      flush();
    });
    const stops = [
      onHubEvent('chat', 'recordChanged', ({ resource }) => gathered.add(resource)),
      onReconnected('chat', () => gathered.add(null)),
      dirtyForms.subscribe(() => {
        if (held.size > 0 || everything) flush();
      }),
    ];
    return () => {
      gathered.stop();
      for (const stop of stops) stop();
    };
  }, [invalidate]);
}
