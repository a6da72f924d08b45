import { existsSync } from 'node:fs';
import path from 'node:path';
import { packagedChromium } from './packaged-chromium.ts';

interface Surroundings {
  env: Record<string, string | undefined>;
  platform: string;
  exists: (file: string) => boolean;
}

/** The usual places of Chromium and its kin, by platform; Chromium first. */
const places: Record<string, string[]> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
    packagedChromium,
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'Chromium/Application/chrome.exe',
    'Google/Chrome/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ],
};

const here: Surroundings = { env: process.env, platform: process.platform, exists: existsSync };

/** CHROMIUM_PATH, then the usual places; null where there is none. A CHROMIUM_PATH that leads nowhere is an error. */
export function findChromium({ env, platform, exists }: Surroundings = here): string | null {
  const given = env.CHROMIUM_PATH;
  if (given) {
    if (exists(given)) return given;
    throw new Error(
      `CHROMIUM_PATH is ${given}, and no file is there. Correct it, or unset it to look in the usual places.`,
    );
  }
  return candidates(env, platform).find((file) => exists(file)) ?? null;
}

function candidates(env: Record<string, string | undefined>, platform: string): string[] {
  const own = places[platform] ?? places.linux ?? [];
  if (platform === 'darwin' && env.HOME)
    return [...own, ...own.map((file) => path.posix.join(env.HOME ?? '', file))];
  if (platform !== 'win32') return own;
  const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
    (base) => base !== undefined,
  );
  return bases.flatMap((base) => own.map((file) => path.win32.join(base, file)));
}
