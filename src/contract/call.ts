import type { TSchema } from '@sinclair/typebox';
import type { PermissionRule } from '#domain/record/resource.ts';

/**
 * `anonymous`: no session needed. `{ read: 'aircraft' }`: whoever may read records of that type. There is no default but
 * deny.
 */
export type CallPermission = PermissionRule | 'anonymous' | { read: string };

/** Bytes of a body where a shape of ten thousand corners may come, or the ids of ten thousand records. */
export const largeBody = 1024 * 1024;

/**
 * One call of specification §7, `{verb} /api/services/app/{service}/{name}` in the ABP envelope, as both ends know it.
 * GET and DELETE take their input from the query (names without regard to case), the others from the body.
 * Validation, OpenAPI, the handler's types and the client's follow from it.
 */
export interface Call<I extends TSchema = TSchema, O extends TSchema = TSchema> {
  verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The other verb by which newer clients send the same; it changes nothing either. */
  alsoBy?: 'POST';
  permission: CallPermission;
  /** Whether it changes anything, where the verb does not tell: a GET does not, every other verb does. */
  writes?: boolean;
  /** Only a person in a session of their own: an API token will not do. */
  session?: boolean;
  /** Calls of one address, or one session, in a minute; absent: what holds for all. */
  perMinute?: number;
  /** Bytes of a body at most; absent: what holds for all. */
  bodyLimit?: number;
  /** Open too to a user who must first change the password or enrol a second factor. */
  openToSignInRequirement?: boolean;
  /** Its text comes from a line (telegraph, bulletins): characters that can't be stored are taken out of it, not refused. */
  lineText?: boolean;
  summary: string;
  input: I;
  output: O;
}

/** A call whose answer is a file of this media type, in no envelope. */
export type FileCall<I extends TSchema = TSchema> = Omit<Call<I>, 'output'> & { file: string };

/** The calls of one service, by name. */
export type Calls = Record<string, Call | FileCall>;

/** Declares a call; its types are those of its schemas. */
export function call<I extends TSchema, O extends TSchema>(definition: Call<I, O>): Call<I, O> {
  return definition;
}

/** Declares a call that answers with a file. */
export function fileCall<I extends TSchema>(definition: FileCall<I>): FileCall<I> {
  return definition;
}

/** Media types of tables as files. */
export const excelFile = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const csvFile = 'text/csv; charset=utf-8';

/** Declares the two calls that answer with a table as a file: of Excel under this name, CSV with `Csv` behind it. */
export function tableCalls<N extends string, I extends TSchema>(
  name: N,
  { permission, summary, input }: Pick<FileCall<I>, 'permission' | 'summary' | 'input'>,
): Record<N | `${N}Csv`, FileCall<I>> {
  const as = (format: string, file: string): FileCall<I> => ({
    verb: 'GET',
    permission,
    summary: `${summary}, as ${format}`,
    input,
    file,
  });
  return {
    [name]: as('an Excel workbook', excelFile),
    [`${name}Csv`]: as('CSV', csvFile),
  } as Record<N | `${N}Csv`, FileCall<I>>;
}
