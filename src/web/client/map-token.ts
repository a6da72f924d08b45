/**
 * The opaque token of a session (specification §9, `enc_auth_token`) with which another program opened the map for phones: kept
 * for this tab alone, and sent only while that map is open. It reads what the map shows and nothing else.
 */
const key = 'clearway.mapToken';

let inUse: string | undefined;

export const mapToken = {
  /** The one that this tab was opened with. */
  stored: (): string | null => window.sessionStorage.getItem(key),
  keep(text: string): void {
    window.sessionStorage.setItem(key, text);
  },
  forget(): void {
    window.sessionStorage.removeItem(key);
    inUse = undefined;
  },
  /** From here on requests and hubs carry it; gives back how it ends. */
  use(text: string): () => void {
    inUse = text;
    return () => {
      if (inUse === text) inUse = undefined;
    };
  },
  inUse: (): string | undefined => inUse,
};
