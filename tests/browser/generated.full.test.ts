import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { representatives } from '#tests/support/representative.ts';
import { type Generated, startGenerated, tableOf } from './support/generated.ts';

/** A record of the types that people write, through its generated screens; of every one in the full run. */

let product: Generated['product'];
let page: Generated['page'];
let screens: Generated['screens'];

beforeAll(async () => {
  ({ product, page, screens } = await startGenerated());
});

afterAll(async () => {
  await product?.close();
});

const written = representatives(resources.filter(({ readOnly }) => !readOnly));

test.each(written.map((resource) => [resource.name, resource] as const))(
  '%s is refused empty, changed, told in its history, and taken to the trash and back',
  async (name, resource) => {
    const { path } = resource;
    await screens.open(`${path}/create`);
    await page.keyboard.press('Control+s');
    const required = (resource.schema.required ?? []).filter(
      (field) => resource.schema.properties[field]?.default === undefined,
    );
    if (required.length > 0) await page.locator('.cw-error').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`${path}/create`);

    const { id } = await screens.make(resource);
    const [field, value] = changeable(resource, id);
    if (field) {
      await screens.open(`${path}/${id}/edit`);
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

    // Live: what happens from now on reaches this page.
    await page.getByText('已连接').first().waitFor();
    expect((await product.api('admin', 'DELETE', `/api/records/${name}/${id}`)).status).toBe(200);
    await screens.go(`${tableOf(resource)}?trash=1`);
    await page.locator('.ant-table-row').first().waitFor();
    await screens.go(`${path}/${id}`);
    await page.getByRole('button', { name: '还原' }).first().click();
    await expect
      .poll(async () => (await product.api('admin', 'GET', `/api/records/${name}/${id}`)).body.deletedAt)
      .toBeNull();
  },
);

/** A plain text of the form that may be changed alone, and what to write there; none: the record has no such. */
function changeable(resource: Resource, n: number): [field: string | undefined, value: string] {
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
  expect(product.errors).toEqual([]);
});
