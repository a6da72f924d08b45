import type { ParameterRow } from './parameter-row.ts';

const ours = '本系统约定';

const monthsOfLogs = '《网络安全法》第二十一条（日志留存不少于六个月）';

/** What is kept, and for how long: backups of the embedded database, and what says who was where and when. */
export const retentionParameters: ParameterRow[] = [
  [
    'backup.everyHours',
    '自动备份间隔',
    'Time between backups',
    'integer',
    '24',
    'h',
    ours,
    '内置数据库连同附件与密钥的自动备份间隔；0 表示不自动备份。外部数据库服务器请另行备份。',
    'Between scheduled backups of the embedded database with its files and the secret; 0: none. An external PostgreSQL server is backed up where it is.',
  ],
  [
    'backup.keep',
    '保留备份数',
    'Backups kept',
    'integer',
    '7',
    null,
    ours,
    '备份文件夹中保留的备份数；新备份通过校验后才删除更早的备份，至少保留 1 个。',
    'How many the folder of backups holds; older ones are deleted once a new one has been verified. At least 1.',
  ],
  [
    'retention.loginAttemptDays',
    '登录记录留存',
    'Sign-in attempts kept',
    'integer',
    '180',
    'd',
    monthsOfLogs,
    '登录尝试记录自发生起保留的天数，到期彻底删除；0 表示一直保留。',
    'Days after the attempt, then they are deleted for good; 0: kept for ever. China’s Cybersecurity Law asks for six months.',
  ],
  [
    'retention.sessionDays',
    '会话记录留存',
    'Sessions kept',
    'integer',
    '180',
    'd',
    monthsOfLogs,
    '会话结束或到期后保留的天数，到期彻底删除；0 表示一直保留。进行中的会话不受影响。',
    'Days after a session ended or expired, then it is deleted for good; 0: kept for ever. One that still runs is never deleted.',
  ],
  [
    'retention.errorLogDays',
    '错误记录留存',
    'Errors kept',
    'integer',
    '90',
    'd',
    ours,
    '错误记录自最后一次出现起保留的天数，到期彻底删除；0 表示一直保留。',
    'Days after the error was last seen, then it is deleted for good; 0: kept for ever.',
  ],
  [
    'retention.codeDays',
    '验证码留存',
    'Codes kept',
    'integer',
    '30',
    'd',
    ours,
    '短信验证码与绑定码失效后保留的天数，到期彻底删除；0 表示一直保留。',
    'Days after a phone code or a binding code expired, then it is deleted for good; 0: kept for ever.',
  ],
];
