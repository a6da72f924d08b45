import type { FeedState } from '#contract/hub.ts';
import type { Scene } from '#domain/conflicts/nets/safety-net.ts';
import type { Uncertain } from '#domain/conflicts/nets/uncertain.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { sceneAt } from './scene-at.ts';
import { noSceneData, type SceneData, type SceneReader } from './scene-data.ts';

/** The scenes of the safety nets: the sky of a moment with what records say of plans, airspaces, aerodromes and feeds. */
export interface LiveScene {
  /** What the records said when they were read last. */
  readonly data: SceneData;
  /** Reads the records behind the looks where it is time to: only the first look waits. */
  refresh(nowMs: number, figures: ReadonlyMap<string, string>): Promise<void>;
  at(
    nowMs: number,
    sky: Pick<Scene, 'targets' | 'sky' | 'lost'>,
    figures: ReadonlyMap<string, string>,
  ): Scene;
  /** A record has changed. */
  changed(resource: string, nowMs: number): void;
  /** Another server looks now. */
  forget(): void;
  settled(): Promise<void>;
}

const readEveryMs = 5_000;
/** What plans and airspaces are made of is known to the index of the air so long after a change. */
const indexedMs = 2_500;
const readOnChangeOf = new Set([
  'plan',
  'jobTask',
  'flightOrder',
  'airspace',
  'airspaceEvent',
  'surveillanceSource',
]);

export function createLiveScene(deps: {
  read: SceneReader;
  terrain: Pick<Terrain, 'installed' | 'heldElevationAt'>;
  feeds(): FeedState[];
  uncertain(): Uncertain | null;
  log: Logger;
}): LiveScene {
  const { read, terrain, feeds, uncertain, log } = deps;
  let data = noSceneData;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const feedOpened = new Map<number, number>();
  const elevationAt: Scene['elevationAt'] = terrain.installed
    ? ({ latitude, longitude }) => terrain.heldElevationAt(latitude, longitude) ?? null
    : null;

  /** Feeds of sources that are live, each with when it was first seen to be. */
  const liveFeeds = (nowMs: number): Scene['feeds'] =>
    feeds().flatMap((feed) => {
      if (!data.liveSources.has(feed.sourceId)) return [];
      const openedAt = feedOpened.get(feed.sourceId) ?? nowMs;
      feedOpened.set(feed.sourceId, openedAt);
      return [{ ...feed, openedAt }];
    });

  return {
    get data() {
      return data;
    },
    async refresh(nowMs, figures) {
      if (!reading && Math.abs(nowMs - readAt) >= readEveryMs) {
        readAt = nowMs;
        reading = read(nowMs, figures)
          .then((found) => {
            data = found;
          })
          .catch((error: unknown) => log.warn({ error }, 'what the safety nets look at could not be read'))
          .finally(() => {
            reading = null;
          });
      }
      if (data === noSceneData) await reading;
    },
    at(nowMs, sky, figures) {
      const widened = uncertain();
      return sceneAt(nowMs, sky, data, {
        feeds: liveFeeds(nowMs),
        elevationAt,
        parameters: figures,
        ...(widened ? { uncertain: widened } : {}),
      });
    },
    changed(resource, nowMs) {
      if (readOnChangeOf.has(resource)) readAt = Math.min(readAt, nowMs + indexedMs - readEveryMs);
    },
    forget() {
      data = noSceneData;
      readAt = Number.NEGATIVE_INFINITY;
    },
    settled: async () => {
      await reading;
    },
  };
}
