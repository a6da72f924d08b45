import type { InputOf, OutputOf } from '#contract/services.ts';
import type { Action } from '#domain/record/resource.ts';
import { callService } from './services.ts';

/**
 * What the server is asked about the rules behind an answer; `userId`: of another user, for who keeps users
 * or roles.
 */
export type PermissionQuestion = InputOf<'Permission', 'Explain'>;
export type PermissionAnswer = OutputOf<'Permission', 'Explain'>;

export function explainPermission(question: PermissionQuestion): Promise<PermissionAnswer> {
  return callService('Permission', 'Explain', question);
}

const actions: Record<string, Action> = { get: 'read', post: 'create', patch: 'update', delete: 'delete' };

/** What a request at the records endpoint was about, `GET /api/records/…`; undefined: something else. */
export function questionOf(request: unknown): PermissionQuestion | undefined {
  if (typeof request !== 'string') return undefined;
  const [method = '', url = ''] = request.split(' ');
  const match = /\/api\/records\/([\w-]+)(?:\/(\d+))?(?:\/(\w[\w-]*))?/.exec(url);
  const [, resource, id, sub] = match ?? [];
  if (!resource) return undefined;
  const plain = actions[method.toLowerCase()];
  const action =
    sub === 'restore' || sub === 'purge' ? 'delete' : sub === 'restore-version' ? 'update' : plain;
  if (!action) return undefined;
  return { resource, action, ...(id === undefined ? {} : { id: Number(id) }) };
}
