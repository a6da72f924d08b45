import { nameValues } from '#domain/text/name-in.ts';
import { safetyNet } from './safety-net.ts';

/** A source that has fallen silent: what it alone sees is no longer shown. */
export const feeds = safetyNet({
  name: 'feeds',
  levels: ['advisory', 'caution', 'warning'],
  parameters: { stalePercent: { value: 50, unit: '%' } },
  evaluate({ feeds, nowMs }, { stalePercent }) {
    const silentS = (feed: (typeof feeds)[number]) => (nowMs - (feed.lastAt ?? feed.openedAt)) / 1_000;
    const dead = feeds.filter((feed) => silentS(feed) > feed.deadAfterS);
    return feeds.flatMap((feed) => {
      const seconds = Math.round(silentS(feed));
      const isDead = dead.includes(feed);
      if (!isDead && seconds < (feed.deadAfterS * stalePercent) / 100) return [];
      const level = !isDead ? 'advisory' : dead.length === feeds.length ? 'warning' : 'caution';
      return [
        {
          net: 'feeds' as const,
          key: `feeds:${feed.sourceId}`,
          level: level as 'advisory' | 'caution' | 'warning',
          reason: {
            key: isDead
              ? level === 'warning'
                ? 'alert.feeds.blind'
                : 'alert.feeds.dead'
              : 'alert.feeds.stale',
            values: { ...nameValues('source', feed), seconds },
          },
          targets: [],
          planIds: [],
          sourceId: feed.sourceId,
          advice: 'alert.feeds.advice',
          contacts: [],
        },
      ];
    });
  },
});
