import { useEffect } from 'react';
import type { Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { loadUser } from './auth.ts';
import { askCatalogue } from './catalogue-request.ts';
import { onHubEvent, onReconnected } from './hub.ts';
import { catalogueRevision, replaceCatalogue } from './record-types.ts';
import { currentUser, session } from './session.ts';

interface Answer {
  revision: number;
  resources: Resource[];
  validators: Record<string, string>;
}

let loading: Promise<void> | undefined;
currentUser.subscribe(() => {
  // Another user may see other types.
  if (currentUser.get() === null) loading = undefined;
});

/** The record types of run time, asked for once a visit. */
export function catalogueReady(): Promise<void> {
  loading ??= loadCatalogue();
  return loading;
}

/** Asks for the record types of run time. Where that fails the page goes on with those that it has. */
async function loadCatalogue(): Promise<void> {
  const { status, body } = await askCatalogue();
  if (status !== 200 || !isAnswer(body)) {
    // Asked again when someone next comes in.
    loading = undefined;
    return;
  }
  replaceCatalogue(body.resources, body.revision, body.validators);
}

/** The server judges its own answer by a schema; what is looked at here is that it is that answer at all. */
function isAnswer(body: unknown): body is Answer {
  return (
    isObject(body) &&
    typeof body.revision === 'number' &&
    Array.isArray(body.resources) &&
    isObject(body.validators)
  );
}

/** Mounted once in the frame: types that are published while the page is open come to it, with the right to see them. */
export function useCatalogueUpdates(): void {
  useEffect(() => {
    const refresh = async () => {
      if (!session.bearer()) return;
      const before = catalogueRevision();
      await loadCatalogue();
      // The rules of the user name record types.
      if (catalogueRevision() !== before) await loadUser().catch(() => undefined);
    };
    const stops = [
      onHubEvent('chat', 'getCatalogue', (revision) => {
        if (revision !== catalogueRevision()) void refresh();
      }),
      onReconnected('chat', () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
