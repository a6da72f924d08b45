import type { OutputOf } from '#contract/services.ts';

export type PlanReport = OutputOf<'Navigation', 'GetNAircraftReport'>;
export type MissionTypesByTime = OutputOf<'Navigation', 'GetFlyTypeNameList'>;
export type MissionTypesByUnit = OutputOf<'Navigation', 'GetFlyTypeNameUnit'>;
