import { resources } from '#resources';
import { pages } from '#web/app/pages.ts';
import { tableOf } from './generated.ts';
import type { Product } from './product.ts';

/** Who is asked for a screen, in this order: the first that may open it. */
export const viewers = ['admin', 'operator', 'atmb', 'aiw'] as const;

/** What a path's parameter stands for: the first record of the demo that this query finds. */
const examples: Record<string, string> = {
  '/information/briefing/:id': 'briefing?_end=1',
  '/navigation/details/:id': 'plan?_end=1&state=9',
  '/navigation/navigation/:id': 'plan?_end=1&state=9',
  '/permission/flowConfig/:id/design': 'flowConfig?_end=1',
  '/statistics/dashboard/:id': 'dashboard?_end=1',
  '/statistics/reportResult/:id': 'reportResult?_end=1',
};

/** Screens that show one record by their query. */
const queries: Record<string, string> = {
  '/navigation/details': 'plan?_end=1&state=9',
  '/navigation/detailsT': 'plan?_end=1&kind=nextDay',
  '/navigation/detailsSN': 'plan?_end=1&kind=standing&state=4',
  '/navigation/edit_n': 'plan?_end=1&kind=nextDay&state=0',
  '/navigation/edit_sn': 'plan?_end=1&kind=standing&state=0',
  '/situation/detailsAir': 'airspace?_end=1&state=1&kind=temporary',
  '/situation/edit_a': 'airspace?_end=1&state=1&kind=temporary',
  '/situation/edit_Air': 'airspace?_end=1&state=1&kind=temporary',
};

/** Only for members of its room: tests/browser/coordination-looks.full.test.ts has it. */
const ofMembers = new Set(['/coordination/detail']);

const idOf = async (product: Product, query: string): Promise<number | undefined> =>
  (await product.api('admin', 'GET', `/api/records/${query}`)).body?.[0]?.id;

/** The address of every screen behind the sign-in: those written by hand, then list, record and form of each type. */
export async function everyScreen(product: Product): Promise<string[]> {
  const paths: string[] = [];
  const seen = new Set<string>();
  for (const { path, load, onward } of pages) {
    // One screen can have several paths.
    if (onward || seen.has(String(load))) continue;
    seen.add(String(load));
    const queried = queries[path];
    const example = examples[path];
    if (queried !== undefined) paths.push(`${path}?id=${await idOf(product, queried)}`);
    else if (example !== undefined) {
      const id = await idOf(product, example);
      if (id !== undefined) paths.push(path.replace(':id', String(id)));
    } else if (path === '/permission/schema/:name') paths.push('/permission/schema/airport');
    else if (path === '/statistics/records/:type') paths.push('/statistics/records/plan');
    else if (path === '/coordination/meeting/:id') {
      const { body } = await product.api('atmb', 'GET', '/api/services/app/Meeting/GetList');
      paths.push(`/coordination/meeting/${body.result.items[0].id}`);
    } else if (!path.includes(':') && !ofMembers.has(path)) paths.push(path);
  }
  for (const resource of resources) {
    const table = tableOf(resource);
    if (!paths.includes(table)) paths.push(table);
    const id = await idOf(product, `${resource.name}?_end=1`);
    if (id !== undefined) paths.push(`${resource.path}/${id}`);
    if (!resource.readOnly) paths.push(`${resource.path}/create`);
  }
  return [...new Set(paths)];
}
