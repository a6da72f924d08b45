import type { Records } from '#server/engine/records/records.ts';
import type { InformationPushes } from '#server/features/information/push-line.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { allOf } from '#server/seed/ensure.ts';
import { renewToken } from './demo-push.ts';
import { demoStrokes } from './demo-rain.ts';
import { radarSite } from './demo-visitors.ts';

export const demoLightning = {
  name: '演示闪电定位',
  nameEn: 'Demo lightning network',
  content: 'lightning',
  transport: 'httpPush',
  enabled: true,
} as const;

const everyMs = 10_000;
/** What is shown at the first start. */
const behindMs = 3_600_000;

/** Gives the source a token for this start, before it is opened; null: it is switched off, or gone. */
export async function settleLightningToken(
  records: Records,
): Promise<{ sourceId: number; token: string } | null> {
  const found = (await allOf(records, 'informationSource')).find(
    ({ name, deletedAt, enabled }) => name === demoLightning.name && deletedAt === null && enabled !== false,
  );
  if (!found) return null;
  return { sourceId: found.id, token: await renewToken(records, 'informationSource', found) };
}

/** Sends what strikes in the demo's showers; the hour before at first. */
export function startLightning(
  fed: { sourceId: number; token: string },
  deps: { pushes: InformationPushes; clock: () => Date; log: Logger },
): { close(): Promise<void> } {
  const { pushes, clock, log } = deps;
  let toldUntil = clock().getTime() - behindMs;
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    const receiver = pushes.find(fed.sourceId, fed.token);
    if (!receiver) return;
    const now = clock().getTime();
    await receiver.receive(Buffer.from(demoStrokes(radarSite, toldUntil, now)), null);
    toldUntil = now;
  }
  const timer = setInterval(() => {
    sending = sending
      .then(send)
      .catch((error: unknown) => log.warn({ error }, 'the lightning of the demo was not sent'));
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await sending;
    },
  };
}
