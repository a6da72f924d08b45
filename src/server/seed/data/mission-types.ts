import type { MissionType } from '#domain/record/records.gen.ts';

type Flag = 'urgent' | 'approval' | 'area' | 'training' | 'inside' | 'medical';

/** [code, Chinese, English, nature, priority (1 is the highest), flags] */
type MissionRow = [
  code: string,
  name: string,
  nameEn: string,
  nature: string,
  priority: number,
  flags?: Flag[],
];

const rows: MissionRow[] = [
  ['RESCUE', '抢险救灾', 'Rescue and relief', 'rescue', 1, ['urgent']],
  ['HEMS', '航空医疗救护', 'Air medical service', 'medical', 1, ['urgent', 'medical']],
  ['FIRE', '森林灭火', 'Forest firefighting', 'firefighting', 1, ['urgent']],
  ['WXMOD', '人工影响天气', 'Weather modification', 'weather', 2, ['urgent', 'area']],
  ['POLICE', '警务飞行', 'Police flight', 'police', 2],
  ['TRAINING', '飞行训练', 'Flight training', 'training', 5, ['training']],
  ['CIRCUIT', '本场起落训练', 'Circuit training', 'training', 5, ['training', 'inside']],
  ['SIGHTSEEING', '空中游览', 'Sightseeing', 'sightseeing', 6],
  ['SPRAYING', '农林喷洒', 'Agricultural spraying', 'agriculture', 4, ['area']],
  ['PATROL', '航空巡查', 'Aerial patrol', 'patrol', 4],
  ['FORESTPATROL', '航空护林巡护', 'Forest patrol', 'firefighting', 3],
  ['POWERLINE', '电力巡线', 'Power line inspection', 'powerline', 4],
  ['PHOTO', '航空摄影', 'Aerial photography', 'survey', 4, ['approval', 'area']],
  ['GEOPHYSICS', '航空物探', 'Geophysical survey', 'geophysics', 4, ['approval', 'area']],
  ['CHARTER', '包机飞行', 'Charter', 'transport', 4],
  ['SHORTHAUL', '短途运输', 'Short-haul transport', 'transport', 4],
  ['CARGO', '物流运输', 'Cargo', 'cargo', 5],
  ['LIFTING', '吊装作业', 'External load work', 'lifting', 4, ['area']],
  ['OFFSHORE', '海上石油服务', 'Offshore service', 'offshore', 4, ['approval']],
  ['PARACHUTE', '跳伞飞行', 'Parachuting', 'parachuting', 6, ['area']],
  ['SPORT', '航空运动', 'Air sports', 'sport', 7],
  ['PRIVATE', '私人飞行', 'Private flight', 'private', 7],
  ['FERRY', '调机飞行', 'Ferry flight', 'test', 5],
  ['TEST', '试飞', 'Test flight', 'test', 5],
];

export const missionTypes: MissionType[] = rows.map(
  ([code, name, nameEn, nature, priority, flags = []], index) => ({
    code,
    name,
    nameEn,
    nature,
    priority,
    isUrgent: flags.includes('urgent'),
    needsMissionApproval: flags.includes('approval'),
    needsArea: flags.includes('area'),
    isTraining: flags.includes('training'),
    insideAerodrome: flags.includes('inside'),
    isMedical: flags.includes('medical'),
    order: (index + 1) * 10,
    isActive: true,
  }),
);
