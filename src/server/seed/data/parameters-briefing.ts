import type { ParameterRow } from './parameter-row.ts';

const ours = '本系统约定';

/** What a briefing covers, and whether one is asked for. */
export const briefingParameters: ParameterRow[] = [
  [
    'plan.briefingWithinKm',
    '讲解的周边距离',
    'Briefing: distance around',
    'number',
    '20',
    'km',
    ours,
    '飞行前讲解和情报查询包括航线或区域周边此距离以内的情报。',
    'A briefing and the information query cover what lies within this distance of the route or area.',
  ],
  [
    'plan.briefingRequired',
    '起飞前要求讲解',
    'Ask for a briefing before take-off',
    'boolean',
    'false',
    null,
    ours,
    '开启后，没有讲解或讲解后有变化的计划会提示机组先完成讲解。',
    'When on, a plan without a briefing, or with changes since, asks its crew for one.',
  ],
];
