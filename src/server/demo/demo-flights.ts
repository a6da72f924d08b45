import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Urgency } from '#domain/plans/deadlines.ts';
import type { Demo } from './seed-demo.ts';

export type DemoOwner = keyof Demo['companies'];

/** How far a plan of the demo has come. */
export type DemoStage =
  | 'new'
  | 'submitted'
  | 'underAcceptance'
  | 'rejected'
  | 'withdrawn'
  | 'approved'
  | 'cancelled'
  | 'releaseSubmitted'
  | 'releaseRejected'
  | 'released'
  | 'inFlight'
  | 'landed';

export interface DemoFlightPlan {
  owner: DemoOwner;
  until: DemoStage;
  missionType: string;
  /** Tells one flight of the demo from another. */
  mission: string;
  callsign: string;
  aircraft: string;
  /** By name; the first is the pilot in command. */
  pilots: string[];
  /** Minutes from now, or a time of day (Beijing) some days ahead. */
  departs: { kind: 'minutes'; fromNow: number } | { kind: 'day'; daysAhead: number; time: string };
  minutes: number;
  /** A standing plan: so many days from its first, on these days of the week (1 Monday to 7 Sunday). */
  term?: { days: number; weekdays: number[] };
  /** How long after its end it stands for itself before another like it is filed. */
  keepMinutes: number;
  /** Natural keys, as in seed-demo.ts. */
  departure?: string;
  departurePoint?: string;
  destination?: string;
  destinationPoint?: string;
  airspace?: string;
  geometry?: Geometry;
  lower: Altitude;
  upper: Altitude;
  ssrCode: string;
  contact: string;
  phone: string;
  urgency?: Urgency;
  missionApproval?: string;
  reason?: string;
  restriction?: string;
}

const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const yunyi = { owner: 'yunyi', contact: '何远 HE Yuan', phone: '0838-5300001' } as const;
const shuxiang = { owner: 'shuxiang', contact: '许晴 XU Qing', phone: '028-84900002' } as const;
const xiling = { owner: 'xiling', contact: '宋雨 SONG Yu', phone: '028-82500003' } as const;
const huaizhou = '|HZU';
const xinjin = '|CN-0247';
const inTwoDays = (time: string) => ({ kind: 'day', daysAhead: 2, time }) as const;
const fromNow = (minutes: number) => ({ kind: 'minutes', fromNow: minutes }) as const;
/** The rest of the day: it is told in lists, and not filed anew. */
const aDay = 1_440;

/**
 * What is flown in the demo. The Caravan B-10QA and its pilot 高翔, the aerodrome of Guanghan and the air around it
 * are left to whoever tries the product.
 */
