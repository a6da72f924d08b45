import type { CallName, InputOf, OutputOf, ServiceName } from '#contract/services.ts';
import { relationOf } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { currentResources, resourceNamed } from '#web/client/record-types.ts';
import { titleOf } from '#web/engine/labels.ts';

export type Row = Record<string, unknown> & { id: number; version: number };

/** One request that the page made. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Answer = Response | undefined;

/** A condition, or a tree of them, as the records endpoint reads it. */
interface Condition {
  field: string;
  operator: string;
  value: unknown;
}
type Tree = Condition | { operator: 'and' | 'or'; value: Tree[] };

/**
 * What the page talks to in place of a server: records that are kept as the records endpoint keeps them, and
 * the services that a test gives answers to. It judges nothing: what the server refuses is tried in
 * tests/server.
 */
export class FakeServer {
  /** Every request, in order. */
  readonly asked: Asked[] = [];
  readonly #records = new Map<string, Row[]>();
  readonly #answers = new Map<string, (requested: Asked) => Answer | Promise<Answer>>();
  #ids = 0;

  /** Answers a request by `METHOD /path` before anything else does; undefined: as if it were not there. */
  on(endpoint: string, answer: (requested: Asked) => Answer | Promise<Answer>): void {
    this.#answers.set(endpoint, answer);
  }

  off(endpoint: string): void {
    this.#answers.delete(endpoint);
  }

  /** Answers a service's call in its envelope. */
  call<S extends ServiceName, M extends CallName<S>>(
    service: S,
    method: M,
    answer: (input: InputOf<S, M>) => OutputOf<S, M>,
  ): void {
    this.on(`/api/services/app/${service}/${method}`, ({ body, query }) => {
      // The page's own calls are typed by the contract; a query has texts only.
      const input = (body ?? Object.fromEntries(query)) as InputOf<S, M>;
      return json({ success: true, result: answer(input), error: null });
    });
  }

  /** Puts records there as if they had been made one after the other. */
  add(resource: string, ...rows: Record<string, unknown>[]): Row[] {
    const made = rows.map((row): Row => {
      this.#ids += 1;
      const id = typeof row.id === 'number' ? row.id : this.#ids;
      return {
        createdAt: now,
        updatedAt: now,
        createdBy: 1,
        updatedBy: 1,
        deletedAt: null,
        ...row,
        id,
        version: 1,
      };
    });
    this.rows(resource).push(...made);
    return made;
  }

  rows(resource: string): Row[] {
    const rows = this.#records.get(resource) ?? [];
    this.#records.set(resource, rows);
    return rows;
  }

  row(resource: string, id: number): Row {
    const found = this.rows(resource).find((row) => row.id === id);
    if (!found) throw new Error(`${resource} ${id} is not there`);
    return found;
  }

  /** Changes a record as somebody else would. */
  change(resource: string, id: number, values: Record<string, unknown>): Row {
    const row = this.row(resource, id);
    return Object.assign(row, values, { version: row.version + 1 });
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const requested: Asked = {
      method: request.method,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    this.asked.push(requested);
    const own = this.#answers.get(`${requested.method} ${pathname}`) ?? this.#answers.get(pathname);
    return (
      (await own?.(requested)) ??
      this.#recordsDoor(requested) ??
      json({ message: `nobody answers ${pathname}` }, 404)
    );
  };

  #recordsDoor(requested: Asked): Answer {
    const [, api, endpoint, name = '', id, act] = requested.path.split('/');
    if (api !== 'api' || endpoint !== 'records' || !resourceNamed(name)) return undefined;
    const rows = this.rows(name);
    if (id === 'bulk') return json(this.#bulk(name, requested.body));
    if (id === undefined)
      return requested.method === 'POST' ? this.#make(name, requested.body) : this.#list(name, requested);
    const row = rows.find((one) => one.id === Number(id));
    if (!row) return json({ message: 'gone', code: 'notFound', errors: {} }, 404);
    if (act === 'history') return json([]);
    if (act === 'restore') return json(Object.assign(row, { deletedAt: null, version: row.version + 1 }));
    if (act !== undefined) return undefined;
    if (requested.method === 'DELETE')
      return json(Object.assign(row, { deletedAt: now, version: row.version + 1 }));
    if (requested.method !== 'PATCH') return json(withLabels(this, name, row));
    const { version, ...values } = isObject(requested.body) ? requested.body : {};
    if (version !== row.version) {
      return json({ message: 'stale', code: 'stale', errors: {}, current: withLabels(this, name, row) }, 409);
    }
    return json(withLabels(this, name, this.change(name, row.id, values)));
  }

  #make(name: string, body: unknown): Response {
    const [row] = this.add(name, isObject(body) ? body : {});
    return json(row && withLabels(this, name, row), 201);
  }

