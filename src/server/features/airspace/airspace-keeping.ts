import { stringOf } from '#domain/text/narrow.ts';
import type { Handlers } from '#server/http/service.ts';
import type { AirspaceExtension } from './airspace-extension.ts';
import { savedView } from './airspace-filing-calls.ts';
import type { AirspaceLife } from './airspace-life.ts';
import type { AirspaceQueries } from './airspace-queries.ts';

/** What is done to an approved airspace: opened, closed, asked to be extended, extended, ended. */
export function airspaceKeepingMethods(deps: {
  life: AirspaceLife;
  extension: AirspaceExtension;
  queries: AirspaceQueries;
}): Pick<
  Handlers<'Airspace'>,
  | 'Open'
  | 'Close'
  | 'GetClosingEffects'
  | 'Extend'
  | 'AskExtension'
  | 'WithdrawExtension'
  | 'DeclineExtension'
  | 'GetExtensionAsks'
  | 'Complete'
> {
  const { life, extension, queries } = deps;
  const openOrClose =
    (kind: 'open' | 'close'): Handlers<'Airspace'>['Open'] =>
    async (input, caller) => {
      const { from = null, to = null } = input;
      const request = { id: input.id, from, to, reason: input.reason?.trim() || null };
      const record = await life.openOrClose(caller, kind, request);
      return {
        ...savedView(record),
        openState: stringOf(record.openState),
      };
    };

  return {
    Open: openOrClose('open'),
    Close: openOrClose('close'),
    GetClosingEffects: ({ id, from = null, to = null }, caller) =>
      life.closingEffects(caller, { id, from, to }),
    async Extend(input, caller) {
      const request = { ...input, reason: input.reason.trim() || null };
      return savedView(await extension.extend(caller, request));
    },
    async AskExtension(input, caller) {
      const request = { ...input, reason: input.reason.trim() || null };
      return savedView(await extension.ask(caller, request));
    },
    async WithdrawExtension(input, caller) {
      const request = { id: input.id, reason: input.reason?.trim() || null };
      return savedView(await extension.withdraw(caller, request));
    },
    async DeclineExtension(input, caller) {
      const request = { id: input.id, reason: input.reason.trim() || null };
      return savedView(await extension.decline(caller, request));
    },
    GetExtensionAsks: async (_input, caller) => ({ items: await queries.asks(caller) }),
    async Complete(input, caller) {
      return savedView(await life.end(caller, { id: input.id, reason: input.reason?.trim() || null }));
    },
  };
}
