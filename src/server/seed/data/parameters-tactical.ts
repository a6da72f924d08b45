import { airspaceFigureNames, sharedFigures } from '#domain/conflicts/nets/figures.ts';
import { nets } from '#domain/conflicts/nets/index.ts';
import type { NetName, NetParameters } from '#domain/conflicts/nets/safety-net.ts';
import { own } from '#domain/text/own.ts';
import type { ParameterRow } from './parameter-row.ts';

type Words = [name: string, nameEn: string, help: string, helpEn: string];

const ours = '本系统约定';
const do365 = 'DO-365B 第一阶段；本系统对低空通用航空的约定';

/** Where the figures of a net come from. */
const sources: Partial<Record<NetName | keyof typeof sharedFigures, string>> = {
  pairs: do365,
  steadiness: 'DO-365B',
  overdue: '国际民航公约附件 11 第 5 章',
  takeOffReport: '国际民航公约附件 11 第 5 章',
};

/** What each figure of a net is called; its default and unit are the net's own. */
const words: Partial<Record<NetName | keyof typeof sharedFigures, Record<string, Words>>> = {
  heights: {
    qnhSpreadHpa: [
      '高度：修正海压偏差',
      'Heights: spread of the QNH',
      '附近没有机场报告 QNH 时，与 1013.25 hPa 通常不超过的偏差；只有更大偏差才涉及的，仅作提示。',
      'Where no aerodrome near reports it, it is usually within this of 1013.25 hPa; what only a larger one concerns is an advisory.',
    ],
    transitionAltitudeM: [
      '高度：过渡高度',
      'Heights: transition altitude',
      '附近机场没有公布过渡高度时采用（海拔）；以上按标准气压比较。',
      'Where no aerodrome near publishes one (AMSL); above it heights compare by standard pressure.',
    ],
    groundSpreadM: [
      '高度：地面偏差',
      'Heights: spread of the ground',
      '没有地形数据时，地面与周围 50 km 内机场标高的最大差。',
      'Without terrain data: how far the ground may be from the elevation of the aerodromes within 50 km.',
    ],
    groundHighestM: [
      '高度：最高地面',
      'Heights: highest ground',
      '没有地形数据、附近也没有机场时，地面的最大海拔。',
      'Without terrain data, and where there is no aerodrome near: the ground is no higher (AMSL).',
    ],
  },
  steadiness: {
    m: [
      '告警稳定：M',
      'Steadiness: M',
      '最近 N 秒中至少 M 秒成立才告警。',
      'Raised where it is seen in at least M of the last N seconds.',
    ],
    n: [
      '告警稳定：N',
      'Steadiness: N',
      '最近 N 秒中至少 M 秒成立才告警。',
      'Raised where it is seen in at least M of the last N seconds.',
    ],
    hysteresisS: [
      '告警稳定：迟滞',
      'Steadiness: hysteresis',
      '已触发的级别在较宽的门限内保持的时间。',
      'How long a level is held by the wider thresholds after it was last seen.',
    ],
    persistenceS: [
      '告警稳定：持续',
      'Steadiness: persistence',
      '每一级别至少保持的时间。',
      'Each level stays for at least this long.',
    ],
  },
  pairs: {
    distanceM: [
      '冲突：水平距离',
      'Pairs: distance',
      '两架航空器水平距离小于此值即不满足间隔。',
      'Two aircraft nearer than this are not well clear.',
    ],
    verticalM: [
      '冲突：垂直距离',
      'Pairs: height',
      '两架航空器高度差小于此值即不满足间隔。',
      'Less height between two than this is not well clear.',
    ],
    tauS: [
      '冲突：修正 τ',
      'Pairs: modified tau',
      '正在接近的两架航空器按修正 τ 判断的时间。',
      'Two that close with less than this are not well clear, however far.',
    ],
    warningS: [
      '冲突：警告提前',
      'Pairs: warning ahead',
      '预计在此时间内失去间隔时发出警告。',
      'A warning where separation is lost within this.',
    ],
    warningHoldS: [
      '冲突：警告保持',
      'Pairs: warning holds',
      '已发出的警告在此时间内保持。',
      'A warning once raised holds while it is within this.',
    ],
    cautionS: [
      '冲突：注意提前',
      'Pairs: caution ahead',
      '预计在此时间内失去间隔时提请注意。',
      'A caution where separation is lost within this.',
    ],
    cautionHoldS: [
      '冲突：注意保持',
      'Pairs: caution holds',
      '已发出的注意在此时间内保持。',
      'A caution once raised holds while it is within this.',
    ],
    advisoryDistanceM: [
      '冲突：提示水平距离',
      'Pairs: distance of an advisory',
      '提示所用的水平距离。',
      'The distance of an advisory.',
    ],
    advisoryVerticalM: [
      '冲突：提示垂直距离',
      'Pairs: height of an advisory',
      '提示所用的高度差。',
      'The height of an advisory.',
    ],
    advisoryS: [
      '冲突：提示提前',
      'Pairs: advisory ahead',
      '预计在此时间内接近时给出提示。',
      'An advisory where two come near within this.',
    ],
    intentS: [
      '冲突：按意图预测',
      'Pairs: intent is followed',
      '按计划航线或转弯预测的时长，最长 20 分钟。',
      'How far ahead a route or a turn is followed, 20 minutes at most.',
    ],
  },
  areas: {
    lookAheadS: [
      '限制区：提前',
      'Areas: ahead',
      '预计在此时间内进入限制区时告警。',
      'Who would be inside within this is told of.',
    ],
    bufferM: [
      '限制区：垂直缓冲',
      'Areas: vertical buffer',
      '限制区上下限之外附加的高度。',
      'Added above and below an area.',
    ],
  },
  terrain: {
    clearanceM: [
      '地形：最小净空',
      'Terrain: clearance',
      '距地面小于此值即告警。',
      'Nearer to the ground than this is told of.',
    ],
    warningS: [
      '地形：提前',
      'Terrain: ahead',
      '向前检查地形的时间。',
      'How far ahead the ground is looked at.',
    ],
    aerodromeM: [
      '地形：机场附近',
      'Terrain: near an aerodrome',
      '距计划起降点此距离内不检查地形。',
      'Not looked at within this of where the plan takes off and lands.',
    ],
  },
  conformance: {
    lateralM: [
      '偏离计划：水平',
      'Conformance: lateral',
      '超出计划空间此距离即告警。',
      'Outside the planned air by more than this.',
    ],
    farM: [
      '偏离计划：严重',
      'Conformance: far outside',
      '超出此距离为警告。',
      'Beyond this it is a warning.',
    ],
    verticalM: [
      '偏离计划：垂直',
      'Conformance: vertical',
      '超出计划高度此值即告警。',
      'Outside the planned heights by more than this.',
    ],
    earlyMin: [
      '偏离计划：提早',
      'Conformance: early',
      '早于计划时间超过此值。',
      'In the air by more than this before its time.',
    ],
    lateMin: [
      '偏离计划：推迟',
      'Conformance: late',
      '晚于计划时间超过此值。',
      'In the air by more than this after its time.',
    ],
    aerodromeM: [
      '偏离计划：机场附近',
      'Conformance: near an aerodrome',
      '距计划起降点此距离内不判断偏离。',
      'Not judged within this of where the plan takes off and lands.',
    ],
  },
  lostSignal: {
    afterS: [
      '信号丢失：提示',
      'Lost signal: after',
      '空中目标超过此时间无信号。',
      'An aircraft in the air is not heard for this long.',
    ],
    warningS: [
      '信号丢失：警告',
      'Lost signal: warning',
      '有计划的航空器超过此时间无信号为警告。',
      'With a plan, not heard for this long.',
    ],
    unplannedS: [
      '信号丢失：无计划',
      'Lost signal: without a plan',
      '无计划的目标超过此时间不再提示。',
      'One without a plan is looked for no longer than this.',
    ],
    landingM: [
      '信号丢失：着陆距离',
      'Lost signal: landing distance',
      '在计划起降点此距离内低高度丢失，可能已着陆。',
      'Last heard low within this of where its plan takes off or lands, it has probably landed.',
    ],
    landingHeightM: [
      '信号丢失：着陆高度',
      'Lost signal: landing height',
      '真高低于此值视为低高度。',
      'Low is below this height above the ground.',
    ],
    landingS: [
      '信号丢失：等待着陆报告',
      'Lost signal: landing report',
      '可能已着陆但超过此时间无着陆报告，升为注意。',
      'Without a landing report for this long, it is a caution.',
    ],
  },
  takeOffReport: {
    afterMin: [
      '未报起飞：提示',
      'No take-off report: after',
      '放行后超过预计起飞此时间未报起飞。',
      'Released and not reported as airborne for this long after its time.',
    ],
    cautionMin: [
      '未报起飞：注意',
      'No take-off report: caution',
      '超过此时间升为注意。',
      'After this it is a caution.',
    ],
  },
  overdue: {
    uncertaintyMin: [
      '逾期：情况不明',
      'Overdue: uncertainty',
      '超过预计落地此时间进入情况不明阶段。',
      'This long after it was to land: uncertainty phase.',
    ],
    alertMin: [
      '逾期：告警',
      'Overdue: alert',
      '超过预计落地此时间进入告警阶段。',
      'This long after it was to land: alert phase.',
    ],
    distressMin: [
      '逾期：遇险',
      'Overdue: distress',
      '超过预计落地此时间进入遇险阶段。',
      'This long after it was to land: distress phase.',
    ],
  },
  orders: {
    cautionS: [
      '指令未确认：注意',
      'Order not acknowledged: caution',
      '停止或召回指令应在此时间内确认；超时向运行单位响铃，并提示值班员。',
      'A stop or recall is to be acknowledged within this time; then it sounds for its operator, and the watch is alerted.',
    ],
    warningS: [
      '指令未确认：告警',
      'Order not acknowledged: warning',
      '超过此时间升为告警。',
      'After this it is a warning.',
    ],
  },
  feeds: {
    stalePercent: [
      '数据源：迟滞',
      'Sources: stale',
      '静默达到失效时限的此百分比时提示。',
      'Silent for this share of the time after which a source is dead.',
    ],
  },
};