  #list(name: string, { query }: Asked): Response {
    const found = sorted(matching(name, this.rows(name), query), query);
    const end = query.get('_end');
    const page = found.slice(Number(query.get('_start') ?? 0), end === null ? undefined : Number(end));
    return json(
      page.map((row) => withLabels(this, name, row)),
      200,
      { 'x-total-count': String(found.length) },
    );
  }

  #bulk(name: string, body: unknown): unknown {
    if (!isObject(body)) throw new Error('a bulk change has a body');
    const { ids, where, action, set, clear } = body;
    const met =
      typeof where === 'string'
        ? matching(name, this.rows(name), new URLSearchParams(where))
        : this.rows(name).filter(({ id }) => Array.isArray(ids) && ids.includes(id));
    if (body.preview) return { matched: met.length };
    const cleared = Object.fromEntries((Array.isArray(clear) ? clear : []).map((field) => [field, null]));
    for (const { id } of met) {
      this.change(name, id, {
        ...(action === 'delete' ? { deletedAt: now } : action === 'restore' ? { deletedAt: null } : {}),
        ...(isObject(set) ? set : {}),
        ...cleared,
      });
    }
    const changed = met.map(({ id, version }) => ({ id, version }));
    return { matched: met.length, done: met.length, failed: [], changed };
  }
}

const now = '2026-06-01T00:00:00.000Z';

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body ?? null), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** A business refusal in the ABP envelope. */
export function refused(message: string, status = 500): Response {
  return json({ success: false, result: null, error: { code: 0, message, details: null } }, status);
}

/** The titles of what a record relates to, which the endpoint sends along. */
function withLabels(server: FakeServer, name: string, row: Row): Row {
  const resource = currentResources().find((one) => one.name === name);
  const labels: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(resource?.schema.properties ?? {})) {
    const other = resourceNamed(relationOf(schema)?.resource ?? '');
    const related = other && server.rows(other.name).find(({ id }) => id === row[field]);
    if (other && related) labels[field] = titleOf(other, related);
  }
  return { ...row, _labels: labels };
}

const reserved = new Set(['_start', '_end', '_sort', '_order', '_trash', '_count', 'q', 'filter']);

function matching(name: string, rows: Row[], query: URLSearchParams): Row[] {
  const trash = query.get('_trash');
  const q = query.get('q')?.toLowerCase();
  const filter = query.get('filter');
  const tree: Tree | null = filter === null ? null : JSON.parse(filter);
  const fields = resourceNamed(name)?.schema.properties ?? {};
  const plain = [...new Set(query.keys())]
    .filter((key) => !reserved.has(key))
    .map((key): Condition => {
      const field = key in fields || key === 'id' ? key : key.slice(0, key.lastIndexOf('_'));
      const operator = field === key ? 'eq' : key.slice(field.length + 1);
      const all = query.getAll(key).flatMap((value) => value.split(','));
      return { field, operator, value: ['in', 'nin', 'between'].includes(operator) ? all : all[0] };
    });
  return rows.filter(
    (row) =>
      (trash === 'with' || (row.deletedAt !== null) === (trash === 'only')) &&
      (!q ||
        Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(q))) &&
      (tree === null || meets(row, tree)) &&
      plain.every((condition) => meets(row, condition)),
  );
}

function meets(row: Row, tree: Tree): boolean {
  if (!('field' in tree)) {
    return tree.operator === 'or'
      ? tree.value.some((one) => meets(row, one))
      : tree.value.every((one) => meets(row, one));
  }
  const { field, operator, value } = tree;
  const own = row[field];
  const compared =
    typeof own === 'number' ? own - Number(value) : String(own ?? '').localeCompare(String(value));
  const listed = Array.isArray(value) && value.map(String).includes(String(own));
  switch (operator) {
    case 'eq':
      return compared === 0;
    case 'ne':
      return compared !== 0;
    case 'lt':
      return compared < 0;
    case 'lte':
      return compared <= 0;
    case 'gt':
      return compared > 0;
    case 'gte':
      return compared >= 0;
    case 'in':
      return listed;
    case 'nin':
      return !listed;
    case 'between': {
      const [from, to] = Array.isArray(value) ? value : [];
      const borders: Condition[] = [
        { field, operator: 'gte', value: from },
        { field, operator: 'lte', value: to },
      ];
      return borders.every((border) => meets(row, border));
    }
    case 'contains':
      return String(own ?? '').includes(String(value));
    case 'null':
      return own === null || own === undefined;
    case 'nnull':
      return own !== null && own !== undefined;
    default:
      throw new Error(`the fake server has no operator "${operator}"`);
  }
}

function sorted(rows: Row[], query: URLSearchParams): Row[] {
  const field = query.get('_sort')?.split(',')[0];
  if (!field) return rows;
  const sign = query.get('_order')?.startsWith('desc') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[field], b[field]];
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left ?? '').localeCompare(String(right ?? ''));
    return sign * order;
  });
}
