import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createPushReceivers } from '#server/engine/sources/push-receivers.ts';
import { createSourceSecrets } from '#server/engine/sources/source-secrets.ts';
import type { Strokes } from '#server/features/lightning/strokes.ts';
import type { RadarImages } from '#server/features/weather-radar/radar-images.ts';
import type { Service } from '#server/http/service.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { createInbox, type TakeFromInbox } from './inbox.ts';
import { createInformationService } from './information-calls.ts';
import { createIntake, type Take } from './intake.ts';
import type { InformationPushes } from './push-line.ts';
import type { InformationReader } from './reader.ts';
import { createInformationSources, type InformationSources } from './sources.ts';

export interface Information {
  take: Take;
  takeFromInbox: TakeFromInbox;
  service: Service;
  pushes: InformationPushes;
  /** At work once `follow` was called. */
  sources: InformationSources;
}

/**
 * Weather and notices as they come, from whatever source: `readers` store what they say. A kind is read by one of them;
 * a new kind is a reader here.
 */
export function createInformation(deps: {
  records: Records;
  sql: Sql;
  readers: readonly InformationReader[];
  /** Takes the images of sources that send images. */
  images: RadarImages;
  /** And the strokes of those that locate lightning. */
  strokes: Strokes;
  changes: ChangeFeed;
  guard: NetworkGuard;
  secret: string;
  dataFolder: string;
  clock: () => Date;
  log: Logger;
}): Information {
  const { take, keepUnread } = createIntake(deps);
  const secrets = createSourceSecrets(deps.secret, 'informationSource');
  const pushes: InformationPushes = createPushReceivers();
  const sources = createInformationSources({ ...deps, take, keepUnread, pushes, secrets });
  return {
    take,
    takeFromInbox: createInbox({ ...deps, take }),
    service: createInformationService({ ...deps, take, secrets, faults: sources.faults }),
    pushes,
    sources,
  };
}
