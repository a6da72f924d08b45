import { policySettings } from '#domain/identity/session-policy.ts';
import type { ParameterRow } from './parameter-row.ts';

const ours = '本系统约定';
const abp = 'ASP.NET Boilerplate 默认值';

type SettingName = keyof typeof policySettings;

function row(
  name: SettingName,
  label: string,
  labelEn: string,
  unit: string | null,
  source: string,
  help: string,
  helpEn: string,
): ParameterRow {
  const { key, default: value } = policySettings[name];
  return [key, label, labelEn, 'integer', String(value), unit, source, help, helpEn];
}

/** Signing in: how long a session lives, what a password must be. Read at every request; no restart is needed. */
export const sessionParameters: ParameterRow[] = [
  [
    'session.hubConnections',
    '每个用户的实时连接上限',
    'Live connections of one user',
    'integer',
    '60',
    null,
    ours,
    '同一用户在所有服务器上同时打开的实时连接（每个页面两个）的最大数量；至少为 1。',
    'At once, on all servers together; a page has two. At least 1.',
  ],
  row(
    'maxHours',
    '登录最长时间',
    'Greatest age of a session',
    'h',
    abp,
    '登录满此时间后须重新登录，也是“记住我”的期限；1 至 8760。调低立即生效，调高对之后的登录生效。',
    'Then one signs in again; "remember me" lasts as long. 1 to 8760. Lowered it holds at once, raised it holds for later sign-ins.',
  ),
  row(
    'idleMinutes',
    '未操作退出时间',
    'A session ends after nothing was done for',
    'min',
    ours,
    '无人操作满此时间后登录失效，自动刷新不算操作；0 表示不限。',
    'What the page requests automatically does not count. 0: never.',
  ),
  row(
    'rememberedIdleMinutes',
    '记住登录的未操作退出时间',
    'The same for a sign-in that is remembered',
    'min',
    ours,
    '选择“记住我”的登录按此时间计；0 表示不限。',
    'For whoever ticked "remember me". 0: never.',
  ),
  row(
    'displayDays',
    '大屏保持登录的时间',
    'A display stays signed in for',
    'd',
    ours,
    '大屏（只读、无人操作的屏幕）在此时间内不会退出登录；0 表示不允许设置大屏，最大 366。调低立即生效。',
    'A display is a wall screen that only reads and that nobody sits at. 0: there are none. At most 366. Lowered it holds at once.',
  ),
  row(
    'warnSeconds',
    '到期前提醒',
    'Warning before a session ends',
    's',
    ours,
    '登录失效前提前此时间提醒，可选择继续使用；10 至 3600。',
    'The person is warned and may stay. 10 to 3600.',
  ),
  row(
    'lockoutAttempts',
    '锁定前的失败次数',
    'Failures until an account is locked',
    null,
    abp,
    '连续输错密码或验证码达到此次数，账户锁定。',
    'Wrong passwords or codes in a row.',
  ),
  row(
    'lockoutMinutes',
    '锁定时间',
    'An account stays locked for',
    'min',
    abp,
    '锁定期满后可再次登录；管理员重置密码立即解锁。',
    'Then one may try again. A reset by an administrator unlocks at once.',
  ),
  row(
    'passwordMinLength',
    '密码最短长度',
    'Shortest password',
    null,
    ours,
    '6 至 64。已有密码不受影响，下次修改时生效。',
    '6 to 64. Passwords that are set already stay as they are.',
  ),
  row(
    'passwordClasses',
    '密码字符种类',
    'Kinds of characters in a password',
    null,
    ours,
    '小写字母、大写字母、数字、符号中至少包含的种数；1 至 4。',
    'Of lower case, upper case, digits and symbols. 1 to 4.',
  ),
  [
    'session.passwordNotUserName',
    '密码不得含用户名',
    'A password may not hold the user name',
    'boolean',
    'true',
    null,
    ours,
    '不区分大小写。',
    'In whatever case.',
  ],
  row(
    'passwordHistory',
    '密码不得重复的次数',
    'Passwords that may not be used again',
    null,
    ours,
    '新密码不得与最近此数量的密码（含当前密码）相同；0 至 24，0 表示不限。',
    'The last so many, the present one included. 0 to 24; 0: any may.',
  ),
  row(
    'passwordMaxAgeDays',
    '密码有效期',
    'A password is good for',
    'd',
    ours,
    '超过此天数，登录后须先修改密码；0 表示不限。',
    'Older than that it is changed at sign-in, before anything else. 0: for ever.',
  ),
];
