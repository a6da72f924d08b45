import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '../../resources.config.ts';
import type { Resource } from '../../src/domain/resource.ts';
import { exampleRecord, type Surroundings } from '../support/example-record.ts';
import { judged } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/**
 * Record types through their generated screens: by default those that between them have every kind of field, with
 * CLEARWAY_TEST_EVERY=1 all of them, which takes a quarter of an hour.
 */
const telling = ['aircraft', 'airspace', 'dictionaryItem', 'flowConfig', 'notice', 'plan', 'role', 'user'];
const walked = resources.filter(
  ({ name }) => process.env.CLEARWAY_TEST_EVERY === '1' || telling.includes(name),
);

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
});

afterAll(async () => {
  await product?.close();
});

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
  const { status, body } = await product.api('admin', 'POST', `/api/records/${resource.name}`, values);
  if (status !== 201) throw new Error(`${resource.name}: ${JSON.stringify(body)}`);
  return body;
}

async function open(path: string): Promise<void> {
  await page.goto(product.address + path);
  await page.locator('main#content h1').first().waitFor();
  // A list has its rows, a form its fields, a record its values, before anything is judged.
  await page
    .locator('main#content')
    .locator('.ant-table-row, .cw-cards li, .ant-empty, .cw-field, .cw-fields')
    .first()
    .waitFor();
}

/** What axe finds in both themes. */
async function found(where: string): Promise<string[]> {
  const lines: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    // Only colours differ in the dark.
    for (const { id, nodes } of await judged(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)) {
      lines.push(`${where}, ${colorScheme}: ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 200)}`);
    }
  }
  return lines;
}

describe.each(walked.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const { path } = resource;
  const written = !resource.readOnly;

  test('has screens on which axe finds nothing, in either theme', async () => {
    const lines: string[] = [];
    await open(path);
    lines.push(...(await found(`${name} list`)));
    const { body } = await product.api('admin', 'GET', `/api/records/${name}?_end=1`);
    const record = body[0] ?? (written ? await make(resource) : undefined);
    if (record) {
      await open(`${path}/${record.id}`);
      lines.push(...(await found(`${name} record`)));
    }
    if (written) {
      await open(`${path}/create`);
      lines.push(...(await found(`${name} form`)));
    }
    expect(lines).toEqual([]);
  });

  test.runIf(written)(
    'is refused empty, changed, told in its history, and taken to the trash and back',
    async () => {
      await open(`${path}/create`);
      await page.keyboard.press('Control+s');
      const required = (resource.schema.required ?? []).filter(
        (field) => resource.schema.properties[field]?.default === undefined,
      );
      if (required.length > 0) await page.locator('.cw-error').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(`${path}/create`);

      const { id } = await make(resource);
      const [field, value] = changeable(resource);
      if (field) {
        await open(`${path}/${id}/edit`);
        await page.fill(`#field_${field}`, value);
        await page.keyboard.press('Control+s');
        await page.waitForURL((url) => url.pathname === `${path}/${id}`);
        const { body } = await product.api('admin', 'GET', `/api/records/${name}/${id}`);
        expect(body).toMatchObject({ [field]: value, version: 2 });
        const history = await product.api('admin', 'GET', `/api/records/${name}/${id}/history`);
        expect(history.body[0]).toMatchObject({ version: 2, source: 'screen' });
        await page.getByRole('tab', { name: '历史' }).click();
        await page.locator('.cw-entry').first().getByText(value).first().waitFor();
      }

      expect((await product.api('admin', 'DELETE', `/api/records/${name}/${id}`)).status).toBe(200);
      await open(`${path}?trash=1`);
      await page.locator('.ant-table-row').first().waitFor();
      await open(`${path}/${id}`);
      await page.getByRole('button', { name: '还原' }).first().click();
      await expect
        .poll(async () => (await product.api('admin', 'GET', `/api/records/${name}/${id}`)).body.deletedAt)
        .toBeNull();
    },
  );
});

/** A plain text of the form that may be changed alone, and what to write there; none: the record has no such. */
function changeable(resource: Resource): [field: string | undefined, value: string] {
  const hidden = new Set([...(resource.form?.hidden ?? []), ...(resource.serviceOnly ?? [])]);
  const groups = resource.form?.groups?.flatMap(({ fields }) => fields);
  const found = Object.entries(resource.schema.properties).find(
    ([field, schema]) =>
      schema.type === 'string' &&
      !schema.enum &&
      !schema.format &&
      !schema.pattern &&
      !schema.readOnly &&
      !schema['x-dictionary'] &&
      !schema['x-secret'] &&
      !hidden.has(field) &&
      (groups?.includes(field) ?? true) &&
      (schema.maxLength ?? 99) >= 12,
  );
  return [found?.[0], `CHANGED ${n}`.slice(0, 12)];
}

test('no page broke on the way', () => {
  expect(product.faults).toEqual([]);
});
