import type { Airspace } from '#domain/record/records.gen.ts';
import { agl, amsl, polygon } from './shapes.ts';

const unlimited = { value: 660, unit: 'FL', reference: 'STD' } as const;
const responsibility = {
  state: 1,
  acceptState: '1',
  auditState: 1,
  source: '演示数据',
  sourceEn: 'Demo data',
  remark: '界线为演示而简化，不可用于飞行 / Boundary simplified for the demo, not for flight',
} as const;

/**
 * Who answers for what around the demo (Order 371, art. 8), each within the next: approach, area control, flight
 * information region, and the region beside it. The lines are rough, and say so.
 */
export const controlAreas: Omit<Airspace, 'company'>[] = [
  {
    ...responsibility,
    name: '成都进近管制区（演示界线）',
    nameEn: 'Chengdu approach control area (demo boundary)',
    designator: 'ZUUUTMA',
    kind: 'tma',
    airspaceClass: 'B',
    ...polygon([
      [102.95, 30.15],
      [103.45, 29.85],
      [104.65, 29.85],
      [105.15, 30.2],
      [105.15, 31.3],
      [104.7, 31.75],
      [103.3, 31.75],
      [102.95, 31.4],
    ]),
    lower: agl(1000),
    upper: amsl(6000),
  },
  {
    ...responsibility,
    name: '成都区域管制区（演示界线）',
    nameEn: 'Chengdu control area (demo boundary)',
    designator: 'ZUUUCTA',
    kind: 'cta',
    airspaceClass: 'A',
    ...polygon([
      [101.4, 28.6],
      [105.6, 28.6],
      [106, 30.2],
      [105.7, 32.4],
      [103.4, 33.2],
      [101.4, 32],
    ]),
    lower: amsl(6000),
    upper: amsl(12_500),
  },
  {
    ...responsibility,
    name: '昆明情报区（演示界线）',
    nameEn: 'Kunming FIR (demo boundary)',
    designator: 'ZPKM',
    kind: 'fir',
    ...polygon([
      [97.5, 21.2],
      [106.7, 21.9],
      [109.6, 26],
      [109.6, 31.6],
      [106.9, 32.7],
      [102.6, 33.9],
      [97.5, 32.3],
    ]),
    lower: agl(0),
    upper: unlimited,
  },
  {
    ...responsibility,
    name: '兰州情报区（演示界线）',
    nameEn: 'Lanzhou FIR (demo boundary)',
    designator: 'ZLHW',
    kind: 'fir',
    ...polygon([
      [97.5, 32.3],
      [102.6, 33.9],
      [106.9, 32.7],
      [109.6, 34.2],
      [109.6, 40],
      [97.5, 40],
    ]),
    lower: agl(0),
    upper: unlimited,
  },
];
