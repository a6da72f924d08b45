import type { Page, WebSocketRoute } from 'playwright-core';
import type { ChangeMessage } from '../../../src/domain/hub.ts';

/** Loads the page again with a hub that the test may speak for; all that the server says goes on as it is. */
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
      title: '',
      content: '20261121-0001 B10QA：',
      message: '',
      unit: null,
      actualNum: null,
      state: null,
      by: null,
      at: new Date().toISOString(),
      ...change,
    };
    const frame = { type: 1, target: 'getChangeMessage', arguments: [message] };
    sockets.at(-1)?.send(`${JSON.stringify(frame)}\u001e`);
  };
}
