import { residentCheckDigit, usccCheckCharacter } from '#domain/record/formats.ts';
import type { Aircraft, Company, Pilot } from '#domain/record/records.gen.ts';
import type { DemoCompany } from './places.ts';

/** A day so many days from now, as `YYYY-MM-DD`: the demo's papers stay valid, and expired, whenever it is started. */
export type DayFromNow = (days: number) => string;

function uscc(first17: string): string {
  const check = usccCheckCharacter(first17);
  if (check === null) throw new Error(`seed: ${first17} is no beginning of a unified social credit code`);
  return first17 + check;
}

/** Invented companies; the digits of their codes belong to nobody we know. */
export function companies(day: DayFromNow): Record<DemoCompany, Company> {
  const certified = { examineState: 1, validUntil: day(900), region: '51' } as const;
  return {
    yunyi: {
      ...certified,
      name: '四川云翼通用航空有限公司',
      shortName: '云翼通航',
      nameEn: 'Sichuan Yunyi General Aviation',
      uscc: uscc('91510182MA0DEM001'),
      kind: 'operator',
      address: '四川省德阳市广汉市机场路 1 号 / 1 Airport Road, Guanghan, Sichuan',
      legalRepresentative: '周岚 ZHOU Lan',
      contact: '何远 HE Yuan',
      phone: '0838-5300001',
      dutyPhone: '13900000101',
      email: 'ops@yunyi.example',
      certificateKinds: ['CCAR-91', 'CCAR-135'],
      certificateNumber: 'DEMO-XN-135-001',
      certificateExpiry: day(700),
      businessScope: ['agriculture', 'sightseeing', 'patrol', 'survey'],
    },
    shuxiang: {
      ...certified,
      name: '蜀翔飞行培训有限公司',
      shortName: '蜀翔航校',
      nameEn: 'Shuxiang Flight Training',
      uscc: uscc('91510121MA0DEM002'),
      kind: 'school',
      address: '四川省成都市金堂县淮口机场大道 8 号 / 8 Huaikou Airport Avenue, Jintang, Chengdu, Sichuan',
      legalRepresentative: '罗川 LUO Chuan',
      contact: '许晴 XU Qing',
      phone: '028-84900002',
      dutyPhone: '13900000102',
      email: 'ops@shuxiang.example',
      certificateKinds: ['CCAR-91', 'CCAR-141'],
      certificateNumber: 'DEMO-XN-141-002',
      certificateExpiry: day(500),
      businessScope: ['training', 'private'],
    },
    xiling: {
      ...certified,
      name: '西岭应急航空救援有限公司',
      shortName: '西岭救援',
      nameEn: 'Xiling Air Rescue',
      uscc: uscc('91510132MA0DEM003'),
      kind: 'operator',
      address: '四川省成都市新津区机场路 12 号 / 12 Airport Road, Xinjin, Chengdu, Sichuan',
      legalRepresentative: '蒋峰 JIANG Feng',
      contact: '宋雨 SONG Yu',
      phone: '028-82500003',
      dutyPhone: '13900000103',
      email: 'ops@xiling.example',
      certificateKinds: ['CCAR-91', 'CCAR-135'],
      certificateNumber: 'DEMO-XN-135-003',
      certificateExpiry: day(400),
      businessScope: ['rescue', 'medical', 'firefighting'],
    },
  };
}

/** `type` is the natural key of an aircraft type, `base` that of an aerodrome. */
export type DemoAircraft = Omit<Aircraft, 'type' | 'company' | 'baseAirport'> & {
  type: string;
  company: DemoCompany;
  base: string;
};

const c172 = 'C172|Cessna|172S Skyhawk SP';
const c208 = 'C208|Cessna|208B Grand Caravan EX';
const r44 = 'R44|Robinson|R44 Raven II';
const h125 = 'AS50|Airbus Helicopters|H125 (AS350 B3e)';
const da40 = 'DA40|Diamond|DA40 NG';
const da42 = 'DA42|Diamond|DA42 NG';
const aw139 = 'A139|Leonardo|AW139';
const h135 = 'EC35|Airbus Helicopters|H135';
const thrush = 'SS2T|Thrush|510G';

const guanghan = 'ZUGH|';
const huaizhou = '|HZU';
const xinjin = '|CN-0247';

