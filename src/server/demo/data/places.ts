import type { LonLat } from '#domain/geo/geodesy.ts';
import type {
  Airspace,
  OrganizationUnit,
  TakeoffLandingPoint,
  TemporaryRoute,
} from '#domain/record/records.gen.ts';
import { controlAreas } from './control-areas.ts';
import { agl, amsl, circle, corridorAlong, point, polygon, polygonOf, sector } from './shapes.ts';

/** The aerodromes of the demo, as the data knows them. */
export const guanghan: LonLat = [104.3296, 30.9485];
export const huaizhou: LonLat = [104.5294, 30.67734];
const chongzhou: LonLat = [103.73072, 30.5601];
const dujiangyan: LonLat = [103.61043, 30.84656];
export const xinjin: LonLat = [103.8444, 30.4214];
const shuangliu: LonLat = [103.94597, 30.55826];

export type DemoCompany = 'yunyi' | 'shuxiang' | 'xiling';

/** The bodies and areas of the demo: parents before children, by name. */
export const organizationUnits: (Omit<OrganizationUnit, 'parent'> & { parentName?: string })[] = [
  {
    displayName: '西南低空飞行管理',
    displayNameEn: 'Southwest Low-Altitude Flight Management',
    code: '00001',
    kind: 'region',
  },
  {
    displayName: '成都空管单位',
    displayNameEn: 'Chengdu ATC',
    code: '00001.00001',
    kind: 'airTrafficBody',
    parentName: '西南低空飞行管理',
    phone: '028-85700001',
  },
  {
    displayName: '四川低空飞行服务站',
    displayNameEn: 'Sichuan Low-Altitude Flight Service Station',
    code: '00001.00002',
    kind: 'serviceStation',
    parentName: '西南低空飞行管理',
    phone: '028-85700002',
  },
  {
    displayName: '成都空域监视席',
    displayNameEn: 'Chengdu Airspace Watch',
    code: '00001.00003',
    kind: 'airspaceWatch',
    parentName: '西南低空飞行管理',
  },
  {
    displayName: '成都平原管辖区',
    displayNameEn: 'Chengdu plain area',
    code: '00002',
    kind: 'coverage',
    area: polygonOf([
      [102.9, 29.9],
      [105.5, 29.9],
      [105.5, 32.2],
      [102.9, 32.2],
    ]),
  },
  {
    displayName: '川南管辖区',
    displayNameEn: 'Southern Sichuan area',
    code: '00003',
    kind: 'coverage',
    area: polygonOf([
      [102.9, 27.9],
      [105.5, 27.9],
      [105.5, 29.9],
      [102.9, 29.9],
    ]),
  },
];

