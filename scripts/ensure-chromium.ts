import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findChromium } from './find-chromium.ts';
import { fetchChromium } from './packaged-chromium.ts';
import { run } from './run.ts';

/** A browser to draw with, and a font that has Chinese: without it every character is the same empty box. */
const debianPackages = ['chromium', 'fonts-noto-cjk'];

/** Makes sure that there is a Chromium for the browser tests; installs it where we may, else throws how to get one. */
export async function ensureChromium(): Promise<void> {
  if (process.env.CHROMIUM_PATH) {
    findChromium();
    return;
  }
  if (isDebian() && process.getuid?.() === 0) {
    const absent = debianPackages.filter((name) => !isInstalled(name));
    if (absent.length > 0) await install(absent);
  }
  if (findChromium() !== null || (await fetchChromium())) return;
  throw new Error(
    [
      'The browser tests need Chromium or Chrome, and none is in the usual places.',
      isDebian()
        ? `Install it: sudo apt-get install ${debianPackages.join(' ')}`
        : 'Install Chromium or Google Chrome (and a font with Chinese, such as Noto Sans CJK).',
      'Or set CHROMIUM_PATH to its program. Or leave these tests out: CLEARWAY_TEST_BROWSER=0 npm test',
    ].join('\n'),
  );
}

async function install(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(' and ')} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A machine that was just made has no lists yet; one whose lists cannot be had may still know the packages.
  await run('apt-get', ['update', '-qq'], { env });
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
  });
  if (code !== 0)
    console.error(`apt-get could not install ${packages.join(' and ')}; what it says above is the reason.`);
}

/** Not Ubuntu, whose package of that name only calls snap. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' });
  return stdout?.includes('install ok installed') ?? false;
}
