import { momentOf } from '#domain/plans/moments.ts';
import { fieldError } from '#domain/text/errors.ts';
import type { Handlers } from '#server/http/service.ts';
import type { AirspaceQueries } from './airspace-queries.ts';

/** What is read of airspaces, each among the caller's rows. */
export function airspaceReadingMethods(deps: {
  queries: AirspaceQueries;
  clock: () => Date;
}): Pick<Handlers<'Airspace'>, 'Page' | 'Get' | 'GetAt' | 'GetVersions' | 'GetEvents'> {
  const { queries, clock } = deps;
  return {
    Page: (input, caller) => queries.page(caller, input),
    Get: (input, caller) => queries.get(caller, input.id),
    async GetAt(input, caller) {
      const at = input.at === undefined ? clock().getTime() : momentOf(input.at);
      if (at === null) {
        throw fieldError('at', 'airspace.refused.time');
      }
      return { at: new Date(at).toISOString(), items: await queries.at(caller, at) };
    },
    GetVersions: async (input, caller) => ({ items: await queries.versions(caller, input.id) }),
    GetEvents: async (input, caller) => ({ items: await queries.events(caller, input.id) }),
  };
}
