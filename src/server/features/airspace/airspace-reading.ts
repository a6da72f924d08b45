import { Type } from '@sinclair/typebox';
import { momentOf } from '#domain/plans/moments.ts';
import { AppError } from '#domain/text/errors.ts';
import { largeBody } from '#server/http/body-limits.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { pageInput } from './airspace-input.ts';
import { airspaceAt, airspaceDetail, airspaceItem, eventView, versionView } from './airspace-output.ts';
import type { AirspaceQueries } from './airspace-queries.ts';
import { readPermission } from './airspace-rows.ts';

const id = Type.Integer({ minimum: 1 });

/** What is read of airspaces, each among the caller's rows. */
export function airspaceReadingMethods(deps: {
  queries: AirspaceQueries;
  clock: () => Date;
}): ServiceMethod[] {
  const { queries, clock } = deps;
  return [
    method({
      verb: 'POST',
      name: 'Page',
      bodyLimit: largeBody,
      permission: readPermission,
      writes: false,
      summary: 'Airspaces and applications by state, acceptance, opening, kind, holder, time and area',
      input: pageInput,
      output: Type.Object({ items: Type.Array(airspaceItem), totalCount: Type.Integer() }),
      handle: (input, caller) => queries.page(caller, input),
    }),
    method({
      verb: 'GET',
      name: 'Get',
      permission: readPermission,
      summary:
        'One airspace with its events, versions, approvals, next times of use, and what the caller may do',
      input: Type.Object({ id }),
      output: airspaceDetail,
      handle: (input, caller) => queries.get(caller, input.id),
    }),
    method({
      verb: 'GET',
      name: 'GetAt',
      permission: readPermission,
      summary: 'What is in force at a moment (absent: now), each airspace by the version of that moment',
      input: Type.Object({ at: Type.Optional(Type.String({ description: 'UTC, ISO 8601' })) }),
      output: Type.Object({ at: Type.String(), items: Type.Array(airspaceAt) }),
      async handle(input, caller) {
        const at = input.at === undefined ? clock().getTime() : momentOf(input.at);
        if (at === null) {
          const text = { key: 'airspace.refused.time' };
          throw new AppError('validation', text, { fields: [{ field: 'at', text }] });
        }
        return { at: new Date(at).toISOString(), items: await queries.at(caller, at) };
      },
    }),
    method({
      verb: 'GET',
      name: 'GetVersions',
      permission: readPermission,
      summary: 'The versions of an airspace, the latest first, each with what it changed',
      input: Type.Object({ id }),
      output: Type.Object({ items: Type.Array(versionView) }),
      handle: async (input, caller) => ({ items: await queries.versions(caller, input.id) }),
    }),
    method({
      verb: 'GET',
      name: 'GetEvents',
      permission: readPermission,
      summary:
        'What happened to an airspace: openings, closings, extensions, changes, its end; the latest first',
      input: Type.Object({ id }),
      output: Type.Object({ items: Type.Array(eventView) }),
      handle: async (input, caller) => ({ items: await queries.events(caller, input.id) }),
    }),
  ];
}
