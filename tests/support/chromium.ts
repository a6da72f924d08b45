import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findChromium } from '#scripts/find-chromium.ts';

/** Nothing of its own over the network, and nothing that a machine without a screen lacks. */
export const quietArgs = [
  // Root has no sandbox to give.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** The machine's own Chromium, quiet and without the network: nothing of it may decide a test. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error(
      'no Chromium was found: run `npm test`, which installs one or says how, or set CHROMIUM_PATH',
    );
  }
  return chromium.launch({ executablePath, ...options, args: [...quietArgs, ...(options.args ?? [])] });
}
