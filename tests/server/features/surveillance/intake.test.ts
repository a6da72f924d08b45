import { describe, expect, test } from 'vitest';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createIntake } from '#server/features/surveillance/intake.ts';
import { createRunningSource } from '#server/features/surveillance/running-source.ts';
import { sourceSettings } from '#server/features/surveillance/source-settings.ts';

/** What comes in at the sources is worked on in slices, source by source. */

function* steps(count: number, each: (step: number) => void): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    each(step);
    yield;
  }
  return count;
}

/** Turns of the event loop from now on. */
function turns(): { count(): number; stop(): void } {
  let count = 0;
  let next = setImmediate(function turn() {
    count++;
    next = setImmediate(turn);
  });
  return { count: () => count, stop: () => clearImmediate(next) };
}

describe('the intake', () => {
  test('does short work at once', () => {
    const done: number[] = [];
    void createIntake()
      .queue()
      .add(
        10,
        steps(3, (step) => done.push(step)),
      );
    expect(done).toEqual([0, 1, 2]);
  });

  test('lets others have their turn within a long message', async () => {
    const loop = turns();
    expect(
      await createIntake()
        .queue()
        .add(
          10,
          steps(5_000, () => {}),
        ),
    ).toBe(5_000);
    loop.stop();
    expect(loop.count()).toBeGreaterThanOrEqual(9);
  });

  test('takes the messages of one source in their order, and the sources in turns', async () => {
    const intake = createIntake();
    const [long, short] = [intake.queue(), intake.queue()];
    const ended: string[] = [];
    const add = async (name: string, queue: typeof long, count: number) => {
      await queue.add(
        10,
        steps(count, () => {}),
      );
      ended.push(name);
    };
    await Promise.all([
      add('long', long, 20_000),
      add('behind it', long, 1),
      add('of another source', short, 100),
    ]);
    expect(ended).toEqual(['of another source', 'long', 'behind it']);
  });

  test('gives up the oldest that waits where there is no place', async () => {
    const queue = createIntake().queue();
    const megabyte = 1024 * 1024;
    const messages = Array.from({ length: 20 }, () =>
      queue.add(
        megabyte,
        steps(1_000, () => {}),
      ),
    );
    const results = await Promise.all(messages);
    // Sixteen have place; the first is being worked on.
    expect(results.map((result) => result !== null)).toEqual([
      true,
      ...Array(4).fill(false),
      ...Array(15).fill(true),
    ]);
    expect(
      await queue.add(
        megabyte,
        steps(1, () => {}),
      ),
    ).toBe(1);
  });

  test('gives up work at the same cost, however much waits', async () => {
    const queue = createIntake().queue();
    const { splice, shift, slice } = Array.prototype;
    let moved = 0;
    // Only lists that long can be the queue.
    const counted = (list: readonly unknown[], from = 0) => {
      if (list.length > 1_000) moved += list.length - from;
    };
    const works: Promise<unknown>[] = [];
    Array.prototype.splice = function (this: unknown[], ...args: [number, number]) {
      counted(this, args[0]);
      return splice.apply(this, args);
    } as typeof splice;
    Array.prototype.shift = function (this: unknown[]) {
      counted(this);
      return shift.apply(this);
    };
    Array.prototype.slice = function (this: unknown[], ...args: [number?, number?]) {
      counted(this, args[0]);
      return slice.apply(this, args);
    };
    try {
      for (let i = 0; i < 50_000; i++) {
        works.push(
          queue.add(
            1,
            steps(1_000, () => {}),
          ),
        );
      }
    } finally {
      Object.assign(Array.prototype, { splice, shift, slice });
    }
    // Forty thousand were given up. Moving up now and then moves each about once.
    expect(moved).toBeLessThan(100_000);
    queue.close();
    expect((await Promise.all(works)).every((result) => result === null)).toBe(true);
  });

  test('goes on behind an error', async () => {
    const queue = createIntake().queue();
    const failed = queue.add(
      1,
      steps(1_000, (step) => {
        if (step === 700) throw new Error('ours');
      }),
    );
    const next = queue.add(
      1,
      steps(1, () => {}),
    );
    await expect(failed).rejects.toThrow('ours');
    expect(await next).toBe(1);
  });
});

