// @ts-check
// The way into every command, on Node's built-ins alone: a fresh clone has no other modules yet.
// It checks Node, installs what is missing, and hands over to scripts/<command>.ts in this very process: a signal
// reaches it without a chain of parents in between, and `start` hands it on to the server.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const commands = [
  'start',
  'test',
  'check',
  'bench',
  'dev',
  'pictures',
  'screens',
  'backup',
  'restore',
  'verify',
];
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string} sentence @returns {never} */
function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  giveUp(`Clearway needs Node 20.19 or newer; this is ${process.versions.node}. Get one from nodejs.org.`);
}

/**
 * What package-lock.json asks for and node_modules lacks. npm writes its own account of what it installed as
 * the last thing it does, so an install that was cut short shows too.
 * @returns {string | null}
 */
function missing() {
  const installed = packagesIn('node_modules/.package-lock.json');
  if (installed === null) return 'nothing is installed yet';
  const wanted = packagesIn('package-lock.json');
  if (wanted === null) giveUp('package-lock.json is missing or damaged: take it from the repository.');
  for (const [name, entry] of Object.entries(wanted)) {
    // Optional ones are for other platforms, or could not be had.
    const found = installed[name];
    if (name === '' || entry.link || ((entry.optional || entry.devOptional) && !found)) continue;
    if (!found) return `${name} is missing`;
    if (found.version !== entry.version) return `${name} is ${found.version}, not ${entry.version}`;
  }
  return null;
}

/** @typedef {{version?: string, optional?: boolean, devOptional?: boolean, link?: boolean}} Entry */

/** @param {string} file @returns {Record<string, Entry> | null} */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** @param {string} reason */
function install(reason) {
  process.stdout.write(`Installing what package-lock.json names (${reason}) …\n`);
  // NODE_ENV=production would leave out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' });
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) {
    giveUp(`npm ci did not finish${error ? ` (${error.message})` : ''}. What npm says above is the reason.`);
  }
  const still = missing();
  if (still !== null) giveUp(`After npm ci, ${still}. Delete the folder node_modules and try again.`);
}

checkNode();
process.chdir(root);
const [command = '', ...rest] = process.argv.slice(2);
if (!commands.includes(command))
  giveUp(`Say one of: ${commands.map((name) => `npm run ${name}`).join(', ')}.`);
const reason = missing();
if (reason !== null) install(reason);

// Only now: before the install there was no tsx.
const { register } = await import('tsx/esm/api');
register();
const script = pathToFileURL(path.join(root, 'scripts', `${command}.ts`)).href;
const { main } = await import(script);
await main(rest);
