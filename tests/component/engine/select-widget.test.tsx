import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '#tests/component/support/mount.tsx';
import { SelectWidget } from '#web/engine/widgets/select-widget.tsx';

const Form = withTheme({ ...Theme, widgets: { ...Theme.widgets, SelectWidget } });
const nothingWrong = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
  reset: () => undefined,
};

function Roles() {
  const [value, setValue] = useState<unknown>({ roles: [1] });
  return (
    <>
      <Form
        schema={{
          type: 'object',
          properties: {
            roles: {
              type: 'array',
              title: 'Roles',
              items: { type: 'integer', enum: [0, 1, 2] },
              uniqueItems: true,
            },
            name: { type: 'string', title: 'Name' },
          },
        }}
        uiSchema={{ roles: { 'ui:widget': 'select', 'ui:enumNames': ['Pilot', 'Tower', 'Administrator'] } }}
        formData={value}
        validator={nothingWrong}
        onChange={({ formData }) => setValue(formData)}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

function States() {
  const [value, setValue] = useState<unknown>({});
  return (
    <>
      <Form
        schema={{
          type: 'object',
          properties: { state: { type: 'integer', title: 'State', enum: [0, 1, 2] } },
        }}
        uiSchema={{ state: { 'ui:enumNames': ['待审核', '审核通过', 'Failed'] } }}
        formData={value}
        validator={nothingWrong}
        onChange={({ formData }) => setValue(formData)}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

// rjsf's own widget finds nothing here on antd 5: typing must narrow the choices by their label.
test.each([
  ['通过', '审核通过', 1],
  ['fail', 'Failed', 2],
])('typing %s finds %s', async (typed, label, value) => {
  await mount(<States />);
  await page.getByRole('combobox').click();
  await userEvent.keyboard(typed);
  await expect
    .poll(() => [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent))
    .toEqual([label]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent(JSON.stringify({ state: value }));
});

test('Tab moves on: what was chosen stays, what was only typed goes, and nothing is chosen by it', async () => {
  await mount(<Roles />);
  const roles = page.getByRole('combobox');
  const value = page.getByRole('status');
  await roles.click();
  await userEvent.keyboard('Tow');
  await expect.poll(() => document.querySelectorAll('.ant-select-item-option').length).toBe(1);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => document.activeElement?.id).toBe('root_name');
  await expect.element(value).toHaveTextContent(JSON.stringify({ roles: [1] }));
  await expect.element(roles).toHaveValue('');
  await roles.click();
  await userEvent.keyboard('Pil{Enter}{Tab}');
  await expect.element(value).toHaveTextContent(JSON.stringify({ roles: [1, 0] }));
  await roles.click();
  await userEvent.keyboard('Adm{Tab}');
  await expect.poll(() => document.activeElement?.id).toBe('root_name');
  await expect.element(value).toHaveTextContent(JSON.stringify({ roles: [1, 0] }));
});
