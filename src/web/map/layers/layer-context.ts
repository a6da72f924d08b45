/** What the operator has set up, from Map/GetSettings. */
export interface LayerContext {
  boundariesUrl: string | null;
}
