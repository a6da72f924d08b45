import { auditState } from '#domain/approvals/audit.ts';
import type { Airspace, Feedback, Notice, SurveillanceSource, User } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { allOf, ensure, type IdsByKey, idOf, idsBy } from '#server/seed/ensure.ts';
import { dashboards } from './data/dashboards.ts';
import { aircraft, companies, type DemoAircraft, type DemoPilot, pilots } from './data/fleet.ts';
import { obstacles } from './data/obstacles.ts';
import {
  airspaces,
  type DemoCompany,
  organizationUnits,
  takeoffLandingPoints,
  temporaryRoutes,
} from './data/places.ts';
import { airways, navigationPoints } from './data/routes.ts';
import { demoLightning } from './demo-lightning.ts';
import { seedDemoRunways } from './demo-runways.ts';
import { visitorSources } from './demo-visitors.ts';

/** Password of every demo account. Only for a server that listens on the loopback address. */
export const demoPassword = 'Demo-2026!';

/** Ids of what the demo consists of, for plans that are to be flown in it. */
export interface Demo {
  companies: Record<DemoCompany, number>;
  /** By user name: operator, operator2, agent, atmb, aiw; empty where the demo has no accounts. */
  users: IdsByKey;
  /** By registration mark, by name. */
  aircraft: IdsByKey;
  pilots: IdsByKey;
  /** By designator. */
  airspaces: IdsByKey;
  /** By code. */
  missionTypes: IdsByKey;
  takeoffLandingPoints: IdsByKey;
  /** By `icao|localCode`, e.g. `ZUGH|` and `|HZU`. */
  airports: IdsByKey;
}

export interface SeedDemoDeps {
  records: Records;
  hashPassword(password: string): Promise<string>;
  clock(): Date;
  /** The accounts too: their password is public, so only for a server that listens on the loopback address. */
  withAccounts: boolean;
}

