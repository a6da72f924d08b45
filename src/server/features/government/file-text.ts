import { Worker } from 'node:worker_threads';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { archiveOfBytes, unpack } from '#server/engine/transfer/zip-guard.ts';

/** A file is read for so long at most, and with so much memory. */
const limitMs = 20_000;
const memoryMb = 512;
/** Characters of a text that is cut into articles. */
const longestText = 2_000_000;
/** What a document of Word may unpack to. The limit of the thread counts objects of JavaScript, not what is unpacked. */
const mostUnpackedBytes = 64 * 1024 * 1024;
/** Files that are read at a time. */
const atATime = 2;

const kinds: Record<string, 'word' | 'pdf' | 'html' | 'text'> = {
  docx: 'word',
  pdf: 'pdf',
  html: 'html',
  htm: 'html',
  txt: 'text',
  md: 'text',
};

/**
 * Runs in a thread of its own, for what people send may be made to take for ever: a document that unpacks into
 * gigabytes, or is drawn in circles, ends with the thread.
 */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const load = require('node:module').createRequire(workerData.base);
const read = {
  async word(bytes) { return (await load('mammoth').extractRawText({ buffer: Buffer.from(bytes) })).value; },
  async pdf(bytes) {
    const { extractText, getDocumentProxy } = load('unpdf');
    return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })).text.join('\\n');
  },
  async html(bytes) {
    const skip = ['img', 'script', 'style', 'nav', 'head'].map((selector) => ({ selector, format: 'skip' }));
    const flat = [{ selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }))];
    return load('html-to-text').convert(new TextDecoder().decode(bytes), { wordwrap: false, selectors: [...skip, ...flat] });
  },
  async text(bytes) { return new TextDecoder().decode(bytes); },
};
read[workerData.kind](workerData.bytes).then(
  (text) => parentPort.postMessage({ text: String(text).slice(0, workerData.longest + 1) }),
  () => parentPort.postMessage({ failed: true }),
);`;

let reading = 0;

/** The text of a file by the end of its name; what cannot be read is refused at the field `content`. */
export async function textOfFile(name: string, bytes: Uint8Array): Promise<string> {
  const kind = kinds[/\.([a-z]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (!kind) throw fieldError('content', 'government.file.kind');
  if (reading >= atATime) throw fieldError('content', 'government.file.busy');
  reading += 1;
  try {
    if (kind === 'word') await unpackable(bytes);
    const text = await run(kind, bytes);
    if (text === null) throw fieldError('content', 'government.file.unreadable');
    if (text.length > longestText) throw fieldError('content', 'government.file.tooLong');
    return text;
  } finally {
    reading -= 1;
  }
}

/** Refuses what is no archive, or holds more than it seems to. */
async function unpackable(bytes: Uint8Array): Promise<void> {
  try {
    await unpack(archiveOfBytes(bytes), mostUnpackedBytes);
  } catch (error) {
    const isTooMuch = error instanceof AppError && error.text.key === 'transfer.file.unpacked';
    throw fieldError('content', isTooMuch ? 'government.file.tooLong' : 'government.file.unreadable');
  }
}

/** Null: it is no such file, or took too long or too much. */
async function run(kind: string, bytes: Uint8Array): Promise<string | null> {
  const worker = new Worker(script, {
    eval: true,
    workerData: { kind, bytes, base: import.meta.url, longest: longestText },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string | null>((resolve) => {
      timer = setTimeout(() => resolve(null), limitMs);
      worker.once('message', (answer: { text?: string }) => resolve(answer.text ?? null));
      worker.once('error', () => resolve(null));
      worker.once('exit', () => resolve(null));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
