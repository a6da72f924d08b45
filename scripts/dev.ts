import { type ChildProcess, spawn } from 'node:child_process';
import { commandOf, run } from './run.ts';

/** `npm run dev`: the server from its sources, begun anew at each change, and Vite with its proxy before it. */
export async function main(): Promise<void> {
  await run(process.execPath, ['--import', 'tsx', 'scripts/generate-types.ts']);
  const env = { CLEARWAY_CHECK_ANSWERS: '1', ...process.env };
  const node = (args: string[]): ChildProcess => spawn(process.execPath, args, { stdio: 'inherit', env });
  const children = [
    node([commandOf('tsx'), 'watch', '--clear-screen=false', 'src/server/main.ts']),
    node([commandOf('vite'), '--clearScreen', 'false']),
  ];
  let ending = false;
  // Once: a second signal would make tsx kill the server before it has stopped its database.
  const endAll = () => {
    if (ending) return;
    ending = true;
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('SIGTERM', endAll);
  // Ctrl-C reaches all of the terminal's processes; we only wait for them.
  process.on('SIGINT', () => {
    ending = true;
  });
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) =>
          child.once('exit', () => {
            endAll();
            resolve();
          }),
        ),
    ),
  );
}
