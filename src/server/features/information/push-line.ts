import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { textOf } from '#domain/text/narrow.ts';
import type { PushReceivers } from '#server/engine/sources/push-receivers.ts';
import { pushRoute } from '#server/engine/sources/push-route.ts';
import type { Translate } from '#server/kernel/texts.ts';
import type { OpenLine, SourceLine, TakenPart } from './source-line.ts';

/** The sources of information that take what is posted to them. */
export type InformationPushes = PushReceivers<TakenPart[]>;

const answer = Type.Object({
  reports: Type.Integer({ description: 'Reports that the text was cut into; 1 of an image' }),
  stored: Type.Integer(),
  duplicates: Type.Integer({ description: 'Known already' }),
  late: Type.Integer({ description: 'Replaced or amended before they came' }),
  unreadable: Type.Integer({ description: 'Kept raw, for whoever maintains the source' }),
  errors: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
});

/** Takes what is posted to `/api/information/{source}`. */
export function openPush(line: SourceLine, pushes: InformationPushes): OpenLine {
  const { record } = line;
  const tokenHash = textOf(record.pushTokenHash);
  if (tokenHash === null) line.failed({ key: 'track.push.noToken' });
  const remove = pushes.add(record.id, {
    tokenHash,
    async receive(body, at) {
      const items = await line.take(body, at);
      line.working();
      return items;
    },
  });
  return { close: async () => remove() };
}

/** `POST /api/information/{source}`: bulletins or single reports, as text or XML, any number in one body. */
export async function informationPushRoute(
  app: FastifyInstance,
  { pushes, translate }: { pushes: InformationPushes; translate: Translate },
): Promise<void> {
  await pushRoute(app, {
    pushes,
    path: '/api/information',
    service: 'Information',
    summary: 'Weather reports and notices of a source, as text or XML; or an image of a weather radar, PNG',
    mostOctets: 4 * 1024 * 1024,
    mostPerMinute: 1_200,
    mostMs: 60_000,
    answer,
    answerOf(items, locale) {
      const count = (state: TakenPart['state']) => items.filter((one) => one.state === state).length;
      const reasons = new Map<string, number>();
      for (const { state, reason } of items) {
        if (state !== 'unreadable' || !reason) continue;
        const words = translate(reason, locale);
        reasons.set(words, (reasons.get(words) ?? 0) + 1);
      }
      return {
        reports: items.length,
        stored: count('stored'),
        duplicates: count('duplicate'),
        late: count('late'),
        unreadable: count('unreadable'),
        errors: [...reasons].map(([reason, number]) => ({ reason, count: number })),
      } satisfies Static<typeof answer>;
    },
  });
}
