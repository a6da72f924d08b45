import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resources } from '#resources';
import { representatives } from '#tests/support/representative.ts';
import { violationsOf } from './support/axe.ts';
import { administratorOf, type Generated, startGenerated, tableOf } from './support/generated.ts';

/** The generated screens of record types as axe sees them: of every one in the full run. */

let product: Generated['product'];
let page: Generated['page'];
let screens: Generated['screens'];

beforeAll(async () => {
  ({ product, page, screens } = await startGenerated());
});

beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return;
  await page.close();
  ({ page, screens } = await administratorOf(product));
});

afterAll(async () => {
  await product?.close();
});

const themes: ('light' | 'dark')[] = ['light', 'dark'];

/** What axe finds in both themes, the one that the page has first: changing it draws all anew. */
async function found(where: string): Promise<string[]> {
  const lines: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    // Only colours differ in the dark.
    for (const { id, nodes } of await violationsOf(
      page,
      colorScheme === 'dark' ? ['color-contrast'] : undefined,
    )) {
      lines.push(`${where}, ${colorScheme}: ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 200)}`);
    }
  }
  themes.reverse();
  return lines;
}

test.each(representatives(resources).map((resource) => [resource.name, resource] as const))(
  '%s has screens on which axe finds nothing, in either theme',
  async (name, resource) => {
    const { path } = resource;
    const written = !resource.readOnly;
    const lines: string[] = [];
    await screens.go(tableOf(resource));
    lines.push(...(await found(`${name} list`)));
    const { body } = await product.api('admin', 'GET', `/api/records/${name}?_end=1`);
    const record = body[0] ?? (written ? await screens.make(resource) : undefined);
    if (record) {
      await screens.go(`${path}/${record.id}`);
      lines.push(...(await found(`${name} record`)));
    }
    if (written) {
      await screens.go(`${path}/create`);
      lines.push(...(await found(`${name} form`)));
    }
    expect(lines).toEqual([]);
  },
);

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