export const demoFlightPlans: DemoFlightPlan[] = [
  {
    ...yunyi,
    until: 'inFlight',
    missionType: 'SIGHTSEEING',
    mission: '青城山空中游览 / Qingchengshan sightseeing',
    callsign: 'B70YK',
    aircraft: 'B-70YK',
    pilots: ['林晓峰'],
    departs: fromNow(-25),
    minutes: 180,
    keepMinutes: 0,
    departurePoint: 'QC-01',
    destinationPoint: 'QC-01',
    airspace: 'QCX01',
    lower: agl(150),
    upper: agl(600),
    ssrCode: '3301',
  },
  {
    ...xiling,
    until: 'inFlight',
    missionType: 'HEMS',
    mission: '危重病人转运：新津至华阳医院 / Patient transfer: Xinjin to Huayang hospital',
    callsign: 'B70XM',
    aircraft: 'B-70XM',
    pilots: ['宋雨'],
    departs: fromNow(-12),
    minutes: 90,
    keepMinutes: 0,
    departure: xinjin,
    destinationPoint: 'HY-H1',
    geometry: {
      type: 'LineString',
      coordinates: [
        [103.8444, 30.4214],
        [103.92, 30.43],
        [104.05, 30.5],
      ],
    },
    lower: agl(150),
    upper: agl(450),
    ssrCode: '3321',
    urgency: 'rescue',
  },
  {
    ...shuxiang,
    until: 'inFlight',
    missionType: 'TRAINING',
    mission: '转场训练：淮州本场至沱江航段 / Cross-country training: Huaizhou to Tuojiang',
    callsign: 'B10SY',
    aircraft: 'B-10SY',
    pilots: ['方磊', '李牧'],
    departs: fromNow(-35),
    minutes: 150,
    keepMinutes: 0,
    departure: huaizhou,
    destination: huaizhou,
    geometry: {
      type: 'LineString',
      coordinates: [
        [104.5294, 30.67734],
        [104.62, 30.62],
        [104.75, 30.55],
        [104.78, 30.45],
        [104.62, 30.52],
        [104.5294, 30.67734],
      ],
    },
    lower: amsl(900),
    upper: amsl(1500),
    ssrCode: '3311',
    restriction: '不得进入双流机场管制地带 / Keep out of the Shuangliu control zone',
  },
  {
    ...shuxiang,
    until: 'released',
    missionType: 'TRAINING',
    mission: '金堂一号空域筋斗与失速训练 / Loops and stalls, Jintang area 1',
    callsign: 'B10SX',
    aircraft: 'B-10SX',
    pilots: ['许晴'],
    departs: fromNow(25),
    minutes: 90,
    keepMinutes: 30,
    departure: huaizhou,
    destination: huaizhou,
    airspace: 'JTX01',
    lower: amsl(700),
    upper: amsl(1800),
    ssrCode: '3312',
  },
  {
    ...xiling,
    until: 'releaseSubmitted',
    missionType: 'RESCUE',
    mission: '龙泉山山地搜救演练 / Mountain rescue drill, Longquanshan',
    callsign: 'B70XL',
    aircraft: 'B-70XL',
    pilots: ['蒋峰'],
    departs: fromNow(35),
    minutes: 80,
    keepMinutes: 60,
    departurePoint: 'LQ-01',
    destinationPoint: 'LQ-01',
    airspace: 'LQX01',
    lower: agl(0),
    upper: agl(450),
    ssrCode: '3322',
  },
  {
    ...yunyi,
    until: 'landed',
    missionType: 'SPRAYING',
    mission: '什邡冬小麦喷洒作业（上段） / Wheat spraying, Shifang (upper part)',
    callsign: 'B7396',
    aircraft: 'B-7396',
    pilots: ['苏静'],
    departs: fromNow(-240),
    minutes: 60,
    keepMinutes: aDay,
    departurePoint: 'SF-01',
    destinationPoint: 'SF-01',
    airspace: 'SFX01',
    lower: agl(0),
    upper: agl(150),
    ssrCode: '3302',
  },
  {
    ...yunyi,
    until: 'approved',
    missionType: 'SPRAYING',
    mission: '什邡冬小麦喷洒作业（下段） / Wheat spraying, Shifang (lower part)',
    callsign: 'B7396',
    aircraft: 'B-7396',
    pilots: ['苏静'],
    departs: fromNow(180),
    minutes: 90,
    keepMinutes: aDay,
    departurePoint: 'SF-01',
    destinationPoint: 'SF-01',
    airspace: 'SFX01',
    lower: agl(0),
    upper: agl(150),
    ssrCode: '3302',
  },
  {
    ...shuxiang,
    until: 'submitted',
    missionType: 'TRAINING',
    mission: '金堂一号空域仪表训练 / Instrument training, Jintang area 1',
    callsign: 'B10SZ',
    aircraft: 'B-10SZ',
    pilots: ['方磊'],
    departs: inTwoDays('09:30'),
    minutes: 90,
    keepMinutes: 0,
    departure: huaizhou,
    destination: huaizhou,
    airspace: 'JTX01',
    lower: amsl(900),
    upper: amsl(1800),
    ssrCode: '3313',
  },
  {
    ...xiling,
    until: 'underAcceptance',
    missionType: 'FORESTPATROL',
    mission: '龙泉山森林巡护 / Forest patrol, Longquanshan',
    callsign: 'B70XM',
    aircraft: 'B-70XM',
    pilots: ['宋雨'],
    departs: inTwoDays('10:00'),
    minutes: 120,
    keepMinutes: 0,
    departurePoint: 'LQ-01',
    destinationPoint: 'LQ-01',
    airspace: 'LQX01',
    lower: agl(0),
    upper: agl(450),
    ssrCode: '3323',
  },
  {
    ...yunyi,
    until: 'rejected',
    missionType: 'PHOTO',
    mission: '青城山景区航空摄影 / Aerial photography, Qingchengshan',
    callsign: 'B7396',
    aircraft: 'B-7396',
    pilots: ['苏静'],
    departs: inTwoDays('14:00'),
    minutes: 90,
    keepMinutes: 0,
    departurePoint: 'QC-01',
    destinationPoint: 'QC-01',
    airspace: 'QCX01',
    lower: agl(150),
    upper: agl(900),
    ssrCode: '3303',
    missionApproval: '演示航摄〔2026〕12 号 / Demo survey No. 12 (2026)',
    reason:
      '任务批准文件的作业范围与申请空域不一致，请核对后重报 / The approved work area differs from the requested airspace. Check and refile',
  },
  {
    ...shuxiang,
    until: 'withdrawn',
    missionType: 'CIRCUIT',
    mission: '淮州本场起落训练 / Circuits at Huaizhou',
    callsign: 'B10SX',
    aircraft: 'B-10SX',
    pilots: ['许晴', '李牧'],
    departs: inTwoDays('15:30'),
    minutes: 60,
    keepMinutes: 0,
    departure: huaizhou,
    destination: huaizhou,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [104.5, 30.65],
          [104.56, 30.65],
          [104.56, 30.7],
          [104.5, 30.7],
          [104.5, 30.65],
        ],
      ],
    },
    lower: agl(0),
    upper: agl(400),
    ssrCode: '3314',
    reason: '教员临时请假 / Instructor unavailable',
  },
  {
    ...xiling,
    until: 'cancelled',
    missionType: 'RESCUE',
    mission: '水上救援演练 / Water rescue drill',
    callsign: 'B70XL',
    aircraft: 'B-70XL',
    pilots: ['蒋峰'],
    departs: fromNow(360),
    minutes: 60,
    keepMinutes: aDay,
    departure: xinjin,
    destination: xinjin,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [103.78, 30.36],
          [103.84, 30.36],
          [103.84, 30.4],
          [103.78, 30.4],
          [103.78, 30.36],
        ],
      ],
    },
    lower: agl(0),
    upper: agl(300),
    ssrCode: '3324',
    reason: '岷江水位上涨，演练改期 / Minjiang water level rising, drill postponed',
  },
  {
    ...shuxiang,
    until: 'releaseRejected',
    missionType: 'TRAINING',
    mission: '金堂一号空域单飞检查 / Solo check, Jintang area 1',
    callsign: 'B10SZ',
    aircraft: 'B-10SZ',
    pilots: ['方磊'],
    departs: fromNow(140),
    minutes: 60,
    keepMinutes: aDay,
    departure: huaizhou,
    destination: huaizhou,
    airspace: 'JTX01',
    lower: amsl(700),
    upper: amsl(1500),
    ssrCode: '3315',
    reason: '淮州本场能见度 3 km，低于目视标准 / Visibility at Huaizhou 3 km, below VFR minima',
  },
  {
    ...yunyi,
    until: 'new',
    missionType: 'POWERLINE',
    mission: '都江堰至崇州输电线路巡查 / Power line patrol, Dujiangyan–Chongzhou',
    callsign: 'B70YK',
    aircraft: 'B-70YK',
    pilots: ['林晓峰'],
    departs: inTwoDays('09:00'),
    minutes: 120,
    keepMinutes: 0,
    departurePoint: 'QC-01',
    destinationPoint: 'QC-01',
    airspace: 'CDC01',
    lower: agl(150),
    upper: agl(450),
    ssrCode: '3304',
  },
  {
    ...shuxiang,
    until: 'approved',
    missionType: 'TRAINING',
    mission: '淮州本场晨训（长期计划） / Morning circuits at Huaizhou (standing plan)',
    callsign: 'B10SY',
    aircraft: 'B-10SY',
    pilots: ['许晴'],
    departs: inTwoDays('08:10'),
    minutes: 60,
    term: { days: 12, weekdays: [1, 2, 3, 4, 5, 6] },
    keepMinutes: 60,
    departure: huaizhou,
    destination: huaizhou,
    airspace: 'JTX01',
    lower: amsl(900),
    upper: amsl(1500),
    ssrCode: '2236',
  },
];
