import type { Text } from '#domain/text/errors.ts';
import type { Label } from '#domain/text/label.ts';
import type { ValueChange } from './difference.ts';
import type { ConfigurationSection } from './item.ts';

/** `onlyHere`: the file does not have it; it stays as it is. */
export type ItemStatus = 'same' | 'new' | 'changed' | 'onlyHere';

export interface ItemProblem {
  /** An item with an error cannot be applied. */
  level: 'error' | 'warning';
  text: Text;
}

export interface ComparedItem {
  section: ConfigurationSection;
  key: string;
  label: Label;
  status: ItemStatus;
  changes: ValueChange[];
  problems: ItemProblem[];
  /** Ids of items of the file that are applied with this one. */
  needs: string[];
  /** What it becomes; null: it stays as it is. */
  values: Record<string, unknown> | null;
}
