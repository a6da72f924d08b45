import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import type { Text } from '#domain/text/errors.ts';
import { pollAddress } from '#server/engine/sources/poll-address.ts';
import { createNetworkGuard } from '#server/kernel/network-guard.ts';
import { eventually } from '#tests/support/server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('an address that never answers is given up, also where memory is tidied meanwhile', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  const failed: Text[] = [];
  const line = pollAddress(
    { url: `http://127.0.0.1:${port}/`, intervalS: 1, timeoutS: 0.5 },
    {
      guard: createNetworkGuard({ allowPrivate: true }),
      password: () => null,
      intervalS: 1,
      timeoutS: 1,
      longestRestS: 1,
      take: () => {},
      working: () => {},
      failed: (reason) => failed.push(reason),
    },
  );
  onTestFinished(async () => {
    await line.close();
    silent.closeAllConnections();
    silent.close();
  });
  await eventually(() => {
    collectGarbage();
    return failed.length > 0;
  }, 'the end of its patience');
  expect(failed[0]).toEqual({ key: 'track.line.timeout' });
});
