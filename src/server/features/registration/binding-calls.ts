import { readUserAgent } from '#domain/identity/user-agent.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { BindCodes, Device } from './bind-codes.ts';

/** A second device is signed in by a code of the first (decisions.md §9): it asks, the first lets it in. */
export function createBindingService({ codes }: { codes: BindCodes }): Service {
  return implement('DeviceBinding', {
    Create: (_input, caller) => codes.make(caller),
    Get: ({ id }, caller) => codes.view(caller, id),
    Answer: ({ id, grant, name }, caller) => codes.answer(caller, id, grant, name?.trim()),
    Ask: ({ code }, caller) => codes.ask(deviceOf(caller), code),
    Collect: ({ secret }, caller) => codes.collect(deviceOf(caller), secret),
  });
}

/** As a person would call it, e.g. `Chrome 120 · Android`. */
function deviceOf({ client }: Caller): Device {
  const browser = client?.browser ?? '';
  const agent = readUserAgent(browser);
  const name = [agent.browser, agent.system].filter((part) => part !== '').join(' · ');
  return { name: name || '—', address: client?.address ?? '', browser };
}
