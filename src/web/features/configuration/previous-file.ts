/** The file that the page of a transfer hands to the import: up to 5 MB, too much for the browser's history. */
let waiting: string | null = null;

export const previousFile = {
  put(file: string): void {
    waiting = file;
  },
  take(): string | null {
    const file = waiting;
    waiting = null;
    return file;
  },
};
