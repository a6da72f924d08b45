import type { Label } from '#domain/text/label.ts';
import type { Resource } from './resource.ts';

/** The record type of files: a field that relates to it names one of its own record's. */
export const attachmentResource = 'attachment';

/** Rooms are no records; their files have this in the place of a record type. */
export const roomResource = 'chatRoom';

/** What the history of a record calls its files: no field of its schema, and seen by whoever reads the record. */
export const filesField = 'files';

/** May files be attached to records of this type? To what only services write, only where its entry says so. */
export function takesFiles({ attachments, readOnly }: Resource): boolean {
  return attachments !== false && (!readOnly || attachments !== undefined);
}

/** The kinds of file that its entry names; none: files have no kind. */
export function kindsOf({ attachments }: Resource): { name: string; label: Label; read?: string[] }[] {
  return attachments ? attachments.kinds : [];
}
