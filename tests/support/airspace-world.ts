import { expect } from 'vitest';
import type { AirspaceDetail } from '#contract/airspace/airspace-output.ts';
import { AppError } from '#domain/text/errors.ts';
import type { AirspaceRound } from '#server/features/airspace/airspace-clock.ts';
import { type PlanWorld, type PlanWorldOptions, startPlanWorld } from './plan-world.ts';

export type Who = 'operator' | 'operator2' | 'agent' | 'atmb' | 'aiw' | 'admin';

export interface SavedAirspace {
  id: number;
  version: number;
  state: number;
  auditState: number;
}

/** The code of a refusal and its fields, or what was answered. */
export interface AirspaceAnswer {
  code: string;
  fields: string[];
  result?: unknown;
}

/** Airspaces of the demo's companies, asked for by name; each call is a second after the one before. */
export interface AirspaceWorld {
  world: PlanWorld;
  call(who: Who, name: string, input: object): Promise<AirspaceAnswer>;
  /** What was answered; the test fails where it was refused. */
  done<T>(who: Who, name: string, input: object): Promise<T>;
  get(who: Who, id: number): Promise<AirspaceDetail>;
  /** Each in a place of its own, away from the demo's; valid from 20 days on to 100 days. */
  draft(change?: object): Record<string, unknown>;
  /** Saved and submitted: it waits for ATMB. */
  waiting(change?: object, who?: Who): Promise<number>;
  approved(change?: object, who?: Who): Promise<number>;
  decide(who: Who, id: number, decision: string, comment?: string): Promise<AirspaceAnswer>;
  /** So many days from now, UTC ISO 8601. */
  iso(days: number): string;
  /** Moves the clock on by so many days. */
  later(days: number): void;
  tick(): Promise<AirspaceRound>;
  close(): Promise<void>;
}

const dayMs = 86_400_000;
export const agl = (value: number) => ({ value, unit: 'm', reference: 'AGL' });

/** Begins on Friday 20 November 2026, 10:00 in Beijing. */
export async function startAirspaceWorld(options: PlanWorldOptions = {}): Promise<AirspaceWorld> {
  const world = await startPlanWorld(options);
  let at = Date.parse('2026-11-20T02:00:00Z');
  let count = 0;
  const iso = (days: number) => new Date(at + days * dayMs).toISOString();
  const later = (days: number) => {
    at += days * dayMs;
    world.setClock(new Date(at).toISOString());
  };

  async function call(who: Who, name: string, input: object): Promise<AirspaceAnswer> {
    later(1 / 86_400);
    try {
      const result = await world.call(world[who], name.includes('/') ? name : `Airspace/${name}`, input);
      return { code: 'done', fields: [], result };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: error.code, fields: (error.extra.fields ?? []).map(({ field }) => field) };
    }
  }

  async function done<T>(who: Who, name: string, input: object): Promise<T> {
    const answer = await call(who, name, input);
    expect([name, answer.code, answer.fields]).toEqual([name, 'done', []]);
    return answer.result as T;
  }

  function draft(change: object = {}) {
    count += 1;
    return {
      name: `测试空域 ${count}`,
      kind: 'temporary',
      shape: 'circle',
      center: { type: 'Point', coordinates: [103.2 + count * 0.05, 31.3] },
      radiusM: 1000,
      lower: agl(0),
      upper: agl(300),
      validFrom: iso(20),
      validTo: iso(100),
      activityNature: '航空摄影',
      entryExit: '自南侧 300 米以下进出',
      ...change,
    };
  }

  const decide = (who: Who, id: number, decision: string, comment = '同意') =>
    call(who, 'Audit/Decide', { resource: 'airspace', id, decision, stepIndex: 0, comment });

  async function waiting(change: object = {}, who: Who = 'operator'): Promise<number> {
    const { id } = await done<SavedAirspace>(who, 'Save', draft(change));
    await done(who, 'Submit', { id });
    return id;
  }

  return {
    world,
    call,
    done,
    get: (who, id) => done(who, 'Get', { id }),
    draft,
    waiting,
    async approved(change, who) {
      const id = await waiting(change, who);
      expect((await decide('atmb', id, 'approve')).code).toBe('done');
      return id;
    },
    decide,
    iso,
    later,
    tick: () => world.airspaceClock.tick(),
    close: () => world.close(),
  };
}
