import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { messagesIn } from '#domain/messages/envelope.ts';
import { AppError } from '#domain/text/errors.ts';
import type { GatewayRow } from '#server/features/messages/message-rows.ts';
import { folderBelow, readRegular } from '#server/kernel/folder-below.ts';
import type { OnReceived, Outgoing, SendOutcome } from './gateway.ts';

/** Files larger than this are no messages. */
const mostBytes = 64 * 1024;

/** What a gateway has in its folder. */
const parts = ['out', 'in', '.sent', path.join('in', 'done'), path.join('in', 'failed')];

/** The folder of a gateway, an absolute path; null where it is not below the data folder. */
export const gatewayFolder = (dataFolder: string, address: string): Promise<string | null> =>
  folderBelow(dataFolder, address, parts);

/**
 * A folder below the data folder: `out/` for what is sent, `in/` for what is received. A file has its name there only
 * once it is whole. A mark in `.sent/` is made before that last step: after a crash it tells, with the file that was
 * still to be renamed, whether the message went, even where its reader has already taken it away. So it goes once.
 */
export function createDirectoryGateway(dataFolder: string) {
  async function send(gateway: GatewayRow, message: Outgoing): Promise<SendOutcome> {
    const folder = await gatewayFolder(dataFolder, gateway.address);
    if (!folder) return { ok: false, error: { key: 'message.gateway.folder' }, unknown: false };
    const name = `${String(message.id).padStart(10, '0')}-${message.type}-${message.reference}.txt`;
    const waiting = path.join(folder, '.sent', `${name}.part`);
    const mark = path.join(folder, '.sent', name);
    try {
      await mkdir(path.join(folder, 'out'), { recursive: true });
      await mkdir(path.join(folder, '.sent'), { recursive: true });
      const marked = await exists(mark);
      if (marked && !(await exists(waiting)))
        return { ok: true, acknowledged: gateway.acknowledges !== true };
      if (!marked) {
        await writeWhole(waiting, message.envelope);
        await writeWhole(mark, '');
      }
      await rename(waiting, path.join(folder, 'out', name));
      await syncFolder(path.join(folder, 'out'));
      return { ok: true, acknowledged: gateway.acknowledges !== true };
    } catch (error) {
      return {
        ok: false,
        error: { key: 'message.gateway.file', values: { reason: reasonOf(error) } },
        unknown: false,
      };
    }
  }

  /** Takes each whole file of `in/` once and lays it into `in/done`, or `in/failed` where it could not be kept. */
  async function collect(gateway: GatewayRow, onReceived: OnReceived): Promise<number> {
    const folder = await gatewayFolder(dataFolder, gateway.address);
    if (!folder) return 0;
    const inbox = path.join(folder, 'in');
    await mkdir(path.join(inbox, 'done'), { recursive: true });
    await mkdir(path.join(inbox, 'failed'), { recursive: true });
    const names = (await readdir(inbox)).filter((name) => /^[^.].*\.(?:txt|msg|aftn)$/i.test(name)).sort();
    let taken = 0;
    for (const name of names) {
      const file = path.join(inbox, name);
      const found = await lstat(file).catch(() => null);
      // Another server was quicker.
      if (found === null) continue;
      const text =
        found.isFile() && found.size <= mostBytes
          ? ((await readRegular(file, mostBytes))?.toString('utf8') ?? null)
          : null;
      if (text === null) {
        await rename(file, path.join(inbox, 'failed', name)).catch(() => {});
        continue;
      }
      // Kept first: what is received twice is recognised, what was moved away before it was kept would be lost.
      // A file may hold several messages; of one that holds none it is said so.
      const messages = messagesIn(text);
      let isArchived = true;
      for (const message of messages.length > 0 ? messages : [text]) {
        isArchived = (await onReceived(message, gateway).then(() => true, isRefusal)) && isArchived;
      }
      await rename(file, path.join(inbox, isArchived ? 'done' : 'failed', name)).catch(() => {});
      if (isArchived) taken += 1;
    }
    return taken;
  }

  return { send, collect };
}

/** What is no message at all stands in nobody's way; where it could not be kept for another reason, it is tried again. */
function isRefusal(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'error';
}

/** Marks of what was sent long ago tell nothing any more. */
export async function sweepMarks(dataFolder: string, address: string, before: number): Promise<void> {
  const gateway = await gatewayFolder(dataFolder, address);
  if (!gateway) return;
  const folder = path.join(gateway, '.sent');
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const at = (await stat(file).catch(() => null))?.mtimeMs;
    if (at !== undefined && at < before) await rm(file, { force: true });
  }
}
