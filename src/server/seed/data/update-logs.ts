import type { UpdateLog } from '#domain/record/records.gen.ts';

/** What each release brought, for the page /permission/updateLog. */
export const updateLogs: UpdateLog[] = [
  {
    release: '0.1.0',
    date: '2026-11-21',
    text: '首次飞行：飞行计划的编制、审批、放飞、起飞与降落报告，基础资料管理，空域态势图，ASTERIX 监视数据接入。',
    textEn:
      'The first flight: plans from filing through approval and release to take-off and landing reports, base records, the situation map, ASTERIX surveillance feeds.',
  },
];