function aircraftMaker(day: DayFromNow) {
  return (
    registration: string,
    icao24: string,
    type: string,
    company: DemoCompany,
    base: string,
    serialNumber: string,
    more: Partial<DemoAircraft> = {},
  ): DemoAircraft => ({
    registration,
    icao24,
    type,
    company,
    base,
    serialNumber,
    callsign: registration.replace('-', ''),
    nationality: 'CN',
    airworthinessNumber: `AC-${registration.slice(2)}`,
    airworthinessCategory: 'standard',
    airworthinessExpiry: day(600),
    nationalityCertificateNumber: `N-${registration.slice(2)}`,
    radioLicenceNumber: `R-${registration.slice(2)}`,
    radioLicenceExpiry: day(800),
    insuranceCompany: '演示财产保险公司 / Demo Insurance',
    insuranceNumber: `INS-${registration.slice(2)}`,
    insuranceExpiry: day(200),
    comNavEquipment: 'VGO',
    surveillanceEquipment: 'SB1',
    adsbOut: '1090',
    status: 'active',
    auditState: 1,
    ...more,
  });
}

export function aircraft(day: DayFromNow): DemoAircraft[] {
  const make = aircraftMaker(day);
  return [
    make('B-10QA', '780c01', c208, 'yunyi', guanghan, '208B5601', {
      colour: '白底蓝条 / white, blue stripe',
      mtowKg: 3995,
      seats: 12,
      enduranceMin: 360,
    }),
    make('B-70YK', '780c02', h125, 'yunyi', guanghan, '8412', {
      colour: '红白 / red and white',
      mtowKg: 2370,
      seats: 6,
      enduranceMin: 240,
    }),
    make('B-7396', '780c03', r44, 'yunyi', guanghan, '13961', {
      colour: '黄色 / yellow',
      mtowKg: 1134,
      seats: 4,
      enduranceMin: 180,
    }),
    make('B-12QF', '780c04', thrush, 'yunyi', guanghan, 'T660-118', {
      colour: '黄蓝 / yellow and blue',
      mtowKg: 4763,
      seats: 1,
      airworthinessExpiry: day(-30),
    }),
    make('B-10SX', '780c11', c172, 'shuxiang', huaizhou, '172S12001', {
      colour: '白底红条 / white, red stripe',
      mtowKg: 1157,
      seats: 4,
      enduranceMin: 300,
    }),
    make('B-10SY', '780c12', c172, 'shuxiang', huaizhou, '172S12002', {
      colour: '白底红条 / white, red stripe',
      mtowKg: 1157,
      seats: 4,
      enduranceMin: 300,
    }),
    make('B-10SZ', '780c13', da40, 'shuxiang', huaizhou, '40.N512', {
      colour: '白色 / white',
      mtowKg: 1310,
      seats: 4,
      enduranceMin: 330,
    }),
    make('B-12SD', '780c14', da42, 'shuxiang', huaizhou, '42.N377', {
      colour: '白色 / white',
      mtowKg: 1900,
      seats: 4,
      enduranceMin: 480,
      status: 'maintenance',
    }),
    make('B-70XL', '780c21', aw139, 'xiling', xinjin, '31801', {
      colour: '红白，机身有“救援”字样 / red and white, marked “救援” (rescue)',
      mtowKg: 6800,
      seats: 17,
      enduranceMin: 300,
    }),
    make('B-70XM', '780c22', h135, 'xiling', xinjin, '2047', {
      colour: '红白 / red and white',
      mtowKg: 2980,
      seats: 8,
      enduranceMin: 210,
    }),
    make('B-70XN', '780c23', h125, 'xiling', xinjin, '8733', {
      colour: '红白 / red and white',
      mtowKg: 2370,
      seats: 6,
      auditState: 0,
    }),
  ];
}

export type DemoPilot = Omit<Pilot, 'company' | 'typeRatings'> & { company: DemoCompany; types: string[] };

function pilotMaker(day: DayFromNow) {
  return (
    name: string,
    nameEn: string,
    birthDate: string,
    order: string,
    company: DemoCompany,
    licenceClass: string,
    ratings: string[],
    types: string[],
    more: Partial<DemoPilot> = {},
  ): DemoPilot => {
    const residentId = residentIdOf(birthDate, order);
    return {
      name,
      nameEn,
      gender: Number(order.charAt(2)) % 2 === 1 ? 'male' : 'female',
      birthDate,
      nationality: 'CN',
      residentId,
      mobile: `139000002${order.slice(1)}`,
      company,
      licenceNumber: residentId,
      licenceClass,
      licenceExpiry: day(1100),
      ratings,
      types,
      medicalClass: licenceClass === 'PPL' || licenceClass === 'SPL' ? 'II' : 'I',
      medicalNumber: `M${order}${birthDate.slice(0, 4)}`,
      medicalExpiry: day(300),
      englishLevel: 4,
      englishExpiry: day(700),
      lastCheckDate: day(-120),
      status: 'active',
      auditState: 1,
      ...more,
    };
  };
}

