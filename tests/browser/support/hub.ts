import type { Page, WebSocketRoute } from 'playwright-core';
import type { ChangeMessage } from '#contract/hub.ts';

/**
 * Loads the page again with a hub that the test may speak for; all that the server says goes on as it is. With each
 * message goes the event of the record that it is about, as from the server.
 */
export async function hubOf(page: Page): Promise<(change: Partial<ChangeMessage>) => void> {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/signalr-chat/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.reload();
  return (change) => {
    const message: ChangeMessage = {
      type: 'plan.cancel',
      resource: 'plan',
      id: 987_654,
      title: '取消',
      content: '20261121-0001 B10QA：',
      message: '',
      unit: null,
      actualNum: null,
      state: null,
      by: null,
      at: new Date().toISOString(),
      ...change,
    };
    const { resource, id, by, at } = message;
    const changed = { type: 1, target: 'recordChanged', arguments: [{ resource, id, by, at }] };
    const invocation = { type: 1, target: 'getChangeMessage', arguments: [message] };
    for (const frame of [changed, invocation]) sockets.at(-1)?.send(`${JSON.stringify(frame)}\u001e`);
  };
}