describe('a source', () => {
  function running(
    take: (reports: Report[], at: number, unused: (reason: string) => void) => void,
    failed: (error: unknown) => void,
  ) {
    const mapping = JSON.stringify({
      reports: '/a',
      fields: { latitude: '/la', longitude: '/lo', icao24: '/h', at: { at: '/ts', unit: 'ms' } },
    });
    const record = { id: 1, version: 1, name: 'a', type: 'json', transport: 'httpPush', mapping };
    const settings = sourceSettings(record);
    if (!settings) throw new Error('switched off');
    const source = createRunningSource({
      settings,
      clients: () => null,
      queue: createIntake().queue(),
      admit: (reports) => reports,
      take,
      heard() {},
      rain() {},
      log() {},
      failed,
      raw: null,
    });
    const line = source.events(false).line();
    const send = (count: number) =>
      line.bytes(
        Buffer.from(
          JSON.stringify({
            a: Array.from({ length: count }, (_, i) => ({ la: 30, lo: 104, h: `78${1000 + i}` })),
          }),
        ),
        1_000,
      );
    return { source, line, send };
  }

  test('answers with what the tracker did not use, and does not count it again', async () => {
    const { source, send } = running(
      (reports, _at, unused) => {
        for (const { icao24 } of reports) if (icao24 === '781001') unused('track.refusal.stale');
      },
      () => {},
    );
    expect(await send(3)).toMatchObject({ records: 3, reports: 2, errors: { 'track.refusal.stale': 1 } });
    expect(source.state().errors).toBe(0);
  });

  test('places reports without a time of their own at the moment that the sender names', async () => {
    const taken: { icao24: string | null; at: number }[] = [];
    const { line } = running(
      (reports) => taken.push(...reports.map(({ icao24, at }) => ({ icao24, at }))),
      () => {},
    );
    const body = {
      a: [
        { la: 30, lo: 104, h: '781000' },
        { la: 30, lo: 104, h: '781001', ts: 99_000 },
      ],
    };
    await line.bytes(Buffer.from(JSON.stringify(body)), 100_000, { seenAt: 70_000 });
    await line.bytes(Buffer.from(JSON.stringify(body)), 100_000, { seenAt: null });
    expect(taken.map(({ at }) => at)).toEqual([70_000, 99_000, 100_000, 99_000]);
  });

  test('goes on behind an error of ours, and counts it', async () => {
    const errors: unknown[] = [];
    let isBroken = true;
    const { source, send } = running(
      () => {
        if (isBroken) throw new Error('ours');
      },
      (error) => errors.push(error),
    );
    expect(await send(1)).toMatchObject({ records: 0, reports: 0, errors: { 'track.read.failed': 1 } });
    isBroken = false;
    expect(await send(1)).toMatchObject({ records: 1, reports: 1, errors: {} });
    expect(source.state().errorReasons).toEqual({ 'track.read.failed': 1 });
    expect(errors).toEqual([new Error('ours')]);
  });

  test('counts what the tracker did not use by its reason, and copies apart from errors', () => {
    const { source } = running(
      () => {},
      () => {},
    );
    source.unused('duplicate');
    source.unused('duplicate');
    source.unused('leap');
    expect(source.state()).toMatchObject({
      errors: 1,
      errorReasons: { 'track.refusal.leap': 1 },
      copies: 2,
    });
  });

  test('hands a message on in parts, in the order of its reports', async () => {
    const parts: string[][] = [];
    const { send } = running(
      (reports) => parts.push(reports.map(({ icao24 }) => icao24 ?? '')),
      () => {},
    );
    await send(100);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(20);
    expect(parts.flat()).toEqual(Array.from({ length: 100 }, (_, i) => `78${1000 + i}`));
  });
});