/** Everything of the demo but its plans; `seedBase` comes first. Adds what is missing, and may run at every start. */
export async function seedDemo({ records, hashPassword, clock, withAccounts }: SeedDemoDeps): Promise<Demo> {
  const now = clock().getTime();
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const moment = (days: number) => `${day(days)}T00:00:00.000Z`;

  const units = await seedUnits(records);
  const demoCompanies = companies(day);
  const companyIds = await ensure(records, 'company', ['uscc'], Object.values(demoCompanies));
  const company = (name: DemoCompany) => idOf(companyIds, demoCompanies[name].uscc);
  const holder = (name: DemoCompany | undefined) => (name ? { company: company(name) } : {});

  const users: IdsByKey = withAccounts ? await seedUsers(records, hashPassword, units, company) : new Map();
  const fleet = await ensureFleet(records, { aircraft: aircraft(day), pilots: pilots(day) }, company);

  const airspaceIds = await ensure(
    records,
    'airspace',
    ['designator'],
    airspaces(moment(-30), moment(300)).map(
      ({ company: owner, ...rest }): Airspace => ({
        ...rest,
        ...holder(owner),
      }),
    ),
  );
  const points = await ensure(
    records,
    'takeoffLandingPoint',
    ['code'],
    takeoffLandingPoints.map(({ company: owner, ...rest }) => ({ ...rest, ...holder(owner) })),
  );
  await ensure(
    records,
    'temporaryRoute',
    ['code'],
    temporaryRoutes(moment(-30), moment(300)).map(({ company: owner, ...rest }) => ({
      ...rest,
      ...holder(owner),
    })),
  );
  await ensure(records, 'navigationPoint', ['code', 'name'], navigationPoints);
  await ensure(records, 'airway', ['designator'], airways);
  await ensure(records, 'obstacle', ['code'], obstacles);
  await seedDemoRunways(records);
  await ensure(records, 'notice', ['title'], notices(moment));
  const roles = await idsBy(records, 'role', ['name']);
  await ensure(
    records,
    'dashboard',
    ['name'],
    dashboards((name) => roles.get(name)),
  );
  const asked = await idsBy(records, 'feedback', ['question']);
  const feedback: Feedback[] = [
    {
      question: '转场飞行需要提前几天提交计划？ / How many days ahead must a cross-country plan be filed?',
      category: 'usage',
      company: company('yunyi'),
      answer:
        '使用临时航线转场飞行，请在拟飞行两日前提交；批复在飞行前一日 18:00 前给出。 / File two days ahead for a temporary route; the decision follows by 18:00 on the day before.',
      state: 'answered',
    },
    {
      question: '希望在计划列表中按航空器筛选。 / Please add a filter by aircraft to the plan list.',
      category: 'suggestion',
      company: company('shuxiang'),
      state: 'open',
    },
  ];
  await ensure(
    records,
    'feedback',
    ['question'],
    // Earlier versions of the demo asked in Chinese alone.
    feedback.filter(({ question }) => !asked.has(question.split(' / ')[0] ?? '')),
  );
  await ensure(
    records,
    'watchPosition',
    ['name'],
    [
      { name: '空域监视席', nameEn: 'Airspace watch', kind: 'watch' },
      { name: '塔台指挥席', nameEn: 'Tower', kind: 'tower', frequencyMhz: 118.1 },
      { name: '飞行情报席', nameEn: 'Flight information', kind: 'information', frequencyMhz: 127.4 },
    ],
  );
  await ensure(
    records,
    'surveillanceSource',
    ['name'],
    [demoSource, ...visitorSources.map(({ record }) => record)],
  );
  await ensure(
    records,
    'informationSource',
    ['name'],
    [
      {
        name: 'AFTN 气象与航行通告',
        nameEn: 'AFTN weather and NOTAM',
        transport: 'inbox',
        enabled: true,
      },
      {
        name: '人工录入',
        nameEn: 'Manual entry',
        transport: 'manual',
        deadAfterMin: 10_080,
        enabled: true,
      },
      // Fed as the visitors are.
      ...(withAccounts ? [demoLightning] : []),
    ],
  );
  await centreMap(records);

  return {
    companies: { yunyi: company('yunyi'), shuxiang: company('shuxiang'), xiling: company('xiling') },
    users,
    aircraft: fleet.aircraft,
    pilots: fleet.pilots,
    airspaces: airspaceIds,
    missionTypes: await idsBy(records, 'missionType', ['code']),
    takeoffLandingPoints: points,
    airports: await idsBy(records, 'airport', ['icao', 'localCode']),
  };
}

/** Adds aircraft and pilots that are missing; answers with the ids of all by registration mark and by name. */
export async function ensureFleet(
  records: Records,
  fleet: { aircraft: DemoAircraft[]; pilots: DemoPilot[] },
  company: (name: DemoCompany) => number,
): Promise<Pick<Demo, 'aircraft' | 'pilots'>> {
  const types = await idsBy(records, 'aircraftType', ['designator', 'manufacturer', 'model']);
  const airports = await idsBy(records, 'airport', ['icao', 'localCode']);
  const aircraftIds = await ensure(
    records,
    'aircraft',
    ['registration'],
    fleet.aircraft.map(({ type, company: owner, base, ...rest }) => ({
      ...rest,
      type: idOf(types, type),
      company: company(owner),
      baseAirport: idOf(airports, base),
    })),
  );
  const english = new Map(fleet.pilots.map((pilot) => [pilot.licenceNumber, pilot]));
  for (const { id, version, licenceNumber, name, nameEn, auditState: state, deletedAt } of await allOf(
    records,
    'pilot',
  )) {
    const usual = english.get(licenceNumber);
    // Earlier versions of the demo had no English names. A record under audit can't be changed: a later start adds its name.
    const mayChange = deletedAt === null && state !== auditState.waiting;
    if (mayChange && !nameEn && usual?.name === name && usual.nameEn)
      await records.update(systemCaller(), 'pilot', id, version, { nameEn: usual.nameEn });
  }
  await ensure(
    records,
    'pilot',
    ['licenceNumber'],
    fleet.pilots.map(({ company: owner, types: rated, ...rest }) => ({
      ...rest,
      company: company(owner),
      typeRatings: rated.map((type) => idOf(types, type)),
    })),
  );
  return { aircraft: aircraftIds, pilots: await idsBy(records, 'pilot', ['name']) };
}

