import type { Locator, Page } from 'playwright-core';

export const dialog = (page: Page): Locator => page.locator('.ant-modal:visible');

/** Answers the open dialog with its main button. */
export const confirm = (page: Page): Promise<void> =>
  page.locator('.ant-modal-footer .ant-btn-primary').click();
