import type { ParameterRow } from './parameters.ts';

const ours = '本系统约定';

/** What is kept, and for how long: backups of the embedded database. */
export const keepingParameters: ParameterRow[] = [
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
];
