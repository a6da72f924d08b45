import '#web/app/style.css';
import { axiosInstance } from '@refinedev/simple-rest';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { shiftDate } from '#tests/support/clock/shift-date.mjs';
import { queryClient } from '#web/client/query-client.ts';
import { endMount, errors, server } from './mount.tsx';

// The tests' clock: vitest runs this file before each file of tests.
// Whole milliseconds: vite reads a point in the time stamp of a file's address as its ending.
shiftDate(Date.parse(inject('testsBeginAt')) - Math.round(performance.timeOrigin + performance.now()));

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

// An answer that the test before left would be taken for fresh, and the page would not ask this one's server.
beforeEach(() => {
  const left = queryClient.getQueryCache().getAll();
  if (left.length > 0)
    console.error(`left by the test before: ${left.map(({ queryHash }) => queryHash).join(' ')}`);
  queryClient.clear();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`${task.name}: ${stateOfPage()}`);
  await endMount();
  expect(errors.splice(0)).toEqual([]);
});

/** What the page was waiting for, for a test that fails once and passes again. */
function stateOfPage(): string {
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryHash, state }) => `  ${state.status} ${state.fetchStatus} ${queryHash}`);
  const asked = server()
    .asked.slice(-15)
    .map(({ method, path }) => `  ${method} ${path}`);
  return [
    `${document.visibilityState}, ${navigator.onLine ? 'online' : 'offline'}`,
    'queries:',
    ...queries,
    'last requests:',
    ...asked,
    `text: ${document.body.textContent.slice(0, 600)}`,
  ].join('\n');
}