/** Airspace of the demo. The prohibited, restricted and danger areas are invented, and say so. */
export function airspaces(
  validFrom: string,
  validTo: string,
): (Omit<Airspace, 'company'> & { company?: DemoCompany })[] {
  const approved = { state: 1, acceptState: '1', auditState: 1 } as const;
  const published = { ...approved, source: '演示数据', sourceEn: 'Demo data' } as const;
  const weekdays = [
    { days: [1, 2, 3, 4, 5, 6, 7], startTime: '0800', endTime: '2000' },
  ] satisfies Airspace['schedule'];
  const temporary = {
    ...approved,
    kind: 'temporary',
    airspaceClass: 'G',
    validFrom,
    validTo,
    openState: 'open',
  } as const;
  return [
    ...controlAreas,
    {
      ...published,
      name: '广汉机场飞行空域',
      nameEn: 'Guanghan aerodrome airspace',
      designator: 'ZUGHATZ',
      kind: 'aerodrome',
      airspaceClass: 'C',
      ...circle(guanghan, 8000),
      lower: agl(0),
      upper: amsl(1500),
      openState: 'open',
      frequencyMhz: 118.7,
    },
    {
      ...published,
      name: '新津机场飞行空域',
      nameEn: 'Xinjin aerodrome airspace',
      designator: 'XJATZ',
      kind: 'aerodrome',
      airspaceClass: 'C',
      ...circle(xinjin, 7000),
      lower: agl(0),
      upper: amsl(1500),
      openState: 'open',
    },
    {
      ...published,
      name: '双流机场管制地带',
      nameEn: 'Shuangliu control zone',
      designator: 'ZUUUCTR',
      kind: 'ctr',
      airspaceClass: 'B',
      ...circle(shuangliu, 12_000),
      lower: agl(0),
      upper: amsl(2700),
      openState: 'open',
      frequencyMhz: 123.0,
    },
    {
      ...temporary,
      name: '金堂一号训练空域',
      nameEn: 'Jintang training area 1',
      designator: 'JTX01',
      kind: 'training',
      company: 'shuxiang',
      schedule: weekdays,
      sharing: 'consent',
      entryExit:
        '自广汉机场保持 900 米沿沱江进入，经清白江桥退出 / Enter from Guanghan along the Tuojiang at 900 m, leave via Qingbaijiang bridge',
      ...polygon([
        [104.42, 30.78],
        [104.62, 30.78],
        [104.66, 30.92],
        [104.5, 30.97],
      ]),
      lower: amsl(700),
      upper: amsl(1800),
    },
    {
      ...temporary,
      name: '金堂二号训练空域',
      nameEn: 'Jintang training area 2',
      designator: 'JTX02',
      kind: 'training',
      company: 'shuxiang',
      schedule: weekdays,
      openState: 'closed',
      openReason: '当日无训练计划 / No training today',
      ...polygon([
        [104.68, 30.76],
        [104.86, 30.76],
        [104.86, 30.92],
        [104.7, 30.92],
      ]),
      lower: amsl(700),
      upper: amsl(2400),
    },
    {
      ...temporary,
      name: '什邡农林作业空域',
      nameEn: 'Shifang agricultural area',
      designator: 'SFX01',
      company: 'yunyi',
      schedule: weekdays,
      sharing: 'exclusive',
      ...circle([104.1, 31.13], 6000),
      lower: agl(0),
      upper: agl(300),
    },
    {
      ...temporary,
      name: '青城山空中游览空域',
      nameEn: 'Qingchengshan sightseeing area',
      designator: 'QCX01',
      company: 'yunyi',
      schedule: weekdays,
      ...sector(dujiangyan, 15_000, 250, 330),
      lower: agl(150),
      upper: agl(900),
    },
    {
      ...temporary,
      name: '崇州至都江堰低空走廊',
      nameEn: 'Chongzhou–Dujiangyan low-altitude corridor',
      designator: 'CDC01',
      kind: 'corridor',
      ...corridorAlong([chongzhou, [103.66, 30.69], dujiangyan], 4000),
      lower: agl(150),
      upper: agl(600),
    },
    {
      ...temporary,
      name: '龙泉山应急救援训练空域',
      nameEn: 'Longquanshan rescue training area',
      designator: 'LQX01',
      company: 'xiling',
      schedule: weekdays,
      ...circle([104.33, 30.6], 5000),
      lower: agl(0),
      upper: agl(450),
    },
    {
      ...published,
      name: '演示禁区 P901',
      nameEn: 'Demo prohibited area P901',
      designator: 'ZUP901',
      kind: 'prohibited',
      ...circle([104.86, 31.12], 3000),
      lower: agl(0),
      upper: amsl(6000),
    },
    {
      ...published,
      name: '演示限制区 R902',
      nameEn: 'Demo restricted area R902',
      designator: 'ZUR902',
      kind: 'restricted',
      ...polygon([
        [103.95, 30.86],
        [104.1, 30.86],
        [104.1, 30.98],
        [103.95, 30.98],
      ]),
      lower: agl(0),
      upper: amsl(3000),
      openState: 'closed',
      openReason: '常年限制，经批准可以进入 / Permanently restricted, entry with approval',
    },
    {
      ...published,
      name: '演示危险区 D903',
      nameEn: 'Demo danger area D903',
      designator: 'ZUD903',
      kind: 'danger',
      ...circle([103.45, 30.3], 5000),
      lower: agl(0),
      upper: { value: 98, unit: 'FL', reference: 'STD' },
      schedule: [{ days: [2, 4], startTime: '0900', endTime: '1700' }],
    },
    {
      ...published,
      name: '东部新区无人机适飞空域',
      nameEn: 'Eastern New Area UAS suitable airspace',
      designator: 'UAS01',
      kind: 'uasSuitable',
      airspaceClass: 'W',
      ...polygon([
        [104.55, 30.25],
        [104.75, 30.25],
        [104.75, 30.42],
        [104.55, 30.42],
      ]),
      lower: agl(0),
      upper: agl(120),
      openState: 'open',
    },
    {
      name: '彭州滑翔空域',
      nameEn: 'Pengzhou gliding area',
      designator: 'PZX01',
      kind: 'temporary',
      company: 'yunyi',
      validFrom,
      validTo,
      ...circle([103.86, 31.08], 4000),
      lower: agl(0),
      upper: agl(900),
    },
  ];
}