const aeroplane = ['AIRPLANE', 'SEL'];

export function pilots(day: DayFromNow): DemoPilot[] {
  const make = pilotMaker(day);
  const helicopter = ['ROTORCRAFT', 'HELICOPTER'];
  return [
    make(
      '高翔',
      'GAO Xiang',
      '1985-04-12',
      '011',
      'yunyi',
      'CPL',
      [...aeroplane, 'MEL', 'IR'],
      [c208, c172],
      {
        flightHours: 4200,
      },
    ),
    make(
      '林晓峰',
      'LIN Xiaofeng',
      '1990-09-03',
      '013',
      'yunyi',
      'CPL',
      [...helicopter, 'MOUNTAIN'],
      [h125, r44],
      {
        flightHours: 2600,
      },
    ),
    make('苏静', 'SU Jing', '1993-01-25', '022', 'yunyi', 'CPL', helicopter, [r44], { flightHours: 1150 }),
    make(
      '唐国栋',
      'TANG Guodong',
      '1979-11-08',
      '015',
      'yunyi',
      'CPL',
      [...aeroplane, 'AGRICULTURE'],
      [thrush, c208],
      {
        flightHours: 6900,
      },
    ),
    make('陈思远', 'CHEN Siyuan', '1988-06-30', '017', 'yunyi', 'CPL', aeroplane, [c208], {
      flightHours: 1800,
      medicalExpiry: day(-15),
      remark: '体检合格证已过期 / Medical expired',
    }),
    make(
      '许晴',
      'XU Qing',
      '1987-02-14',
      '024',
      'shuxiang',
      'CPL',
      [...aeroplane, 'MEL', 'IR', 'FI'],
      [c172, da40, da42],
      { flightHours: 3900 },
    ),
    make(
      '方磊',
      'FANG Lei',
      '1991-12-01',
      '031',
      'shuxiang',
      'CPL',
      [...aeroplane, 'IR', 'FI'],
      [c172, da40],
      {
        flightHours: 2100,
      },
    ),
    make('李牧', 'LI Mu', '2003-05-19', '033', 'shuxiang', 'PPL', aeroplane, [c172], { flightHours: 96 }),
    make('王可', 'WANG Ke', '2004-08-22', '042', 'shuxiang', 'PPL', aeroplane, [c172, da40], {
      flightHours: 61,
      licenceExpiry: day(-40),
      remark: '执照已过期 / Licence expired',
    }),
    make(
      '蒋峰',
      'JIANG Feng',
      '1976-03-17',
      '035',
      'xiling',
      'ATPL',
      [...helicopter, 'IR', 'SLING', 'MOUNTAIN'],
      [aw139, h135, h125],
      { flightHours: 8700 },
    ),
    make('宋雨', 'SONG Yu', '1989-10-11', '044', 'xiling', 'CPL', [...helicopter, 'NIGHT'], [h135, h125], {
      flightHours: 2300,
    }),
    make('郑一鸣', 'ZHENG Yiming', '1995-07-07', '051', 'xiling', 'CPL', helicopter, [h125], {
      flightHours: 900,
      auditState: 0,
    }),
  ];
}

/** The aircraft and the pilot of the flight that gives the watch its alerts (demo-scene-flight.ts). */
export function sceneFleet(day: DayFromNow): { aircraft: DemoAircraft[]; pilots: DemoPilot[] } {
  return {
    aircraft: [
      aircraftMaker(day)('B-10SV', '780c15', c172, 'shuxiang', 'ZUBC|', '172S12003', {
        colour: '白底蓝条 / white, blue stripe',
        mtowKg: 1157,
        seats: 4,
        enduranceMin: 300,
      }),
    ],
    pilots: [
      pilotMaker(day)(
        '周岩',
        'ZHOU Yan',
        '1992-03-09',
        '037',
        'shuxiang',
        'CPL',
        [...aeroplane, 'FI'],
        [c172],
        {
          flightHours: 1500,
        },
      ),
    ],
  };
}

/** An identity number of Chengdu's division with its check digit. */
function residentIdOf(birthDate: string, order: string): string {
  const first17 = `510105${birthDate.replaceAll('-', '')}${order}`;
  const check = residentCheckDigit(first17);
  if (check === null) throw new Error(`seed: ${first17} is no beginning of an identity number`);
  return first17 + check;
}