const groups: [name: string, figures: NetParameters][] = [
  ...Object.entries(sharedFigures),
  ...nets.map(({ name, parameters }): [string, NetParameters] => [name, parameters]),
];

function wordsOf(group: string, name: string): Words {
  const text = own(own(words, group) ?? {}, name);
  if (!text) throw new Error(`the figure tactical.${group}.${name} has no name`);
  return text;
}

/** One row for each figure of each safety net, and for those that they share. */
const ofNets = groups.flatMap(([group, figures]) =>
  Object.entries(figures).map(([name, { value, unit }]): ParameterRow => {
    const [zh, en, help, helpEn] = wordsOf(group, name);
    const source = own(sources, group) ?? ours;
    return [`tactical.${group}.${name}`, zh, en, 'number', String(value), unit || null, source, help, helpEn];
  }),
);

const classes = ['A', 'B', 'C', 'D', 'E', 'G', 'W'] as const;

/** Separation in an airspace of a class, where its own record states none; empty: that of the pairs. */
const ofClasses = classes.flatMap((name): ParameterRow[] => [
  [
    `tactical.class${name}.separationM`,
    `${name} 类空域：水平间隔`,
    `Class ${name}: separation`,
    'number',
    '',
    'm',
    ours,
    '空域自身未规定间隔时采用；不填则按冲突参数。',
    'Where the airspace itself states none; empty: as for pairs.',
  ],
  [
    `tactical.class${name}.separationVerticalM`,
    `${name} 类空域：垂直间隔`,
    `Class ${name}: vertical separation`,
    'number',
    '',
    'm',
    ours,
    '空域自身未规定间隔时采用；不填则按冲突参数。',
    'Where the airspace itself states none; empty: as for pairs.',
  ],
]);

/** Figures that an airspace of a class has in place of those of all, where its own record states none; empty: those of all. */
const ofClassFigures = classes.flatMap((letter) =>
  airspaceFigureNames.map((figure): ParameterRow => {
    const [group = '', name = ''] = figure.split('.');
    const [zh, en] = wordsOf(group, name);
    const unit = groups.find(([one]) => one === group)?.[1][name]?.unit || null;
    return [
      `tactical.class${letter}.${figure}`,
      `${letter} 类空域 · ${zh}`,
      `Class ${letter} · ${en}`,
      'number',
      '',
      unit,
      ours,
      '空域自身未规定时采用；不填则按通用参数。',
      'Where the airspace itself states none; empty: as for all.',
    ];
  }),
);

/** The figures of the safety nets. */
export const tacticalParameters: ParameterRow[] = [...ofNets, ...ofClasses, ...ofClassFigures];
