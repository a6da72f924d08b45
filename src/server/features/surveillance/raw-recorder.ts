import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pcapHead, pcapPacket } from '#domain/surveillance/asterix/pcap-write.ts';
import { refused } from '#domain/text/errors.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { MemoryBudget } from '#server/kernel/memory-budget.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** One capture file of a source. */
export interface RawFile {
  name: string;
  octets: number;
  /** When it began; UTC, ISO 8601. */
  from: string;
}

export interface RawTap {
  /** Takes a datagram that arrived at `at` (UTC ms) from `sender`, where it is known; writing goes on behind it. */
  datagram(bytes: Uint8Array, at: number, sender?: string): void;
  close(): Promise<void>;
}

/** Datagrams of sources as they arrived, in captures that a replay reads. Of this server: each listens for itself. */
export interface RawRecorder {
  tap(sourceId: number, port: number): RawTap;
  /** The newest first. */
  list(sourceId: number): Promise<RawFile[]>;
  open(sourceId: number, name: string): Promise<Readable>;
  /** Lets files go that are older than `retention.rawDays`. */
  dropOld(): Promise<void>;
}

/** A file an hour at most; what waits to be written is bounded, and datagrams beyond it are lost. */
const fileMs = 3_600_000;
const flushMs = 1_000;
const mostWaiting = 8 * 1024 * 1024;
const dayMs = 86_400_000;
const namePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})\.pcap$/;

export function createRawRecorder(deps: {
  folder: string;
  parameters: Pick<Parameters, 'number'>;
  /** Where memory is short nothing waits to be written. */
  memory: Pick<MemoryBudget, 'isOver'>;
  now(): number;
  log: Logger;
}): RawRecorder {
  const { parameters, memory, now, log } = deps;
  const folderOf = (sourceId: number) => path.join(deps.folder, String(sourceId));

  async function list(sourceId: number): Promise<RawFile[]> {
    const names = await readdir(folderOf(sourceId)).catch(() => []);
    const files: RawFile[] = [];
    for (const name of names
      .filter((one) => namePattern.test(one))
      .toSorted()
      .reverse()) {
      // One that was let go meanwhile is none.
      const found = await stat(path.join(folderOf(sourceId), name)).catch(() => null);
      if (found) files.push({ name, octets: found.size, from: beganAt(name) });
    }
    return files;
  }

  /** Keeps a source within its megabytes: the oldest go, the one that is written stays. */
  async function bound(sourceId: number): Promise<void> {
    const most = (await parameters.number('retention.rawMegabytes')) * 1024 * 1024;
    let octets = 0;
    for (const [index, file] of (await list(sourceId)).entries()) {
      octets += file.octets;
      if (index > 0 && octets > most) await rm(path.join(folderOf(sourceId), file.name), { force: true });
    }
  }

  function tap(sourceId: number, port: number): RawTap {
    let waiting: Uint8Array[] = [];
    let octets = 0;
    let lost = 0;
    let file: string | null = null;
    let since = 0;
    let writing: Promise<void> = Promise.resolve();

    async function write(): Promise<void> {
      if (waiting.length === 0) return;
      const packets = waiting;
      waiting = [];
      octets = 0;
      if (file === null || now() - since >= fileMs) {
        since = now();
        file = path.join(folderOf(sourceId), nameAt(since));
        await mkdir(folderOf(sourceId), { recursive: true, mode: 0o700 });
        packets.unshift(pcapHead());
      }
      await appendFile(file, Buffer.concat(packets), { mode: 0o600 });
      await bound(sourceId);
      if (lost > 0) log.warn({ sourceId, datagrams: lost }, 'datagrams could not be recorded');
      lost = 0;
    }

    function flush(): Promise<void> {
      writing = writing.then(write).catch((error: unknown) => {
        // The next packets begin a file of their own: where this one ends is not known.
        file = null;
        log.warn({ error, sourceId }, 'datagrams could not be recorded');
      });
      return writing;
    }

    const timer = setInterval(() => void flush(), flushMs).unref();
    return {
      datagram(bytes, at, sender) {
        const [address = '', from] = sender?.split(' ') ?? [];
        const packet = pcapPacket(at, bytes, port, from ? { address, port: Number(from) } : null);
        if (packet === null || memory.isOver || octets + packet.length > mostWaiting) {
          lost += 1;
          return;
        }
        waiting.push(packet);
        octets += packet.length;
      },
      close() {
        clearInterval(timer);
        return flush();
      },
    };
  }

  return {
    tap,
    list,
    async open(sourceId, name) {
      const known = (await list(sourceId)).find((file) => file.name === name);
      if (!known) throw refused('track.raw.gone', { name });
      // To where it is now: a packet that is being written would be cut.
      return createReadStream(path.join(folderOf(sourceId), name), { end: Math.max(0, known.octets - 1) });
    },
    async dropOld() {
      const days = await parameters.number('retention.rawDays');
      if (days <= 0) return;
      const before = now() - days * dayMs;
      for (const id of await readdir(deps.folder).catch(() => [])) {
        if (!/^\d+$/.test(id)) continue;
        for (const { name, from } of await list(Number(id)))
          if (Date.parse(from) < before) await rm(path.join(folderOf(Number(id)), name), { force: true });
      }
    },
  };
}

const nameAt = (ms: number) => `${new Date(ms).toISOString().replaceAll(/[-:.Z]/g, '')}.pcap`;

function beganAt(name: string): string {
  const [, year, month, day, hour, minute, second, ms] = namePattern.exec(name) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
}
