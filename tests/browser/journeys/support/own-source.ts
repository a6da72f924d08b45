import { cat021, createSender, freeUdpPort, type Seen } from '#tests/support/traffic.ts';
import type { Product } from '../../support/product.ts';
import { firstOf } from './own-operator.ts';

const everyMs = 500;

/** A ground station of the journey's own: nothing else flies in the product that journeys share. */
export interface OwnSource {
  name: string;
  /** Reports these at once, and then twice a second until it is silenced. */
  report(aircraft: () => Omit<Seen, 'sac'>[]): void;
  silence(): void;
  /** It is silent, and the product no longer listens to it. */
  close(): Promise<void>;
}

/** `sac`: of two journeys not the same. */
export async function ownSource(product: Product, name: string, sac: number): Promise<OwnSource> {
  const port = await freeUdpPort();
  const { status, body } = await product.api('admin', 'POST', '/api/records/surveillanceSource', {
    name,
    type: 'Cat21',
    edition: '2.x',
    transport: 'udpUnicast',
    host: '127.0.0.1',
    port,
    sac,
    enabled: true,
  });
  if (status !== 201) throw new Error(`surveillanceSource: ${status} ${JSON.stringify(body)}`);
  const sender = createSender();
  let sending: NodeJS.Timeout | undefined;
  const silence = () => clearInterval(sending);
  return {
    name,
    report(aircraft) {
      const send = () => void sender.send(cat021(...aircraft().map((one) => ({ ...one, sac }))), port);
      silence();
      send();
      sending = setInterval(send, everyMs);
    },
    silence,
    async close() {
      silence();
      sender.close();
      const { version } = await firstOf(product, 'surveillanceSource', `id=${body.id}`);
      const off = { version, enabled: false };
      await product.api('admin', 'PATCH', `/api/records/surveillanceSource/${body.id}`, off);
    },
  };
}
