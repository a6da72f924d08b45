import type { Page } from 'playwright-core';
import type { Product } from './product.ts';

export const itemList = '/permission/dictionary/items';
export const itemRecords = '/api/records/dictionaryItem';

/** A dictionary of a run alone, and what the address asks for to see its items and nothing else. */
export interface OwnItems {
  stamp: string;
  dictionary: number;
  items: number[];
  mine: string;
}

/** Twenty-five items, every other one active; the list is shown as to whoever never changed it. */
export async function makeOwnItems(product: Product): Promise<OwnItems> {
  const stamp = `l${Date.now().toString(36)}`;
  const made = await product.api('admin', 'POST', '/api/records/dictionary', {
    code: stamp,
    name: `字典 ${stamp}`,
    nameEn: `Dictionary ${stamp}`,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const dictionary: number = made.body.id;
  const items: number[] = [];
  for (let n = 1; n <= 25; n += 1) {
    const code = `${stamp}_${String(n).padStart(2, '0')}`;
    const answer = await product.api('admin', 'POST', itemRecords, {
      dictionary,
      code,
      label: `条目 ${code}`,
      labelEn: `Item ${code}`,
      order: n,
      isActive: n % 2 === 1,
    });
    items.push(answer.body.id);
  }
  await product.api('admin', 'POST', '/api/services/app/Preference/Set', {
    key: 'list.dictionaryItem',
    value: null,
  });
  return { stamp, dictionary, items, mine: `f.dictionary.in=${dictionary}` };
}

/** A list by its address, on a page that is somewhere in the product already. */
export async function openList(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href);
  await page.locator('.cw-list').waitFor();
}

export const rows = (page: Page) => page.locator('tbody tr.ant-table-row');
/** The names of the rows, from above. */
export const marks = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
export const query = (page: Page) => new URL(page.url()).searchParams;
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const drawer = (page: Page) => page.locator('.ant-drawer-content:visible');
