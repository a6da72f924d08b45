import type { ParameterRow } from './parameter-row.ts';

const ours = '本系统约定';

/** How long what is sampled of servers is kept, and how fine. */
export const monitorParameters: ParameterRow[] = [
  [
    'monitor.minuteDays',
    '逐分钟采样留存',
    'Samples of each minute kept',
    'integer',
    '3',
    'd',
    ours,
    '逐分钟采样保留的天数，此后合并为每 15 分钟一条（均值与峰值）。',
    'Days for which there is a sample of each minute; after them one of a quarter of an hour, with its mean and peak.',
  ],
  [
    'monitor.keepDays',
    '监控历史留存',
    'Monitoring history kept',
    'integer',
    '31',
    'd',
    ours,
    '监控历史保留的天数，到期按日整体删除；0 表示一直保留。',
    'Days for which samples are kept, then a whole day is deleted at once; 0: kept for ever.',
  ],
  [
    'monitor.equipmentDays',
    '设备监控历史留存',
    'Equipment history kept',
    'integer',
    '31',
    'd',
    ours,
    '数据源的在线、速率、时延、实测覆盖以及终端收听记录保留的天数；0 表示一直保留。',
    'Days for which it is kept how sources went, where they were heard and which terminals were; 0: kept for ever.',
  ],
  [
    'monitor.coverageReports',
    '覆盖判定最少报告数',
    'Reports that prove coverage',
    'integer',
    '3',
    null,
    ours,
    '所选时段内一个格网单元至少收到这么多份报告才计为已覆盖，避免个别野点造成误判。',
    'A cell counts as covered from this many reports in the time looked at; fewer may be a stray position.',
  ],
  [
    'monitor.slowStatementS',
    '慢语句时限',
    'Slow statements',
    'number',
    '5',
    's',
    ours,
    '数据库语句执行超过该时间即计为慢语句。',
    'A statement that runs for longer counts as slow.',
  ],
];
