import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { absentIs, makeFolderOf, measureFile, packFile } from './copying.ts';
import type { Entry } from './format.ts';

/** What PostgreSQL makes anew at its start, and what is only of the process that runs (its manual, "Making a base backup"). */
const contentsOnly = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const ofTheProcess = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?)$/;
const passing = /^(pg_internal\.init.*|pgsql_tmp.*|t\d+_.*)$/;

export interface CopiedCluster {
  folders: string[];
  files: Record<string, Entry>;
}

/**
 * Copies the folder of a living database. What changes meanwhile is mended by the log when it is restored: PostgreSQL is
 * told of the copy (`pg_backup_start`), and the log from there to the end (`pg_backup_stop`) is copied too; a slot keeps
 * it from being removed. `client` is a superuser's, and busy with nothing else.
 */
export async function copyCluster(client: pg.Client, cluster: string, to: string): Promise<CopiedCluster> {
  const copied: CopiedCluster = { folders: [], files: {} };
  const slot = `clearway_backup_${randomBytes(4).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const first = await walFile(client, 'select pg_backup_start($1, true) as lsn', ['clearway']);

  const pack = async (name: string) => {
    const place = path.join(to, `${name}.gz`);
    const entry = await packFile(path.join(cluster, name), place).catch(absentIs(null));
    if (entry) copied.files[`cluster/${name}.gz`] = entry;
  };

  async function walk(folder: string): Promise<void> {
    copied.folders.push(folder);
    await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 });
    for (const entry of await readdir(path.join(cluster, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (contentsOnly.includes(name)) copied.folders.push(name);
        else if (!passing.test(entry.name)) await walk(name);
        // The state of the whole is read last.
      } else if (name !== 'global/pg_control' && !(folder === '' && ofTheProcess.test(entry.name))) {
        if (entry.isFile() && !passing.test(entry.name)) await pack(name);
      }
    }
  }

  await walk('');
  await pack('global/pg_control');
  const { rows } = await client.query('select lsn, labelfile from pg_backup_stop(false)');
  const last = await walFile(client, 'select $1::pg_lsn - 1 as lsn', [rows[0].lsn]);
  const label = path.join(to, 'backup_label');
  await writeFile(label, rows[0].labelfile, { mode: 0o600, flush: true });
  await makeFolderOf(path.join(to, 'pg_wal', 'x'));
  for (const name of (await readdir(path.join(cluster, 'pg_wal'))).sort()) {
    if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) await pack(`pg_wal/${name}`);
  }
  await client.query('select pg_drop_replication_slot($1)', [slot]);
  if (!copied.files[`cluster/pg_wal/${first}.gz`] || !copied.files[`cluster/pg_wal/${last}.gz`]) {
    throw new Error(`the log from ${first} to ${last} is not whole`);
  }
  return { ...copied, files: { ...copied.files, 'cluster/backup_label': await measureFile(label, false) } };
}

/** The name of the log's file that holds the place which a query gives as `lsn`. */
async function walFile(client: pg.Client, query: string, values: unknown[]): Promise<string> {
  const { rows } = await client.query(`select pg_walfile_name(lsn) as name from (${query}) as place`, values);
  return String(rows[0]?.name);
}
