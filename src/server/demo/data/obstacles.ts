import type { LonLat } from '#domain/geo/geodesy.ts';
import type { Obstacle } from '#domain/record/records.gen.ts';
import { point } from './shapes.ts';

const source = { source: '演示数据', sourceEn: 'Demo data' };

/** Invented obstacles around the demo's aerodromes; none of them is published anywhere. */
export const obstacles: Obstacle[] = [
  ...(
    [
      [
        'DEMO-OB-01',
        '广汉东通信塔',
        'Guanghan east communications mast',
        'mast',
        [104.372, 30.968],
        92,
        578,
        true,
      ],
      [
        'DEMO-OB-02',
        '青白江热电烟囱',
        'Qingbaijiang power plant chimney',
        'chimney',
        [104.282, 30.861],
        180,
        665,
        true,
      ],
      [
        'DEMO-OB-03',
        '龙泉山风机 7 号',
        'Longquanshan wind turbine 7',
        'windTurbine',
        [104.331, 30.598],
        145,
        1092,
        true,
      ],
      ['DEMO-OB-04', '新津塔吊', 'Xinjin crane', 'crane', [103.862, 30.437], 68, 522, false],
      ['DEMO-OB-05', '崇州广播塔', 'Chongzhou broadcasting mast', 'mast', [103.704, 30.588], 118, 651, true],
    ] as const
  ).map(([code, name, nameEn, kind, [longitude, latitude], heightAglM, topAmslM, lighted]) => ({
    code,
    name,
    nameEn,
    kind,
    geometry: point([longitude, latitude]),
    heightAglM,
    topAmslM,
    lighted,
    marked: true,
    ...source,
  })),
  line('DEMO-OB-06', '德阳—广汉 220 千伏线路', 'Deyang–Guanghan 220 kV line', 'powerLine', 46, [
    [104.42, 31.09],
    [104.398, 31.04],
    [104.351, 31.012],
    [104.3, 30.985],
  ]),
  line('DEMO-OB-07', '青城后山索道', 'Qingcheng rear mountain cableway', 'cableway', 74, [
    [103.482, 30.921],
    [103.468, 30.935],
  ]),
];

function line(
  code: string,
  name: string,
  nameEn: string,
  kind: 'powerLine' | 'cableway',
  heightAglM: number,
  coordinates: LonLat[],
): Obstacle {
  return {
    code,
    name,
    nameEn,
    kind,
    geometry: { type: 'LineString', coordinates },
    heightAglM,
    lighted: false,
    marked: true,
    ...source,
  };
}
