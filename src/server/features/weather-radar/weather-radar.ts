import { Readable } from 'node:stream';
import type { RainAreas, RainPictures, RainState } from '#contract/weather-radar.ts';
import { boundsOfAreas, type RainPicture, rainLevels } from '#domain/surveillance/rain/rain-picture.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { FileAnswer, implement, type Service } from '#server/http/service.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { makeRadarImageTable } from './radar-image-table.ts';
import type { RadarImages } from './radar-images.ts';

export interface WeatherRadar {
  service: Service;
  /** A picture that a surveillance source sent, or a replay of it; `at` of the picture is by our clock. */
  put(source: { id: number; name: string; nameEn: string | null }, picture: RainPicture): void;
  /** The source is switched off, or was changed. */
  forget(sourceId: number): void;
  /** Looks for images that another server stored, and tells clients where anything is new; called once a second. */
  tick(): void;
  /** Once what it was looking for is known. */
  close(): Promise<void>;
}

/** Another server may have stored an image. */
const lookEveryMs = 5_000;

/** The newest picture of each weather radar: of areas in memory, as this server hears them; of images in the database. */
export async function createWeatherRadar(deps: {
  sql: Sql;
  images: RadarImages;
  parameters: Parameters;
  /** To this server's own clients. */
  send(pictures: RainPictures): void;
  now(): number;
  log: Logger;
}): Promise<WeatherRadar> {
  const { sql, images, parameters, send, now, log } = deps;
  await makeRadarImageTable(sql);
  const areas = new Map<string, { state: RainState; picture: RainPicture }>();
  let shownImages: RainState[] = [];
  let isNew = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  images.onStored(() => {
    lookedAt = Number.NEGATIVE_INFINITY;
  });

  async function ages(): Promise<Pick<RainPictures, 'dimAfterMs' | 'dropAfterMs'>> {
    const [dim, drop] = await Promise.all([
      parameters.number('weather.rainDimAfterMin'),
      parameters.number('weather.rainDropAfterMin'),
    ]);
    return { dimAfterMs: dim * 60_000, dropAfterMs: Math.max(dim, drop) * 60_000 };
  }

  async function pictures(): Promise<RainPictures> {
    const limits = await ages();
    const at = now();
    const isCurrent = (one: { at: number }) => at - one.at < limits.dropAfterMs;
    for (const [id, { state }] of areas) if (!isCurrent(state)) areas.delete(id);
    const items = [...areas.values()].map(({ state }) => state).concat(shownImages.filter(isCurrent));
    return {
      at,
      ...limits,
      items: items.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
    };
  }

  async function look(): Promise<void> {
    const found = (await images.current()).map(
      ({ sourceId, name, nameEn, at, bounds, projection }): RainState => ({
        id: `i${sourceId}`,
        sourceId,
        name,
        ...(nameEn ? { nameEn } : {}),
        kind: 'image',
        at,
        isWhole: true,
        bounds,
        projection,
      }),
    );
    if (JSON.stringify(found) !== JSON.stringify(shownImages)) isNew = true;
    shownImages = found;
  }

  async function turn(): Promise<void> {
    if (now() - lookedAt >= lookEveryMs) {
      lookedAt = now();
      await look();
    }
    if (!isNew) return;
    isNew = false;
    send(await pictures());
  }

  const service = implement('WeatherRadar', {
    async GetPictures() {
      await look();
      return pictures();
    },
    async GetAreas({ id }) {
      const found = areas.get(id);
      if (!found) throw new AppError('notFound', { key: 'common.notFoundPath' });
      return areasOf(found.picture);
    },
    async GetImage({ id }) {
      const sourceId = /^i(\d+)$/.exec(id)?.[1];
      const bytes = sourceId === undefined ? null : await images.bytesOf(Number(sourceId));
      if (!bytes) throw new AppError('notFound', { key: 'common.notFoundPath' });
      return new FileAnswer({
        name: `weather-radar-${sourceId}.png`,
        mediaType: 'image/png',
        stream: Readable.from([Buffer.from(bytes)]),
      });
    },
  });

  return {
    service,
    put({ id: sourceId, name, nameEn }, picture) {
      const id = picture.sensor === null ? `a${sourceId}` : `a${sourceId}:${picture.sensor}`;
      const known = areas.get(id);
      if (known && known.picture.at > picture.at) return;
      const { at, isWhole } = picture;
      const bounds = boundsOfAreas(picture.areas);
      areas.set(id, {
        state: {
          id,
          sourceId,
          name,
          ...(nameEn ? { nameEn } : {}),
          kind: 'areas',
          at,
          isWhole,
          bounds,
          projection: null,
        },
        picture,
      });
      isNew = true;
    },
    forget(sourceId) {
      for (const [id, { state }] of areas) {
        if (state.sourceId !== sourceId) continue;
        areas.delete(id);
        isNew = true;
      }
    },
    tick() {
      looking ??= turn()
        .catch((error: unknown) => log.warn({ error }, 'the pictures of weather radars could not be told'))
        .finally(() => {
          looking = null;
        });
    },
    async close() {
      await looking;
    },
  };
}

function areasOf({ at, areas }: RainPicture): RainAreas {
  const levels = rainLevels.map((level) => ({
    level,
    rings: areas.filter((area) => area.level === level).map(({ ring }) => ring),
  }));
  return { at, levels: levels.filter(({ rings }) => rings.length > 0) };
}
