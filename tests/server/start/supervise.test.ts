import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { supervise } from '#scripts/supervise.ts';
import { eventually } from '#tests/support/server.ts';

/** `npm start`: the server runs in a process of its own, and is started again where it ends by itself. */

let folder: string;
let file = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-supervise-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A server in place of ours, which writes down each of its starts; `run` is the body of a function of their number. */
async function supervised(run: string) {
  const [script, log] = [path.join(folder, `${++file}.mjs`), path.join(folder, `${file}.log`)];
  await writeFile(log, '');
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const listening = () => new Promise((resolve) => process.send('listening', resolve));
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        appendFileSync(${JSON.stringify(log)}, signal + '\\n');
        process.exit(0);
      });
    }
    appendFileSync(${JSON.stringify(log)}, \`start \${process.env.CLEARWAY_CRASHED_AT}\\n\`);
    const start = readFileSync(${JSON.stringify(log)}, 'utf8').split('\\n').length - 1;
    ${run}`,
  );
  const signals = new EventEmitter();
  const said: string[] = [];
  const ended = supervise({
    command: [process.execPath, script],
    firstRestMs: 20,
    longestRestMs: 50,
    steadyMs: 60_000,
    signals: signals as unknown as NodeJS.Process,
    say: (text) => said.push(text),
  });
  return {
    ended,
    said,
    signal: (name: string) => signals.emit(name),
    lines: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean),
  };
}

const stays = 'setInterval(() => {}, 1000);';

describe('a server that crashes', () => {
  test('is started again, later each time, is told when it crashed, and says so', async () => {
    const began = Date.now();
    const { ended, said, lines } = await supervised(`await listening(); process.exit(start < 4 ? 7 : 0);`);
    expect(await ended).toBe(0);
    const starts = await lines();
    expect(starts.map((line) => line.split(',').length)).toEqual([1, 1, 2, 3]);
    expect(starts[0]).toBe('start ');
    const [first] = (starts[1] ?? '').replace('start ', '').split(',').map(Number);
    expect(first).toBeGreaterThanOrEqual(began);
    expect(said).toHaveLength(3);
    expect(said.map((text) => /0\.0\d+/.exec(text)?.[0])).toEqual(['0.02', '0.04', '0.05']);
  });

  test('is started again after a signal that nobody sent through us', async () => {
    const { ended, lines } = await supervised(
      `await listening(); if (start === 1) process.kill(process.pid, 'SIGKILL'); else process.exit(0);`,
    );
    expect(await ended).toBe(0);
    expect(await lines()).toHaveLength(2);
  });
});

test('a server that never listened, as its settings are refused, is not started again', async () => {
  const { ended, said, lines } = await supervised('process.exit(1);');
  expect(await ended).toBe(1);
  expect(await lines()).toEqual(['start ']);
  expect(said).toEqual([]);
});

test('one that had listened before is, whatever it lacks now', async () => {
  const { ended, lines } = await supervised(
    `if (start === 2) process.exit(1); await listening(); process.exit(start === 1 ? 1 : 0);`,
  );
  expect(await ended).toBe(0);
  expect(await lines()).toHaveLength(3);
});

test.each(['SIGTERM', 'SIGINT'])('%s is handed on, and ends both', async (signal) => {
  const { ended, lines, signal: send } = await supervised(`await listening(); ${stays}`);
  await eventually(async () => (await lines()).length === 1, 'the start');
  send(signal);
  expect(await ended).toBe(0);
  expect(await lines()).toEqual(['start ', signal]);
});
