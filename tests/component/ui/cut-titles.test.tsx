import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '#tests/component/support/mount.tsx';

const cut = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

test('text that ends in an ellipsis is told whole where it is pointed at, until it has room', async () => {
  await mount(
    <div data-testid="box" style={{ ...cut, width: 80 }}>
      <span>Longquanshan emergency training</span>
    </div>,
  );
  const box = page.getByTestId('box');
  const text = page.getByText('Longquanshan emergency training');
  await userEvent.hover(text);
  await expect.element(box).toHaveAttribute('title', 'Longquanshan emergency training');
  (box.element() as HTMLElement).style.width = '600px';
  await userEvent.unhover(text);
  await userEvent.hover(text);
  await expect.element(box).not.toHaveAttribute('title');
});

test('a title that the screen gives stays, and text that has room gets none', async () => {
  await mount(
    <>
      <div data-testid="named" title="Airspace UAS01" style={{ ...cut, width: 40 }}>
        UAS01 closed all day
      </div>
      <div data-testid="roomy" style={{ ...cut, width: 400 }}>
        UAS02
      </div>
    </>,
  );
  for (const name of ['named', 'roomy']) await userEvent.hover(page.getByTestId(name));
  await expect.element(page.getByTestId('named')).toHaveAttribute('title', 'Airspace UAS01');
  await expect.element(page.getByTestId('roomy')).not.toHaveAttribute('title');
});