/** Where the traffic generator sends its CAT021 reports. */
export const demoSource: SurveillanceSource = {
  name: '演示 ADS-B 数据源',
  nameEn: 'Demo ADS-B source',
  type: 'Cat21',
  edition: '2.x',
  transport: 'udpUnicast',
  host: '127.0.0.1',
  port: 8600,
  deadAfterS: 60,
  enabled: true,
};

async function seedUnits(records: Records): Promise<IdsByKey> {
  let ids: IdsByKey = new Map();
  // Parents come first in the list, so each finds its own.
  for (const { parentName, ...unit } of organizationUnits) {
    const parent = parentName === undefined ? {} : { parent: idOf(ids, parentName) };
    const made = await ensure(records, 'organizationUnit', ['displayName'], [{ ...unit, ...parent }]);
    ids = new Map([...ids, ...made]);
  }
  return ids;
}

async function seedUsers(
  records: Records,
  hashPassword: (password: string) => Promise<string>,
  units: IdsByKey,
  company: (name: DemoCompany) => number,
): Promise<IdsByKey> {
  const roles = await idsBy(records, 'role', ['name']);
  const present = await idsBy(records, 'user', ['userName']);
  const unit = (name: string) => idOf(units, name);
  const people: User[] = [
    {
      userName: 'operator',
      name: '何远',
      nameEn: 'HE Yuan',
      surname: '何',
      phoneNumber: '13900000301',
      company: company('yunyi'),
      bussinessName: '四川云翼通用航空有限公司',
      roles: [idOf(roles, 'OM')],
      longitude: 104.3296,
      latitude: 30.9485,
    },
    {
      userName: 'operator2',
      name: '罗川',
      nameEn: 'LUO Chuan',
      surname: '罗',
      phoneNumber: '13900000302',
      company: company('shuxiang'),
      bussinessName: '蜀翔飞行培训有限公司',
      roles: [idOf(roles, 'OM')],
      longitude: 104.5294,
      latitude: 30.67734,
    },
    {
      userName: 'agent',
      name: '程诺',
      nameEn: 'CHENG Nuo',
      surname: '程',
      phoneNumber: '13900000303',
      bussinessName: '四川低空飞行服务站',
      servedCompanies: [company('yunyi'), company('xiling')],
      organizationUnits: [unit('四川低空飞行服务站')],
      roles: [idOf(roles, 'AGENT')],
      longitude: 104.2,
      latitude: 30.75,
    },
    {
      userName: 'atmb',
      name: '顾平',
      nameEn: 'GU Ping',
      surname: '顾',
      phoneNumber: '13900000304',
      bussinessName: '成都空管单位',
      coverage: [unit('成都平原管辖区')],
      organizationUnits: [unit('成都空管单位')],
      roles: [idOf(roles, 'ATMB')],
      longitude: 104.2,
      latitude: 30.75,
    },
    {
      userName: 'aiw',
      name: '石磊',
      nameEn: 'SHI Lei',
      surname: '石',
      phoneNumber: '13900000305',
      bussinessName: '成都空域监视席',
      coverage: [unit('成都平原管辖区'), unit('川南管辖区')],
      organizationUnits: [unit('成都空域监视席')],
      roles: [idOf(roles, 'AIW')],
      longitude: 104.2,
      latitude: 30.75,
    },
  ];
  const missing = people.filter(({ userName }) => !present.has(userName));
  const withPasswords: User[] = [];
  for (const person of missing) {
    const passwordHash = await hashPassword(demoPassword);
    const emailAddress = emailOf(person.userName);
    withPasswords.push({ ...person, emailAddress, passwordHash, isActive: true });
  }
  const ids = await ensure(records, 'user', ['userName'], withPasswords);
  await completeIdentities(records, new Map(people.map((person) => [person.userName, person])));
  return ids;
}

