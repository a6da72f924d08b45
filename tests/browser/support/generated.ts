import type { Page } from 'playwright-core';
import type { Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { exampleRecord, type Surroundings } from '#tests/support/example-record.ts';
import { adminPages } from '#web/features/administration/admin-pages.ts';
import { planPages } from '#web/features/plans/plan-pages.ts';
import { type Product, startProduct } from './product.ts';
import { follow } from './walk.ts';

/** Where the table of a type is: beside a page of its own, where it has one. */
export function tableOf({ name, path }: Resource): string {
  // The example is an aerodrome of air transport, and those have a list of their own.
  if (name === 'airport') return '/information/cAirport';
  const beside = `${path}/table`;
  return [...adminPages, ...planPages].some((page) => page.path === beside) ? beside : path;
}

/** The product, an administrator's page, and its walks; ended by the product's close. */
export async function startGenerated() {
  const product = await startProduct();
  return { product, ...(await administratorOf(product)) };
}

/** Another page in its place, where a test has left one from which nothing can be walked to. */
export async function administratorOf(product: Product) {
  const page = await product.as('admin', { at: '/permission/updateLog' });
  return { page, screens: generatedScreens(product, page) };
}

export type Generated = Awaited<ReturnType<typeof startGenerated>>;

/** What the walks through the generated screens of every record type share. */
export function generatedScreens(product: Product, page: Page) {
  /** What there is in the demo to relate to. */
  const around: Surroundings = {
    async relate(name) {
      const { body } = await product.api('admin', 'GET', `/api/records/${name}?_end=1`);
      if (body[0]) return body[0].id;
      const resource = resources.find((one) => one.name === name);
      if (!resource) throw new Error(`${name} is no resource`);
      return (await make(resource)).id;
    },
    async codeOf(code) {
      const found = await product.api('admin', 'GET', `/api/records/dictionary?code=${code}`);
      const items = await product.api(
        'admin',
        'GET',
        `/api/records/dictionaryItem?dictionary=${found.body[0]?.id}&isActive=true&_end=1`,
      );
      return items.body[0]?.code;
    },
  };

  let n = 700;
  async function make(resource: Resource): Promise<{ id: number }> {
    n += 1;
    const values = await exampleRecord(resource, n, around, 'required fields');
    // An airspace of nobody's is published: granted as it is made, and then no draft to be changed and deleted.
    const owner = resource.approval?.kind === 'airspace' && resource.scope?.company;
    if (owner) values[owner] ??= await around.relate('company');
    const { status, body } = await product.api('admin', 'POST', `/api/records/${resource.name}`, values);
    if (status !== 201) throw new Error(`${resource.name}: ${JSON.stringify(body)}`);
    return body;
  }

  /** A list has its rows, a form its fields, a record its values, before anything is asked of it. */
  async function filled(): Promise<void> {
    const content = page.locator('main#content');
    await content.locator('h1').first().waitFor();
    await content
      .locator('.ant-table-row, .cw-cards li, .ant-empty, .cw-field, .cw-fields')
      .first()
      .waitFor();
  }

  return {
    make,
    /** By its address, as a bookmark is opened. */
    async open(path: string): Promise<void> {
      await page.goto(product.address + path);
      await filled();
    },
    /** As a link goes there, without loading the application anew. */
    async go(path: string): Promise<void> {
      await follow(page, path);
      await filled();
    },
  };
}
