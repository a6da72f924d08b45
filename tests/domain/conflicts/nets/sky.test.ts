import { describe, expect, it } from 'vitest';
import { scan } from '#domain/conflicts/nets/index.ts';
import type { Scene, SceneTarget, Sky } from '#domain/conflicts/nets/safety-net.ts';
import { createLiveSky, flag, flagged, skyOf } from '#domain/conflicts/nets/sky.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { aircraft, circleArea, planOf, sceneOf } from './scene.ts';

/** The columns of each target by its id, whatever its index is; the revision says only what is new. */
function rowsOf(sky: Sky): Map<string, Record<string, number>> {
  const { targets, revision, ...columns } = sky;
  return new Map(
    targets.map(({ id }, i) => {
      const row = Object.entries(columns).flatMap(([name, column]) =>
        ArrayBuffer.isView(column) ? [[name, column[i] ?? 0] as const] : [],
      );
      return [id, Object.fromEntries(row)];
    }),
  );
}

describe('the columns of a sky', () => {
  it('say what each target states, and what it does not', () => {
    const sky = skyOf(
      sceneOf([
        aircraft('a1', { trackDeg: 90, groundSpeedMps: 40, longitude: 190, verticalRateMps: -2 }),
        aircraft('a2', { pressureAltitudeM: null, groundSpeedMps: null, planId: 4, mode3A: '7700' }),
        aircraft('a3', { onGround: true, trackDeg: 90, turnDps: 3, warning: 'leap' }),
      ]),
    );
    expect(rowsOf(sky).get('a1')).toMatchObject({ longitude: -170, pressureM: 600, speed: 40, climb: -2 });
    expect(sky.vx[0]).toBeCloseTo(40);
    expect([...sky.flags.slice(0, 3)]).toEqual([
      0,
      flag.planned | flag.mayBend | flag.emergency | flag.noHeight,
      flag.onGround | flag.mayBend | flag.warned,
    ]);
    expect(sky.pressureM[1]).toBeNaN();
    expect([sky.vx[1], sky.speed[1], sky.vx[2]]).toEqual([0, 0, 0]);
  });

  it('kept over targets that come, change and go, they are as if worked out anew, and so is what the nets find', () => {
    const random = seeded(3).uniform;
    const kept = createLiveSky(2);
    const ids: string[] = [];
    const some = (id: string): SceneTarget =>
      aircraft(id, {
        east: random() * 20_000,
        north: random() * 20_000,
        trackDeg: random() * 360,
        pressureAltitudeM: random() < 0.3 ? null : 400 + random() * 800,
        planId: random() < 0.2 ? 1 + Math.floor(random() * 5) : null,
        turnDps: random() < 0.2 ? 3 : 0,
        onGround: random() < 0.1,
        mode3A: random() < 0.1 ? '7600' : null,
      });
    const plans = new Map([1, 2, 3, 4, 5].map((id) => [id, planOf(id, { callsigns: [`N${id}0`] })]));
    const areas = [circleArea('prohibited'), circleArea('managed', { id: 8 })];
    for (let step = 0; step < 300; step += 1) {
      const at = Math.floor(random() * ids.length);
      const what = random();
      if (what < 0.5 || ids.length === 0) {
        const id = `n${step}`;
        expect(kept.add(some(id))).toBe(ids.length);
        ids.push(id);
      } else if (what < 0.8) kept.replace(at, some(ids[at] ?? ''));
      else {
        const moved = kept.remove(at);
        const last = ids.pop() ?? '';
        expect(moved?.id ?? null).toBe(at < ids.length ? last : null);
        if (at < ids.length) ids[at] = last;
      }
      if (step % 60 !== 59) continue;
      const scene: Scene = sceneOf([...kept.targets], { plans, areas });
      expect(kept.targets.map(({ id }) => id)).toEqual(ids);
      expect(rowsOf(kept)).toEqual(rowsOf(skyOf(scene)));
      const found = scan({ ...scene, targets: kept.targets, sky: kept });
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(scan(scene));
    }
  });

  it('a claim of a plan is looked up again when another target has its index', () => {
    const plans = new Map([[1, planOf(1, { callsigns: ['CW1'], state: 5 })]]);
    const kept = createLiveSky();
    const keys = () =>
      scan({ ...sceneOf([], { plans }), targets: kept.targets, sky: kept })
        .filter(({ net }) => net === 'conformance')
        .map(({ key }) => key);
    kept.add(aircraft('a', { callsign: 'CW1' }));
    kept.add(aircraft('b', { callsign: 'CW2' }));
    expect(keys()).toEqual(['conformance:notReleased:a']);
    kept.remove(0);
    expect(keys()).toEqual([]);
    kept.replace(0, aircraft('b', { callsign: 'CW1' }));
    expect(keys()).toEqual(['conformance:notReleased:b']);
  });

  it('chooses targets by their flags', () => {
    const scene = sceneOf([
      aircraft('a', { mode3A: '7500' }),
      aircraft('b'),
      aircraft('c', { warning: 'leap' }),
    ]);
    expect(flagged(scene, flag.emergency).map(({ id }) => id)).toEqual(['a']);
    expect(flagged(scene, flag.emergency | flag.warned).map(({ id }) => id)).toEqual(['a', 'c']);
  });
});
