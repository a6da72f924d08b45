import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '#tests/component/support/mount.tsx';
import { AltitudeInput } from '#web/engine/widgets/altitude-field.tsx';
import { ParameterInput } from '#web/engine/widgets/parameter-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';

let taken: unknown;

function Height() {
  const [value, setValue] = useState<unknown>({ value: 50, unit: 'm', reference: 'AGL' });
  return (
    <AltitudeInput
      value={value}
      onChange={(next) => {
        taken = next;
        setValue(next);
      }}
    />
  );
}

test.each([
  ['FL100', { value: 100, unit: 'FL', reference: 'STD' }],
  ['QNH 3000ft', { value: 3000, unit: 'ft', reference: 'AMSL' }],
  ['A045', { value: 4500, unit: 'ft', reference: 'AMSL' }],
  ['真高300米', { value: 300, unit: 'm', reference: 'AGL' }],
  ['１２０', { value: 120, unit: 'm', reference: 'AGL' }],
])('%s in the field of a height counts with its unit and datum', async (typed, expected) => {
  await mount(<Height />);
  await page.getByRole('spinbutton').fill(typed);
  await userEvent.tab();
  expect(taken).toEqual(expected);
  await expect.element(page.getByRole('spinbutton')).toHaveValue(String(expected.value));
});

test('an elevation is above mean sea level unless another datum is written', async () => {
  const field = (
    <AltitudeInput
      value={undefined}
      datum="AMSL"
      onChange={(next) => {
        taken = next;
      }}
    />
  );
  await mount(field);
  await page.getByRole('spinbutton').fill('520');
  await userEvent.tab();
  expect(taken).toEqual({ value: 520, unit: 'm', reference: 'AMSL' });
});

test('a number in full width, with its unit behind it, is one', async () => {
  let number: number | null = null;
  await mount(
    <NumberInput
      aria-label="Mass"
      unit="kg"
      onChange={(next) => {
        number = next;
      }}
    />,
  );
  await page.getByRole('spinbutton').fill('１，１５７ kg');
  await userEvent.tab();
  expect(number).toBe(1157);
});

test('the field of a guarded parameter has its bounds with their unit beside it, and is described by them', async () => {
  const common = { fallback: '', value: '600', onChange: () => undefined };
  await mount(
    <>
      <ParameterInput
        id="a"
        parameter="strategic.corridorWidthM"
        label="Width"
        type="number"
        unit="m"
        {...common}
      />
      <ParameterInput id="b" parameter="display.rows" label="Rows" type="integer" unit={null} {...common} />
    </>,
  );
  await expect.element(page.getByText('100 至 100,000 m')).toBeVisible();
  await expect.element(page.getByLabelText('Width')).toHaveAccessibleDescription('100 至 100,000 m');
  await expect.element(page.getByLabelText('Rows')).toHaveAccessibleDescription('');
});
