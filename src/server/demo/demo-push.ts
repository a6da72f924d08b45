import type { Records } from '#server/engine/records/records.ts';
import { newPushToken } from '#server/engine/sources/push-receivers.ts';
import type { SurveillancePushes } from '#server/features/surveillance/received.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { allOf } from '#server/seed/ensure.ts';
import { type VisitorSource, visitorMessages, visitorSources } from './demo-visitors.ts';

/** A source of visitors with the token of this start. */
interface Fed {
  sourceId: number;
  token: string;
  source: VisitorSource;
  group: number;
}

/** Gives each source of the demo's visitors that is switched on a token for this start; before the sources are opened. */
export async function settleDemoTokens(records: Records): Promise<Fed[]> {
  const present = await allOf(records, 'surveillanceSource');
  const fed: Fed[] = [];
  for (const [group, source] of visitorSources.entries()) {
    const found = present.find(
      ({ name, deletedAt, enabled }) =>
        name === source.record.name && deletedAt === null && enabled !== false,
    );
    if (!found) continue;
    const token = await renewToken(records, 'surveillanceSource', found);
    fed.push({ sourceId: found.id, token, source, group });
  }
  return fed;
}

/** A new push token of a source, for this start. */
export async function renewToken(
  records: Records,
  resource: 'surveillanceSource' | 'informationSource',
  { id, version }: { id: number; version: number },
): Promise<string> {
  const { token, hash } = newPushToken();
  const values = { pushTokenHash: hash, pushTokenAt: new Date().toISOString() };
  await records.transaction(async (transaction) => {
    await records.update(systemCaller(), resource, id, version, values, transaction);
  });
  return token;
}

/** Sends what each source of the visitors says every second, and what it should not. */
export function startVisitors(
  fed: readonly Fed[],
  deps: { pushes: SurveillancePushes; clock: () => Date; log: Logger },
): { close(): void } {
  const { pushes, clock, log } = deps;
  function send({ sourceId, token, source, group }: Fed, at: number): void {
    const receiver = pushes.find(sourceId, token);
    if (!receiver) return;
    const wrong = source.misbehaviour?.(Math.floor(at / 1_000) % 3_600) ?? null;
    if (wrong === 'silent') return;
    for (const message of visitorMessages(source, group, at)) receiver.receive(message, null);
    if (wrong) receiver.receive(wrong, null);
  }
  const timer = setInterval(() => {
    const at = clock().getTime();
    for (const one of fed) {
      try {
        send(one, at);
      } catch (error) {
        log.warn({ error, source: one.source.record.name }, 'a visitor of the demo could not be sent');
      }
    }
  }, 1_000).unref();
  return { close: () => clearInterval(timer) };
}
