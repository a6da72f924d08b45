import type { CallName, InputOf, OutputOf, ServiceName } from '#contract/services.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Service, ServiceMethod } from './service.ts';
import { admit, ruleOf } from './service-routes.ts';

/** Asks what the caller could ask through the endpoint, by the same permission: for a service that puts answers of others together. */
export interface Ask {
  <S extends ServiceName, M extends CallName<S>>(
    caller: Caller,
    service: S,
    method: M,
    input: InputOf<S, M>,
  ): Promise<OutputOf<S, M>>;
  /** Refuses who may not call it; nothing is asked. */
  admit<S extends ServiceName>(caller: Caller, service: S, method: CallName<S>): void;
}

/** `services`: looked into when something is asked, so that it may grow until then. */
export function createAsk(services: readonly Service[], resources: readonly Resource[]): Ask {
  function admitted(caller: Caller, service: string, name: string): ServiceMethod {
    const method = services.find((one) => one.name === service)?.methods.find((one) => one.name === name);
    if (!method) throw new Error(`there is no ${service}/${name}`);
    admit(method, ruleOf(method.permission, resources), caller);
    return method;
  }
  // By name the types are lost; the contract gave the handler the type of what it answers.
  const ask = ((caller: Caller, service: string, name: string, input: unknown) =>
    Promise.resolve()
      .then(() => admitted(caller, service, name))
      .then((method) => method.handle(input, caller))) as Ask;
  ask.admit = (caller, service, method) => {
    admitted(caller, service, method);
  };
  return ask;
}
