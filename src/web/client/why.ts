import type { Action } from '#domain/record/resource.ts';
import { callService } from './services.ts';

/** What the server is asked about the rules behind an answer; `userId`: of another user, for who keeps users or roles. */
export interface WhyQuestion {
  resource: string;
  action: Action;
  id?: number;
  field?: string;
  userId?: number;
}

export interface WhyAnswer {
  allowed: boolean;
  /** No record at all: not a matter of this one. */
  never: boolean;
  /** Who is spoken of. */
  name: string;
  title: string;
  steps: { rule: string; outcome: 'yes' | 'no' | 'note'; text: string }[];
}

export function askWhy(question: WhyQuestion): Promise<WhyAnswer> {
  return callService<WhyAnswer>('Permission', 'Explain', { ...question });
}

const actions: Record<string, Action> = { get: 'read', post: 'create', patch: 'update', delete: 'delete' };

/** What a request at the records door was about, `GET /api/records/…`; undefined: something else. */
export function questionOf(asked: unknown): WhyQuestion | undefined {
  if (typeof asked !== 'string') return undefined;
  const [method = '', url = ''] = asked.split(' ');
  const match = /\/api\/records\/([\w-]+)(?:\/(\d+))?(?:\/(\w[\w-]*))?/.exec(url);
  const [, resource, id, sub] = match ?? [];
  if (!resource) return undefined;
  const plain = actions[method.toLowerCase()];
  const action =
    sub === 'restore' || sub === 'purge' ? 'delete' : sub === 'restore-version' ? 'update' : plain;
  if (!action) return undefined;
  return { resource, action, ...(id === undefined ? {} : { id: Number(id) }) };
}
