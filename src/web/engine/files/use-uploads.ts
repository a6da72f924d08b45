import { useCallback, useRef, useState } from 'react';
import { type RecordFile, type RecordOfFiles, uploadFile } from './files-api.ts';

/** One file on its way, or what became of it. */
export interface Upload {
  key: string;
  name: string;
  size: number;
  /** 0 to 1. */
  share: number;
  state: 'waiting' | 'sending' | 'failed';
  error: unknown;
  file: File;
  kind: string | undefined;
}

/** Sent at once; the others wait, so that a slow line is not cut into ten. */
const atOnce = 2;
let lastKey = 0;

/** A queue of files to one record: each with its progress, each to be cancelled or tried again by itself. */
export function useUploads(of: RecordOfFiles, onStored: (files: RecordFile[]) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());

  const show = useCallback((key: string, change: Partial<Upload> | null) => {
    setUploads((all) =>
      change === null
        ? all.filter((one) => one.key !== key)
        : all.map((one) => (one.key === key ? { ...one, ...change } : one)),
    );
  }, []);

  const pump = () => {
    while (running.current.size < atOnce) {
      const next = queue.current.shift();
      if (!next) return;
      const controller = new AbortController();
      running.current.set(next.key, controller);
      show(next.key, { state: 'sending', share: 0, error: null });
      const progress = (share: number) => show(next.key, { share });
      uploadFile(of, next.file, next.kind, { signal: controller.signal, progress })
        .then((stored) => {
          show(next.key, null);
          onStored(stored);
        })
        .catch((error: unknown) => {
          // What was cancelled is gone; what failed stays, and says why, until it is tried again or dismissed.
          show(next.key, controller.signal.aborted ? null : { state: 'failed', error });
        })
        .finally(() => {
          running.current.delete(next.key);
          pump();
        });
    }
  };

  return {
    uploads,
    add(files: File[], kind: string | undefined) {
      const fresh = files.map((file) => ({
        key: String(++lastKey),
        name: file.name,
        size: file.size,
        share: 0,
        state: 'waiting' as const,
        error: null,
        file,
        kind,
      }));
      setUploads((all) => [...all, ...fresh]);
      queue.current.push(...fresh);
      pump();
    },
    retry(upload: Upload) {
      show(upload.key, { state: 'waiting', error: null });
      queue.current.push(upload);
      pump();
    },
    /** Cancels what is under way or waits; dismisses what failed. */
    drop(key: string) {
      queue.current = queue.current.filter((one) => one.key !== key);
      const controller = running.current.get(key);
      if (controller) controller.abort();
      else show(key, null);
    },
  };
}