export const takeoffLandingPoints: (Omit<TakeoffLandingPoint, 'company'> & { company?: DemoCompany })[] = [
  {
    name: '什邡农林作业起降点',
    nameEn: 'Shifang agricultural strip',
    code: 'SF-01',
    kind: 'airstrip',
    company: 'yunyi',
    position: point([104.12, 31.12]),
    elevation: amsl(520),
    lengthM: 600,
    widthM: 20,
    headingTrue: 35,
    surface: 'grass',
    owner: '什邡市演示农场',
    state: 1,
    acceptState: '1',
    auditState: 1,
  },
  {
    name: '青城山游览起降坪',
    nameEn: 'Qingchengshan sightseeing pad',
    code: 'QC-01',
    kind: 'helipad',
    company: 'yunyi',
    position: point([103.58, 30.9]),
    elevation: amsl(720),
    lengthM: 30,
    widthM: 30,
    surface: 'concrete',
    obstacles: '北侧 200 米处有 30 米高压线 / 30 m power line 200 m to the north',
    state: 1,
    acceptState: '1',
    auditState: 1,
  },
  {
    name: '华阳医院屋顶起降坪',
    nameEn: 'Huayang Hospital rooftop pad',
    code: 'HY-H1',
    kind: 'rooftop',
    company: 'xiling',
    position: point([104.05, 30.5]),
    elevation: amsl(560),
    lengthM: 25,
    widthM: 25,
    surface: 'steel',
    state: 1,
    acceptState: '1',
    auditState: 1,
  },
  {
    name: '龙泉山公用起降点',
    nameEn: 'Longquanshan public landing point',
    code: 'LQ-01',
    kind: 'field',
    position: point([104.31, 30.62]),
    elevation: amsl(890),
    lengthM: 80,
    widthM: 60,
    surface: 'grass',
    state: 1,
    acceptState: '1',
    auditState: 1,
  },
];

export function temporaryRoutes(
  validFrom: string,
  validTo: string,
): (Omit<TemporaryRoute, 'company'> & { company?: DemoCompany })[] {
  const approved = {
    state: 1,
    acceptState: '1',
    auditState: 1,
    validFrom,
    validTo,
    lower: amsl(900),
    upper: amsl(1800),
  } as const;
  return [
    {
      ...approved,
      name: '广汉至北川转场航线',
      nameEn: 'Guanghan to Beichuan ferry route',
      code: 'GH-BC',
      company: 'yunyi',
      widthM: 10_000,
      route: '广汉 德阳 绵阳西 北川',
      geometry: {
        type: 'LineString',
        coordinates: [guanghan, [104.38, 31.13], [104.42, 31.4], [104.4597, 31.58147]],
      },
    },
    {
      ...approved,
      name: '淮州至自贡转场航线',
      nameEn: 'Huaizhou to Zigong ferry route',
      code: 'HZ-ZG',
      widthM: 8000,
      route: '淮州 简阳东 资阳 自贡',
      geometry: {
        type: 'LineString',
        coordinates: [huaizhou, [104.62, 30.4], [104.68, 30.0], [104.62579, 29.37648]],
      },
    },
  ];
}
