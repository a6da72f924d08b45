import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../domain/errors.ts';
import { messagesIn } from '../../../domain/message/envelope.ts';
import type { GatewayRow } from '../message-rows.ts';
import type { OnReceived, Outgoing, SendOutcome } from './gateway.ts';

/** Files larger than this are no messages. */
const mostBytes = 64 * 1024;

/**
 * A folder below the data folder: `out/` for what is sent, `in/` for what is received. A file has its name there only
 * once it is whole. A mark in `.sent/` is made before that last step: after a crash it tells, with the file that was
 * still to be renamed, whether the message went, even where its reader has already taken it away. So it goes once.
 */
export function createDirectoryGateway(dataFolder: string) {
  function folderOf({ address }: GatewayRow): string | null {
    const folder = path.resolve(dataFolder, address);
    return folder.startsWith(`${path.resolve(dataFolder)}${path.sep}`) ? folder : null;
  }

  async function send(gateway: GatewayRow, message: Outgoing): Promise<SendOutcome> {
    const folder = folderOf(gateway);
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
    const folder = folderOf(gateway);
    if (!folder) return 0;
    const inbox = path.join(folder, 'in');
    await mkdir(path.join(inbox, 'done'), { recursive: true });
    await mkdir(path.join(inbox, 'failed'), { recursive: true });
    const names = (await readdir(inbox)).filter((name) => /^[^.].*\.(?:txt|msg|aftn)$/i.test(name)).sort();
    let taken = 0;
    for (const name of names) {
      const file = path.join(inbox, name);
      const size = (await stat(file).catch(() => null))?.size ?? null;
      // Another server was quicker.
      if (size === null) continue;
      if (size > mostBytes) {
        await rename(file, path.join(inbox, 'failed', name)).catch(() => {});
        continue;
      }
      const text = await readFile(file, 'utf8').catch(() => null);
      if (text === null) continue;
      // Kept first: what is received twice is recognised, what was moved away before it was kept would be lost.
      // A file may hold several messages; of one that holds none it is said so.
      const messages = messagesIn(text);
      let kept = true;
      for (const message of messages.length > 0 ? messages : [text]) {
        kept = (await onReceived(message, gateway).then(() => true, isRefusal)) && kept;
      }
      await rename(file, path.join(inbox, kept ? 'done' : 'failed', name)).catch(() => {});
      if (kept) taken += 1;
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
  const folder = path.join(path.resolve(dataFolder, address), '.sent');
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const at = (await stat(file).catch(() => null))?.mtimeMs;
    if (at !== undefined && at < before) await rm(file, { force: true });
  }
}
