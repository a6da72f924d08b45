import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thresholdsOf } from '#domain/aerodromes/runway-shape.ts';
import { auditState } from '#domain/approvals/audit.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import { resources } from '#resources';
import { type Demo, demoPassword, seedDemo } from '#server/demo/seed-demo.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { allOf } from '#server/seed/ensure.ts';
import { seedBase } from '#server/seed/seed-base.ts';
import { type Engine, listOf, startEngine } from '#tests/support/engine.ts';

describe('the seed', () => {
  let engine: Engine;
  let demo: Demo;
  const hashPassword = async (password: string) => `hash of ${password}`;
  const base = () =>
    seedBase({ records: engine.records, hashPassword, administratorPassword: () => 'Long-enough-1' });
  const living = () =>
    seedDemo({ records: engine.records, hashPassword, clock: () => new Date(), withAccounts: true });
  const total = async (resource: string, filter?: [string, unknown]) => {
    const { total: found } = await engine.records.untyped.list(
      systemCaller(),
      resource,
      listOf(filter ? { filter: { field: filter[0], operator: 'eq', value: filter[1] } } : {}),
    );
    return found;
  };

  beforeAll(async () => {
    engine = await startEngine(resources);
    await base();
    demo = await living();
  });
  afterAll(async () => {
    await engine.test.drop();
  });

  it('makes the administrator the user with id 1', async () => {
    const admin = await engine.records.get(systemCaller(), 'user', 1);
    expect(admin.userName).toBe('admin');
    const [role] = Array.isArray(admin.roles) ? admin.roles : [];
    expect((await engine.records.untyped.get(systemCaller(), 'role', role)).permissions).toEqual([
      'Pages.Admin',
    ]);
  });

  it('has what its promise counts', async () => {
    expect(await total('aircraftType')).toBeGreaterThanOrEqual(80);
    expect(await total('airport', ['country', 'CN'])).toBeGreaterThan(300);
    expect(await total('company')).toBe(3);
    expect(await total('aircraft')).toBeGreaterThanOrEqual(10);
    expect(await total('pilot')).toBe(12);
    expect(await total('user')).toBe(6);
    expect(demo.users.size).toBe(6);
    expect(await total('surveillanceSource', ['port', 8600])).toBe(1);
  });

  it('gives the aerodromes of the demo a runway, and leaves one that somebody recorded', async () => {
    const system = systemCaller();
    const runwaysOf = async (id: number) => (await engine.records.get(system, 'airport', id)).runways;
    const [guanghan, beichuan] = [demo.airports.get('ZUGH|'), demo.airports.get('ZUBC|')];
    if (!guanghan || !beichuan) throw new Error('the demo has lost its aerodromes');
    expect(await runwaysOf(guanghan)).toMatchObject([{ designator: '13/31', lengthM: 2200 }]);
    const field = await engine.records.get(system, 'airport', beichuan);
    expect(field).toMatchObject({
      runways: [{ designator: '02/20', headingTrue: 17 }],
      remark: expect.stringContaining('演示数据'),
    });
    const [runway] = Array.isArray(field.runways) ? field.runways : [];
    const [first, second] = thresholdsOf(runway) ?? [];
    if (!first || !second) throw new Error('its thresholds are not recorded');
    expect(inverse(first, second).distanceM).toBeCloseTo(800, 0);
    await engine.records.update(system, 'airport', beichuan, field.version, {
      runways: [{ designator: '01/19' }],
    });
    await living();
    expect(await runwaysOf(beichuan)).toEqual([{ designator: '01/19' }]);
  });

  it('gives accounts and pilots of an earlier demo their English names, unless somebody renamed them', async () => {
    const system = systemCaller();
    const set = (resource: 'user' | 'pilot', id: number, values: Record<string, unknown>) =>
      engine.records.transaction(async (transaction) => {
        const { version } = await engine.records.untyped.get(system, resource, id, transaction.sql);
        await engine.records.untyped.update(system, resource, id, version, values, transaction);
      });
    const english = async (resource: 'user' | 'pilot', id: number) =>
      (await engine.records.untyped.get(system, resource, id)).nameEn;
    const [atmb, aiw] = [demo.users.get('atmb'), demo.users.get('aiw')];
    const [pilot, audited] = [demo.pilots.get('王可'), demo.pilots.get('李牧')];
    if (!atmb || !aiw || !pilot || !audited) throw new Error('the demo has lost its people');
    await set('user', atmb, { nameEn: null });
    await set('user', aiw, { nameEn: null, name: '石岩' });
    await set('pilot', pilot, { nameEn: null });
    await set('pilot', audited, { nameEn: null, auditState: auditState.waiting });
    await living();
    expect(await english('user', atmb)).toBe('GU Ping');
    expect(await english('user', aiw)).toBeNull();
    expect(await english('pilot', pilot)).toBe('WANG Ke');
    expect(await english('pilot', audited)).toBeNull();
    await set('user', aiw, { nameEn: 'SHI Lei', name: '石磊' });
    await set('pilot', audited, { nameEn: 'LI Mu', auditState: auditState.accepted });
  });

  it('places the demo in the area that its air traffic body covers', async () => {
    const atmb = await engine.records.get(systemCaller(), 'user', demo.users.get('atmb') ?? 0);
    const [area] = Array.isArray(atmb.coverage) ? atmb.coverage : [];
    const { items } = await engine.records.untyped.list(systemCaller(), 'airspace', listOf());
    expect(items.length).toBeGreaterThanOrEqual(12);
    const covered = await engine.test.database.kysely
      .selectFrom('airspace')
      .select(['name', 'coverageIds'])
      .execute();
    // The region beside its own is nobody's here.
    const beside = covered.filter(
      ({ coverageIds }) => !Array.isArray(coverageIds) || !coverageIds.includes(area),
    );
    expect(beside.map(({ name }) => name)).toEqual(['兰州情报区（演示界线）']);
    const guanghan = await engine.test.database.kysely
      .selectFrom('airport')
      .select('coverageIds')
      .where('icao', '=', 'ZUGH')
      .executeTakeFirstOrThrow();
    expect(guanghan.coverageIds).toContain(area);
  });

  it('has expired papers to show a refusal with', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const expired = async (resource: string, field: string) => {
      const filter = { field, operator: 'lt' as const, value: today };
      return (await engine.records.untyped.list(systemCaller(), resource, listOf({ filter }))).total;
    };
    expect(await expired('aircraft', 'airworthinessExpiry')).toBe(1);
    expect(await expired('pilot', 'medicalExpiry')).toBe(1);
    expect(await expired('pilot', 'licenceExpiry')).toBe(1);
  });

  it('hashes the password of the demo accounts', async () => {
    const row = await engine.test.database.kysely
      .selectFrom('user')
      .select('passwordHash')
      .where('userName', '=', 'operator')
      .executeTakeFirstOrThrow();
    expect(row.passwordHash).toBe(`hash of ${demoPassword}`);
  });

  it('leaves alone what is there, at the next start', async () => {
    const before = engine.changes.length;
    const parameters = await allOf(engine.records, 'parameter');
    const submit = parameters.find(({ key }) => key === 'deadline.submitTime');
    const rotor = await engine.records.list(
      systemCaller(),
      'missionType',
      listOf({ filter: { field: 'code', operator: 'eq', value: 'SPORT' } }),
    );
    if (!submit || !rotor.items[0]) throw new Error('the seed lacks what this test changes');
    await engine.records.update(systemCaller(), 'parameter', submit.id, submit.version, { value: '1400' });
    await engine.records.trash(systemCaller(), 'missionType', rotor.items[0].id);
    expect(engine.changes.length).toBe(before + 2);

    expect(await base()).toEqual({ administratorCreated: false });
    await living();
    expect(engine.changes.length).toBe(before + 2);
    expect((await engine.records.get(systemCaller(), 'parameter', submit.id)).value).toBe('1400');
  });
});
