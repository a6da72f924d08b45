import type { ParameterRow } from './parameter-row.ts';

const ours = '本系统约定';

/** How long links hold that show one plan, airspace or track to whoever has them. */
export const sharingParameters: ParameterRow[] = [
  [
    'share.usualHours',
    '分享链接默认有效期',
    'Share links hold for',
    'integer',
    '12',
    'h',
    ours,
    '制作分享链接时默认的有效时长，不超过最长有效期。',
    'What is proposed where a link is made; never more than the longest.',
  ],
  [
    'share.mostHours',
    '分享链接最长有效期',
    'Share links hold at most',
    'integer',
    '72',
    'h',
    ours,
    '分享链接最长的有效时长；0 表示不开放分享，已有链接也立即停用。',
    'The longest that a link may hold; 0: no links are made, and those that there are show nothing.',
  ],
];
