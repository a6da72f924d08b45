import type { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { Call, FileCall } from '#contract/call.ts';
import {
  type CallName,
  type InputOf,
  type OutputOf,
  type ServiceName,
  services,
} from '#contract/services.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** A call (src/contract) with what answers it. */
export interface ServiceMethod extends Call {
  name: string;
  /** The answer is a file of this media type, in no envelope: `handle` gives a FileAnswer. */
  file?: string;
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

/** What answers each call of a service; the route validates the input before it is called. */
export type Handlers<S extends ServiceName> = {
  [M in CallName<S>]: (
    input: InputOf<S, M>,
    caller: Caller,
  ) => Promise<[OutputOf<S, M>] extends [never] ? FileAnswer : OutputOf<S, M>>;
};

/** A service as the contract declares it; a handler that is missing, or answers otherwise, does not compile. */
export function implement<S extends ServiceName>(name: S, handlers: Handlers<S>): Service {
  const calls: Record<string, Call | FileCall> = services[name];
  // By name the types are lost: what comes in was validated by the schema that gave the handler its type.
  const handlerOf = new Map(Object.entries(handlers as Record<string, ServiceMethod['handle']>));
  return {
    name,
    methods: Object.entries(calls).map(([method, call]) => {
      const handle = handlerOf.get(method);
      if (!handle) throw new Error(`${name}/${method} has no handler`);
      return { output: Type.Unknown(), ...call, name: method, handle };
    }),
  };
}
