import type { ImportJob, ImportPlan, ImportReport } from '#domain/record/transfer/job.ts';
import type { TextEncoding } from '#domain/text/encoding.ts';
import { recordsPath } from '#web/client/data.ts';
import { commonHeaders, noteUnauthorized, RequestError, recordsError, send } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Asks for a file and hands it to the browser to keep. However long it takes: a file has no ten seconds. */
export async function download(path: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(path, {
    credentials: 'include',
    headers: commonHeaders(),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new RequestError('shell.error.noAnswer', { statusCode: 0, code: 'noAnswer' });
  });
  if (!response.ok) {
    noteUnauthorized(response.status);
    throw recordsError(response.status, await response.json().catch(() => null));
  }
  const name = nameIn(response.headers.get('content-disposition')) ?? 'clearway';
  saveFile(name, await response.blob());
  return name;
}

/** The name of a file, in any alphabet, from the header that gives it. */
export function nameIn(disposition: string | null): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (whole) return decodeURIComponent(whole);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1];
}

/** Sends a file, telling how far it is (0 to 1). Not fetch: that tells nothing of what is sent. */
export function uploadImport(
  resource: string,
  file: File,
  sheet: string | undefined,
  onProgress: (part: number) => void,
): Promise<ImportJob> {
  const form = new FormData();
  if (sheet !== undefined) form.append('sheet', sheet);
  form.append('file', file);
  return upload(`${recordsPath}/${resource}/import`, form, onProgress) as Promise<ImportJob>;
}

/** Posts a form with a file, telling how far it is; what it is answered with. */
export function upload(path: string, form: FormData, onProgress: (part: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () =>
      reject(new RequestError('shell.error.noAnswer', { statusCode: 0, code: 'noAnswer' }));
    request.onload = () => {
      const body: unknown = parsed(request.responseText);
      if (request.status < 300) resolve(body);
      else {
        noteUnauthorized(request.status);
        reject(recordsError(request.status, body));
      }
    };
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface ErrorsPage {
  start: number;
  end: number;
  column?: string | undefined;
}

export function readReport(
  resource: string,
  id: number,
  { start, end, column }: ErrorsPage,
): Promise<ImportReport> {
  return ask<ImportReport>(`${recordsPath}/${resource}/import/${id}`, 'GET', undefined, {
    _start: start,
    _end: end,
    column,
  });
}

/** What of a file is to be read otherwise. */
export interface ReadAgain {
  sheet?: string;
  /** Row in which the heads stand, from 1. */
  headRow?: number;
  encoding?: TextEncoding;
}

/** Reads the file that was sent anew. */
export function readAgain(resource: string, id: number, chosen: ReadAgain): Promise<ImportJob> {
  return ask<ImportJob>(`${recordsPath}/${resource}/import/${id}/sheet`, 'POST', { ...chosen });
}

export function checkImport(resource: string, id: number, plan: ImportPlan): Promise<ImportJob> {
  return ask<ImportJob>(`${recordsPath}/${resource}/import/${id}/check`, 'POST', plan);
}

export function runImport(resource: string, id: number, onError: ImportPlan['onError']): Promise<ImportJob> {
  return ask<ImportJob>(`${recordsPath}/${resource}/import/${id}/run`, 'POST', { onError });
}

export function cancelImport(resource: string, id: number): Promise<ImportJob> {
  return ask<ImportJob>(`${recordsPath}/${resource}/import/${id}/cancel`, 'POST', {});
}

export async function myImports(resource: string): Promise<ImportJob[]> {
  const { items } = await callService('Import', 'GetList', { resource, maxResultCount: 10 });
  return items;
}

async function ask<T>(
  path: string,
  method: string,
  body?: unknown,
  query?: Record<string, string | number | undefined>,
): Promise<T> {
  const answer = await send(path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(query ? { query } : {}),
  });
  if (answer.status < 200 || answer.status > 299) {
    noteUnauthorized(answer.status);
    throw recordsError(answer.status, answer.body);
  }
  // The wire gets its type here: the shapes are those of domain/transfer/job.ts at both ends.
  return answer.body as T;
}
