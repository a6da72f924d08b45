import type { Readable } from 'node:stream';
import type { Static, TSchema } from '@sinclair/typebox';
import type { PermissionRule } from '#domain/record/resource.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** `anonymous`: no session needed. Everything else asks the ability; there is no default but deny. */
export type MethodPermission = PermissionRule | 'anonymous';

/**
 * One call of specification §7: `{verb} /api/services/app/{service}/{name}`, in the ABP envelope.
 * GET and DELETE take their input from the query (names without regard to case), the others from the body.
 */
export interface ServiceMethod {
  verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  name: string;
  permission: MethodPermission;
  /** Whether it changes anything, where the verb does not tell: a GET does not, every other verb does. */
  writes?: boolean;
  /** Only a person in a session of his own: an API token will not do. */
  session?: boolean;
  /** Calls of one address, or one session, in a minute; absent: what holds for all. */
  perMinute?: number;
  /** Bytes of a body at most; absent: what holds for all. */
  bodyLimit?: number;
  /** Open too to whoever must first change his password or enrol a second factor (auth/duty.ts). */
  duty?: boolean;
  /** The answer is a file of this media type, in no envelope: `handle` gives a FileAnswer. */
  file?: string;
  summary: string;
  input: TSchema;
  output: TSchema;
  handle(input: unknown, caller: Caller): Promise<unknown>;
}

/** A file that goes to the client as it is written. */
export class FileAnswer {
  constructor(readonly file: { name: string; mediaType: string; stream: Readable }) {}
}

export interface Service {
  name: string;
  methods: ServiceMethod[];
}

/** Declares a method with its types taken from its schemas; the route validates before `handle` is called. */
export function method<I extends TSchema, O extends TSchema>(definition: {
  verb: ServiceMethod['verb'];
  name: string;
  permission: MethodPermission;
  writes?: boolean;
  session?: boolean;
  perMinute?: number;
  bodyLimit?: number;
  duty?: boolean;
  file?: string;
  summary: string;
  input: I;
  output: O;
  handle(input: Static<I>, caller: Caller): Promise<Static<O>>;
}): ServiceMethod {
  return { ...definition, handle: (input, caller) => definition.handle(input as Static<I>, caller) };
}
