import type { Text } from '#domain/text/errors.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import { webTarget } from '#server/engine/webhooks/post.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { gatewayFolder } from './directory.ts';
import { tcpAddress } from './tcp.ts';

/** Where a message gateway leads is judged when it is saved as it is when something is sent; asked when that, or that it is on, is new. */
export function gatewayAddress(deps: { dataFolder: string; guard: NetworkGuard }): RecordRule {
  const { dataFolder, guard } = deps;

  async function addressError(kind: unknown, address: string, direction: unknown): Promise<Text | null> {
    if (kind === 'directory') {
      return (await gatewayFolder(dataFolder, address)) ? null : { key: 'message.gateway.folder' };
    }
    if (kind === 'http') {
      const target = webTarget(address);
      return target ? guard.check(target.host) : { key: 'webhooks.badAddress' };
    }
    const line = tcpAddress(address);
    if (!line) return { key: 'message.gateway.address' };
    // One that only receives listens on this machine and calls nobody.
    if (direction === 'in') return null;
    return line.host ? guard.check(line.host) : { key: 'message.gateway.address' };
  }

  return {
    phase: 'validate',
    name: 'where a message gateway leads',
    types: ['messageGateway'],
    actions: ['create', 'update'],
    async validate({ before, after }) {
      if (!after) return [];
      const isStored =
        before && ['kind', 'address', 'direction'].every((name) => before[name] === after[name]);
      if (isStored && (before.isEnabled !== false || after.isEnabled === false)) return [];
      const text = await addressError(after.kind, String(after.address), after.direction);
      return text ? [{ field: 'address', text }] : [];
    },
  };
}
