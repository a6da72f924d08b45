import type { FastifyRequest } from 'fastify';
import { abilityOf, rulesFor } from '#domain/identity/access.ts';
import { grantOf } from '#domain/identity/actor-of.ts';
import { actorAs, mayViewAs, viewAsHeader, viewCompanyHeader } from '#domain/identity/view-as.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { mayChange } from '#server/http/may-change.ts';
import { type Caller, refuseViewing, systemCaller } from '#server/kernel/caller.ts';

export interface ViewAs {
  /** The caller as the request's headers want them seen; a request that would change something is refused. */
  callerOf(caller: Caller, request: FastifyRequest): Promise<Caller>;
}

/** Seeing the system as a role does: only for who keeps roles, and only to look. */
export function createViewAs(deps: { records: Records; catalogue: Catalogue }): ViewAs {
  const { records, catalogue } = deps;

  async function companyOf(caller: Caller, text: string | undefined): Promise<number | null> {
    if (text === undefined || text === '') return null;
    const { companyIds } = caller.actor;
    const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    const found = id > 0 && (companyIds.length === 0 || companyIds.includes(id));
    const company = found
      ? await records.get(systemCaller(), 'company', id).catch(() => undefined)
      : undefined;
    if (company) return id;
    throw new AppError('validation', { key: 'permission.viewAs.unknownCompany', values: { company: text } });
  }

  return {
    async callerOf(caller, request) {
      const role = one(request.headers[viewAsHeader]);
      if (role === undefined || role === '') return caller;
      // A token is narrower than who holds it, and stays so: only a person who signed in looks as another.
      if (caller.token || !mayViewAs(caller.actor)) {
        throw new AppError('forbidden', { key: 'permission.viewAs.notAllowed' });
      }
      const { items } = await records.list(systemCaller(), 'role', {
        start: 0,
        end: 1,
        sort: [],
        filter: { field: 'name', operator: 'eq', value: role },
        search: undefined,
        trash: 'without',
      });
      const [found] = items;
      if (!found) {
        throw new AppError('validation', { key: 'permission.viewAs.unknownRole', values: { role } });
      }
      const companyId = await companyOf(caller, one(request.headers[viewCompanyHeader]));
      const actor = actorAs(caller.actor, grantOf(found), companyId, catalogue.resources);
      const viewing: Caller = {
        ...caller,
        actor,
        ability: abilityOf(rulesFor(actor, catalogue.resources)),
        viewAs: { role, companyId },
      };
      if (mayChange(request)) refuseViewing(viewing);
      return viewing;
    },
  };
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
