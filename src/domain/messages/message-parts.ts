import type { Title } from './field-identity.ts';
import type { Piece } from './piece.ts';
import type { FieldNumber, FieldValues } from './tables.ts';
import type { MessageType } from './types.ts';

/** A field as it stands in the text. */
export interface FieldPiece extends Piece {
  /** A field's number, `3` for the title, `22` for an amendment. */
  field: string;
}

/** A message as values. What could not be read is not there, and an error says so. */
export interface Message {
  title: Title & { type: MessageType };
  fields: Partial<FieldValues>;
  /** Fields 22: what a CHG or CDN puts in place of what was. */
  amendments: Amendment[];
  /** What follows the title of a type whose text is free. */
  free: string | null;
}

export interface Amendment {
  field: FieldNumber;
  /** As it was written, without the number. */
  text: string;
}
