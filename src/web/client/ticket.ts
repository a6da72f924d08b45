/** The ticket of a registration (decisions.md §9): kept for this tab alone, and sent only while an applicant's page is open. */
const key = 'clearway.ticket';
const mark = 'cwr_';

let inUse: string | undefined;

export const ticket = {
  /** The one that this tab was opened with. */
  stored: (): string | null => window.sessionStorage.getItem(key),
  /** What is no ticket is not kept; false. */
  keep(text: string): boolean {
    if (!text.startsWith(mark)) return false;
    window.sessionStorage.setItem(key, text);
    return true;
  },
  forget(): void {
    window.sessionStorage.removeItem(key);
    inUse = undefined;
  },
  /** From here on requests carry it; gives back how it ends. */
  use(text: string): () => void {
    inUse = text;
    return () => {
      if (inUse === text) inUse = undefined;
    };
  },
  inUse: (): string | undefined => inUse,
};
