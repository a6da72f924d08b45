import { type Actor, holds } from '#domain/identity/access.ts';
import { grantOf } from '#domain/identity/actor-of.ts';
import { explain } from '#domain/identity/explain.ts';
import { explainText, explainTitle } from '#domain/identity/explain-text.ts';
import { systemFields } from '#domain/record/resource.ts';
import { AppError, formError } from '#domain/text/errors.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';

/** Why can I not? The rules behind an answer, in words. */
export function createPermissionService(deps: {
  catalogue: Catalogue;
  records: Records;
  /** Who a user is now; null where they are gone or inactive. */
  actorOf(userId: number): Promise<Actor | null>;
}): Service {
  const { catalogue, records, actorOf } = deps;
  const all = { start: 0, end: 1000, sort: [], search: undefined, trash: 'without' as const };

  async function subjectOf(caller: Caller, userId: number | undefined): Promise<Actor> {
    if (userId === undefined || userId === caller.actor.userId) return caller.actor;
    const maintainers = ['Pages.Users', 'Pages.Roles'];
    if (!holds(caller.actor, maintainers)) {
      throw new AppError('forbidden', {
        key: 'common.forbidden',
        values: { permissions: maintainers.join(', ') },
      });
    }
    const actor = await actorOf(userId);
    // Who may read roles but not this user learns nothing of them.
    if (caller.ability.can('read', 'user')) await records.get(caller, 'user', userId);
    if (actor) return actor;
    throw new AppError('notFound', { key: 'common.notFound', values: { type: 'User', id: userId } });
  }

  /** It waits for a decision, so nobody changes it. */
  async function isLocked(resource: string, id: number): Promise<boolean> {
    if (!catalogue.types.has('flowInstance')) return false;
    const { items } = await records.list(systemCaller(), 'flowInstance', {
      ...all,
      end: 1,
      filter: {
        operator: 'and',
        value: [
          { field: 'documentResource', operator: 'eq', value: resource },
          { field: 'documentId', operator: 'eq', value: id },
          { field: 'state', operator: 'eq', value: 'running' },
        ],
      },
    });
    return items.length > 0;
  }

  return implement('Permission', {
    async Explain({ resource: name, action, id, field, userId }, caller) {
      const { resource } = catalogue.find(name);
      const known = [...Object.keys(resource.schema.properties), ...systemFields];
      if (field !== undefined && !known.includes(field)) {
        throw formError('field', 'validation.unknown', { label: field });
      }
      const actor = await subjectOf(caller, userId);
      // What the caller may not see they are not told about, whoever they ask for.
      const record = id === undefined ? undefined : await records.untyped.get(caller, resource.name, id);
      const roles = await records.list(systemCaller(), 'role', { ...all, filter: undefined });
      const question = {
        action,
        resource,
        ...(record ? { record } : {}),
        ...(field === undefined ? {} : { field }),
      };
      const found = explain(actor, catalogue.resources, question, roles.items.map(grantOf), {
        locked: id !== undefined && (await isLocked(resource.name, id)),
      });
      return {
        allowed: found.allowed,
        never: found.never,
        name: actor.name,
        title: explainTitle(question, found.allowed, caller.locale),
        steps: found.steps.map((one) => ({
          rule: one.rule,
          outcome: one.outcome,
          text: explainText(one, caller.locale),
        })),
      };
    },
  });
}
