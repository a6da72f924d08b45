import type { Airway, NavigationPoint } from '#domain/record/records.gen.ts';
import { amsl, point } from './shapes.ts';

const source = { source: '演示数据', sourceEn: 'Demo data' };

/** Invented points around the demo's aerodromes; none of them is published anywhere. */
export const navigationPoints: NavigationPoint[] = (
  [
    ['GHN', '广汉', 'Guanghan', 'vorDme', [104.3296, 30.9485], '113.2 MHz'],
    ['HZU', '淮州', 'Huaizhou', 'ndb', [104.5294, 30.6773], '345 kHz'],
    ['CZU', '崇州', 'Chongzhou', 'vor', [103.7307, 30.5601], '115.6 MHz'],
    ['XJN', '新津', 'Xinjin', 'ndb', [103.8444, 30.4214], '288 kHz'],
    ['DEYAN', '德阳', 'Deyang', 'waypoint', [104.38, 31.13], null],
    ['MIYAX', '绵阳西', 'Mianyang west', 'waypoint', [104.42, 31.4], null],
    ['BEICU', '北川', 'Beichuan', 'reporting', [104.4597, 31.5815], null],
    ['JYDON', '简阳东', 'Jianyang east', 'waypoint', [104.62, 30.4], null],
    ['ZIYAN', '资阳', 'Ziyang', 'waypoint', [104.68, 30.0], null],
    ['ZIGOG', '自贡', 'Zigong', 'reporting', [104.6258, 29.3765], null],
    ['LQSHN', '龙泉山', 'Longquanshan', 'reporting', [104.31, 30.62], null],
    ['QCSHN', '青城山', 'Qingchengshan', 'reporting', [103.58, 30.9], null],
    ['PENZU', '彭州', 'Pengzhou', 'waypoint', [103.96, 30.99], null],
    // Of one name with the point above, far away: routes tell them apart by nearness.
    ['DEYAN', '德雁（西北）', 'Deyan (north-west)', 'waypoint', [87.6, 43.8], null],
  ] as const
).map(([code, name, nameEn, kind, [longitude, latitude], frequency]) => ({
  code,
  name,
  nameEn,
  kind,
  position: point([longitude, latitude]),
  country: 'CN',
  ...source,
  ...(frequency === null ? {} : { frequency }),
}));

const limits = { lower: amsl(900), upper: amsl(3000), ...source };

export const airways: Airway[] = [
  { ...limits, designator: 'J901', points: ['GHN', 'DEYAN', 'MIYAX', 'BEICU'] },
  { ...limits, designator: 'J902', points: ['HZU', 'JYDON', 'ZIYAN', 'ZIGOG'] },
  { ...limits, designator: 'J903', points: ['GHN', 'LQSHN', 'HZU'] },
  { ...limits, designator: 'J904', points: ['QCSHN', 'PENZU', 'GHN'] },
];
