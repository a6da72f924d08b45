import type { CompletingRule } from '#server/engine/records/record-rules.ts';

const password = { sealedPassword: null, hasPassword: false };

/** Which fields say where a stored secret is used, and what ends it. */
const bound: Record<
  string,
  { address: readonly string[]; ended(record: Record<string, unknown>): Record<string, unknown> }
> = {
  surveillanceSource: {
    address: ['transport', 'host', 'port', 'remoteHost', 'url', 'userName'],
    ended: ({ hasPassword }) => (hasPassword ? password : {}),
  },
  informationSource: {
    address: ['transport', 'url', 'userName'],
    ended: ({ hasPassword }) => (hasPassword ? password : {}),
  },
  messageGateway: { address: ['kind', 'address'], ended: nextSigningSecret },
  webhook: { address: ['url'], ended: nextSigningSecret },
};

/** A signing secret is drawn from its version: the next is one that nobody has been told, and no former one comes back. */
function nextSigningSecret({ secretVersion }: Record<string, unknown>): Record<string, unknown> {
  const version = Number(secretVersion ?? 0);
  return version > 0 ? { secretVersion: version + 1 } : {};
}

/** A secret was given for one address: whoever changes where it goes, or for whom it is used, gives another. */
export const boundSecrets: CompletingRule = {
  phase: 'complete',
  name: 'a stored secret ends when its address changes',
  types: Object.keys(bound),
  actions: ['update'],
  complete({ type, before }, changed) {
    const { address, ended } = bound[type.resource.name] ?? {};
    if (!before || !address || !ended || !changed.some((field) => address.includes(field))) return {};
    return ended(before);
  },
};
