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
  function running(take: (reports: Report[]) => void, failed: (error: unknown) => void) {
    const mapping = JSON.stringify({
      reports: '/a',
      fields: { latitude: '/la', longitude: '/lo', icao24: '/h' },
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
    return { source, send };
  }

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
