import { altitudeOf } from '#domain/conflicts/nets/heights.ts';
import type { Scene } from '#domain/conflicts/nets/safety-net.ts';
import { formatAltitude } from '#domain/geo/altitude.ts';
import { createTargetWatch, type Met } from '#domain/notification-rules/target-watch.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import { inSlices } from '#server/kernel/in-slices.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import {
  clockText,
  type RuleEvent,
  type RuleOfUser,
  ruleResource,
  storeRuleMessages,
} from './rule-messages.ts';
import { noRules, readTargetRules } from './stored-rules.ts';

export interface TargetRuleWatch {
  /**
   * Evaluates the rules of users on a scene of the safety nets, at most once a second; called by the server that evaluates
   * those. The scene is not changed until the answer is there. Messages are stored behind it.
   */
  look(scene: Scene): Promise<void>;
  /** Resolves once what was met is stored; for tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 1_000;
/** What a rule depends on (areas, rights) is read again after so long; a rule itself once it changes. */
const readEveryMs = 10_000;
/** Others have their turn in between. */
const sliceMs = 5;

export function createTargetRules(deps: {
  sql: Sql;
  records: Records;
  areas: Pick<CoverageAreas, 'of'>;
  parameters: Pick<Parameters, 'text'>;
  changes: ChangeFeed;
  clock: () => Date;
  log: Logger;
}): TargetRuleWatch {
  const { records, parameters, clock, log } = deps;
  const watch = createTargetWatch();
  let stored = noRules;
  let timeZone = 'UTC';
  let readAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let storing: Promise<void> = Promise.resolve();
  let reading: Promise<void> | null = null;
  const unsubscribe = deps.changes.subscribe(({ resource }) => {
    if (resource === ruleResource) readAt = Number.NEGATIVE_INFINITY;
  });

  /** Reads the rules behind the looks: the safety nets go on meanwhile, however long the database takes. */
  function refresh(nowMs: number): void {
    if (reading || Math.abs(nowMs - readAt) < readEveryMs) return;
    readAt = nowMs;
    reading = read().finally(() => {
      reading = null;
    });
  }

  async function read(): Promise<void> {
    try {
      timeZone = await parameters.text('deadline.timeZone');
      stored = await readTargetRules(deps, timeZone);
    } catch (error) {
      // Those that are known go on.
      log.warn({ error }, 'notification rules could not be read');
    }
  }

  async function store(met: readonly Met[]): Promise<void> {
    const events = met.flatMap((one) => {
      const rule = stored.byId.get(one.rule.id);
      return rule ? [eventOf(rule, one, timeZone)] : [];
    });
    if (events.length === 0) return;
    await records.transaction((transaction) =>
      storeRuleMessages(records, transaction, events, { now: clock(), timeZone }),
    );
  }

  return {
    async look(scene) {
      if (Math.abs(scene.nowMs - lookedAt) < lookEveryMs) return;
      lookedAt = scene.nowMs;
      refresh(scene.nowMs);
      const met = await inSlices(watch.look(scene, stored.rules), sliceMs);
      if (met.length === 0) return;
      storing = storing
        .then(() => store(met))
        .catch((error: unknown) => log.warn({ error }, 'messages of notification rules could not be stored'));
    },
    async settled() {
      await reading;
      await storing;
    },
    async close() {
      unsubscribe();
      await reading;
      await storing;
    },
  };
}

function eventOf(rule: RuleOfUser, { rule: { event }, target }: Met, timeZone: string): RuleEvent {
  const altitude = altitudeOf(target);
  return {
    rule,
    target: { id: target.id, latitude: target.latitude, longitude: target.longitude },
    keys: [target.icao24 ?? target.id, target.id, ...(target.callsign ? [target.callsign.trim()] : [])],
    text: (locale) => {
      const place = locale === 'en' ? rule.placeEn : rule.place;
      return textIn(
        {
          key: `notificationRule.${event}`,
          values: {
            target: targetName(target),
            place: place || textIn({ key: 'notificationRule.area' }, locale),
            altitude: altitude
              ? formatAltitude(altitude)
              : textIn({ key: 'notificationRule.noAltitude' }, locale),
            time: clockText(target.at, timeZone),
          },
        },
        locale,
      );
    },
  };
}
