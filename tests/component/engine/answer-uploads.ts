import { vi } from 'vitest';

/** Answers what the page uploads: by XMLHttpRequest, which reports the progress. `vi.unstubAllGlobals` ends it. */
export function answerUploads(answer: (form: FormData, path: string) => Response): void {
  class Upload {
    status = 0;
    responseText = '';
    withCredentials = false;
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    #path = '';

    open(_method: string, path: string): void {
      this.#path = path;
    }

    setRequestHeader(): undefined {
      return undefined;
    }

    async send(form: FormData): Promise<void> {
      const response = answer(form, this.#path);
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      this.responseText = await response.text();
      this.status = response.status;
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
}

/** A file as it is chosen from a disk. */
export const fileNamed = (name: string, type = 'application/octet-stream'): File =>
  new File([name], name, { type });
