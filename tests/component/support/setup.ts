import '#web/app/style.css';
import { axiosInstance } from '@refinedev/simple-rest';
import { afterEach, expect } from 'vitest';
import { endMount, errors, server } from './mount.tsx';

/** The page has no server: whatever it asks is answered by the test. */
const real = window.fetch;
window.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
  return /^\/(api|AbpUserConfiguration|signalr|base-map|files)/.test(pathname)
    ? server().fetch(input, init)
    : real(input, init);
};
axiosInstance.defaults.adapter = 'fetch';

window.addEventListener('error', ({ message }) => {
  // The browser's own remark on a layout that took two rounds.
  if (!message.startsWith('ResizeObserver loop')) errors.push(message);
});

afterEach(async () => {
  await endMount();
  expect(errors.splice(0)).toEqual([]);
});
