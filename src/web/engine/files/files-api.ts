import { isObject } from '#domain/text/narrow.ts';
import { commonHeaders, noteUnauthorized, RequestError, recordsError, send } from '#web/client/http.ts';

/** A file of a record, as the endpoint tells it. */
export interface RecordFile {
  id: number;
  kind: string | null;
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  addedByName: string | null;
  createdAt: string;
  deletedAt: string | null;
}

/** A link that opens a file without a session, until its time is over. */
export interface FileLink {
  page: string;
  file: string;
  expiresAt: string;
  inline: boolean;
}

export interface RecordOfFiles {
  resource: string;
  id: number;
}

const pathOf = ({ resource, id }: RecordOfFiles) => `/api/records/${resource}/${id}/files`;

async function ask(path: string, options: Parameters<typeof send>[1], fine: number[]): Promise<unknown> {
  const { status, body } = await send(path, options);
  if (fine.includes(status)) return body;
  noteUnauthorized(status);
  throw recordsError(status, body);
}

export async function listFiles(of: RecordOfFiles, trash: 'without' | 'only'): Promise<RecordFile[]> {
  const body = await ask(pathOf(of), { query: { _trash: trash } }, [200]);
  return Array.isArray(body) ? body.filter(isFile) : [];
}

export async function removeFile(of: RecordOfFiles, file: number): Promise<void> {
  await ask(`${pathOf(of)}/${file}`, { method: 'DELETE' }, [200]);
}

export async function restoreFile(of: RecordOfFiles, file: number): Promise<void> {
  await ask(`${pathOf(of)}/${file}/restore`, { method: 'POST', body: {} }, [200]);
}

export async function purgeFile(of: RecordOfFiles, file: number): Promise<void> {
  await ask(`${pathOf(of)}/${file}/purge`, { method: 'POST', body: {} }, [204]);
}

export async function linkTo(of: RecordOfFiles, file: number, minutes?: number): Promise<FileLink> {
  const body = await ask(
    `${pathOf(of)}/${file}/link`,
    { method: 'POST', body: minutes ? { minutes } : {} },
    [200],
  );
  if (!isObject(body) || typeof body.file !== 'string' || typeof body.page !== 'string') {
    throw new RequestError('shell.error.unknown', { statusCode: 200 });
  }
  return {
    file: body.file,
    page: body.page,
    expiresAt: String(body.expiresAt),
    inline: body.inline === true,
  };
}

/**
 * Saves a file to the person's disk: through a link, so that the browser itself loads it and shows how far.
 */
export async function saveFile(of: RecordOfFiles, file: RecordFile): Promise<void> {
  const link = await linkTo(of, file.id);
  const anchor = document.createElement('a');
  anchor.href = `${link.file}?download`;
  anchor.download = file.name;
  anchor.click();
}

/** Sends one file and tells how far it is, from 0 to 1. Aborting rejects with an AbortError. */
export function uploadFile(
  of: RecordOfFiles,
  file: File,
  kind: string | undefined,
  { signal, progress }: { signal: AbortSignal; progress: (share: number) => void },
): Promise<RecordFile[]> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', pathOf(of));
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () =>
      reject(new RequestError('shell.error.noAnswer', { statusCode: 0, code: 'noAnswer' }));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 201 && Array.isArray(body)) return resolve(body.filter(isFile));
      noteUnauthorized(request.status);
      reject(recordsError(request.status, body));
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    if (kind) form.append('kind', kind);
    form.append('files', file, file.name);
    request.send(form);
  });
}

function isFile(value: unknown): value is RecordFile {
  return isObject(value) && typeof value.id === 'number' && typeof value.name === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the file dialog offers; the server decides by the bytes. */
export const accepted = '.pdf,.png,.jpg,.jpeg,.webp,.gif,.xlsx,.docx,.txt,.csv,.kml,.geojson';
