import { defaultInterference, type InterferenceLimits } from '#domain/equipment/interference.ts';
import type { ParameterRow } from './parameter-row.ts';

const do260 = 'RTCA DO-260B';
const gpsjam = 'gpsjam.org 的做法';
const ours = '本系统约定';

type Words = [
  unit: string | null,
  source: string,
  name: string,
  nameEn: string,
  help: string,
  helpEn: string,
];

/** When a cell counts as disturbed, and by how much the safety nets are widened there. */
const words: Record<keyof InterferenceLimits, Words> = {
  nacp: [
    null,
    do260,
    '精度下降：NACp 低于',
    'Degraded accuracy: NACp below',
    'ADS-B 报告的 NACp 低于该值计为精度下降；8 对应 92.6 m（95%）。',
    'An ADS-B aircraft that states a lower NACp is degraded; 8 stands for 92.6 m (95 %).',
  ],
  nic: [
    null,
    do260,
    '完好性下降：NIC 低于',
    'Degraded integrity: NIC below',
    'ADS-B 报告的 NIC 低于该值计为精度下降；7 对应包容半径 370.4 m。0 表示未知，仅在该航空器此前一小时内报告过已知值时计入。',
    'An ADS-B aircraft that states a lower NIC is degraded; 7 stands for a containment radius of 370.4 m. 0 is unknown and counts only if the aircraft stated a known value within the hour before.',
  ],
  suspectedPercent: [
    '%',
    gpsjam,
    '疑似干扰：受影响比例高于',
    'Suspected interference: share above',
    '单元内受影响航空器（精度下降或位置跳变，减去一架）占比高于该值为疑似干扰。',
    'A cell is suspected where more of its aircraft are affected (degraded or jumping, less one aircraft).',
  ],
  interferencePercent: [
    '%',
    gpsjam,
    '干扰：受影响比例高于',
    'Interference: share above',
    '单元内受影响航空器（精度下降或位置跳变，减去一架）占比高于该值为干扰。',
    'A cell has interference where more of its aircraft are affected (degraded or jumping, less one aircraft).',
  ],
  leastAircraft: [
    null,
    ours,
    '最少航空器数',
    'Least number of aircraft',
    '单元内不同航空器少于该数时不作判断。',
    'A cell with fewer distinct aircraft is not evaluated.',
  ],
  windowMin: [
    'min',
    ours,
    '当前状态统计时段',
    'Window of the present state',
    '当前状态按最近这段时间内收到的航空器计算。',
    'The present state counts the aircraft heard within this time.',
  ],
  holdMin: [
    'min',
    ours,
    '状态保持',
    'Hold of a state',
    '较低状态持续这么久后才降级，避免在限值附近反复变化。',
    'A lower state must last for so long before it is shown, so that a cell at a limit does not flicker.',
  ],
  suspectedM: [
    'm',
    ours,
    '疑似干扰：位置不确定度',
    'Suspected: position uncertainty',
    '疑似干扰的单元内，间隔与空域告警按不小于该值的水平位置不确定度放宽。',
    'Separation and area alerts are widened by at least this horizontal position uncertainty in suspected cells.',
  ],
  interferenceM: [
    'm',
    ours,
    '干扰：位置不确定度',
    'Interference: position uncertainty',
    '受干扰的单元内，间隔与空域告警按不小于该值的水平位置不确定度放宽；航空器报告的精度（95%）更差时取其值。',
    'Separation and area alerts are widened by at least this horizontal position uncertainty in cells with interference, or by what 95 % of the aircraft state if that is more.',
  ],
  mostM: [
    'm',
    ours,
    '位置不确定度上限',
    'Most position uncertainty',
    '无论航空器报告的精度多差，告警放宽不超过该值。',
    'Alerts are widened by no more than this, whatever accuracy aircraft state.',
  ],
};

const whole: ReadonlySet<string> = new Set(['nacp', 'nic', 'leastAircraft']);

export const interferenceParameters: ParameterRow[] = Object.entries(words).map(
  ([key, [unit, source, name, nameEn, help, helpEn]]) => [
    `interference.${key}`,
    name,
    nameEn,
    whole.has(key) ? 'integer' : 'number',
    String(Object.entries(defaultInterference).find(([one]) => one === key)?.[1] ?? ''),
    unit,
    source,
    help,
    helpEn,
  ],
);