const emailOf = (userName: string) => `${userName}@clearway.example`;

/**
 * Adds what accounts of earlier demos lack. Clients written for ABP save no user without a surname and an e-mail address;
 * English pages show the English name, which fits as long as nobody changed the Chinese one.
 */
async function completeIdentities(records: Records, people: ReadonlyMap<string, User>) {
  for (const { id, version, userName, ...user } of await allOf(records, 'user')) {
    const usual = userName === 'admin' ? { name: 'admin', surname: 'admin' } : people.get(userName);
    if (!usual || user.deletedAt !== null) continue;
    const nameEn = 'nameEn' in usual && user.name === usual.name ? usual.nameEn : undefined;
    const missing = {
      ...(user.surname ? {} : { surname: usual.surname }),
      ...(user.emailAddress ? {} : { emailAddress: emailOf(userName) }),
      ...(user.nameEn || nameEn === undefined ? {} : { nameEn }),
    };
    if (Object.keys(missing).length > 0) await records.update(systemCaller(), 'user', id, version, missing);
  }
}

function notices(moment: (days: number) => string): Notice[] {
  return [
    {
      title: '成都平原低空管制通告',
      titleEn: 'Low-altitude control notice, Chengdu plain',
      content: '受双流机场跑道维护影响，双流管制地带东侧 900 米以下飞行须提前 30 分钟与成都空管单位联系。',
      contentEn:
        'Runway maintenance at Shuangliu: for flights below 900 m east of the Shuangliu control zone, contact Chengdu ATC 30 minutes in advance.',
      level: 2,
      kind: 'control',
      startTime: moment(-1),
      endTime: moment(6),
      source: '成都空管单位',
      sourceEn: 'Chengdu ATC',
    },
    {
      title: '龙泉山森林防火期飞行提示',
      titleEn: 'Forest fire season, Longquanshan',
      content: '森林防火期内，龙泉山一线优先保障航空护林与灭火飞行，其他飞行请注意避让。',
      contentEn:
        'During the forest fire season, patrol and fire-fighting flights along Longquanshan have priority. Other flights keep clear.',
      level: 3,
      kind: 'aeronautical',
      startTime: moment(-10),
      endTime: moment(60),
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [104.2, 30.4],
            [104.42, 30.4],
            [104.42, 30.75],
            [104.2, 30.75],
            [104.2, 30.4],
          ],
        ],
      },
      lower: { value: 0, unit: 'm', reference: 'AGL' },
      upper: { value: 600, unit: 'm', reference: 'AGL' },
      source: '四川低空飞行服务站',
      sourceEn: 'Sichuan low-altitude flight service station',
    },
    {
      title: '系统试运行通知',
      titleEn: 'Trial operation',
      content: '本系统为演示环境，航空器、人员、空域与计划均为虚构，不得用于实际飞行。',
      contentEn:
        'This is a demo. Aircraft, people, airspaces and plans are fictitious. Not for use in real flight.',
      level: 4,
      kind: 'general',
      startTime: moment(-1),
      endTime: moment(365),
      source: '系统管理',
      sourceEn: 'System administration',
    },
  ];
}

const demoMap: Record<string, string> = {
  'map.centerLatitude': '30.8',
  'map.centerLongitude': '104.2',
  'map.zoom': '9',
};

/** The map opens on the demo, unless an administrator has chosen otherwise. */
async function centreMap(records: Records): Promise<void> {
  for (const parameter of await allOf(records, 'parameter')) {
    const value = demoMap[parameter.key];
    if (value === undefined || parameter.version !== 1) continue;
    await records.update(systemCaller(), 'parameter', parameter.id, parameter.version, { value });
  }
}
