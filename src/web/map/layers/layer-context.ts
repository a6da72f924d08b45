/** What a layer is loaded with. */
export interface LayerContext {
  /** What the operator has set up, from Map/GetSettings. */
  boundariesUrl: string | null;
  /** Called by a layer that has more than it can show. */
  partial?: () => void;
}
