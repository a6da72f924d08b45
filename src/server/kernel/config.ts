import { closeSync, openSync, readSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { type FilesPlace, filesPlaceIn } from './s3-address.ts';
import { StartError } from './start-error.ts';

/** Every setting of the server. Read once at start, then handed to whoever needs a part of it. */
export interface Config {
  /** TCP port; 0 takes any free one. */
  port: number;
  host: string;
  /** True where only this machine can reach `host`. */
  loopback: boolean;
  /**
   * Absolute path. Everything that we keep outside the database lives below it, and the embedded database
   * too.
   */
  dataFolder: string;
  /** null: the embedded database. */
  databaseUrl: string | null;
  /** null: this process serves alone. */
  natsUrl: string | null;
  /** Where attached files are kept; null: below the data folder. */
  filesPlace: FilesPlace | null;
  /**
   * Absolute path of the folder that replayed recordings are read from; null: `recordings` below the data
   * folder.
   */
  recordingsFolder: string | null;
  /** Absolute path of the folder of terrain files; null: there is no terrain. */
  terrainFolder: string | null;
  /** Absolute path of the installation's own base map, a PMTiles file; null: the built-in one alone. */
  basemapFile: string | null;
  /** Absolute path: where backups of the embedded database go. */
  backupFolder: string;
  /** Where codes for phones are posted to; null: the staff read them out. */
  smsUrl: string | null;
  /** The mail server, `smtp://user:password@host:587` or `smtps://…`; null: no mail is sent. */
  smtpUrl: string | null;
  /** Whom mail is from, `Clearway <no-reply@example.org>`. Set where `smtpUrl` is. */
  mailFrom: string | null;
  /** Where people open the product, as an origin, for links in mail; null: mail has no links. */
  publicUrl: string | null;
  /** Whom a push service may ask (`mailto:` or `https:`, RFC 8292); null: nothing is pushed. */
  pushContact: string | null;
  /** Private P-256 key of pushes, base64url; null: drawn from the server's secret. */
  pushKey: string | null;
  /**
   * Whose word about a visitor's address is taken: proxies in front, by address or network; null: nobody's.
   */
  trustProxy: string[] | null;
  /** Connections of one address at once; behind a trusted proxy, its requests under way. */
  connectionsPerAddress: number;
  /** Seconds in which the head of a request has come whole, or its connection is closed. */
  headTimeoutS: number;
  /** Origins other than the server's own whose pages may use it, as browsers write them. */
  origins: string[];
  /** Webhooks may call addresses of the own network. */
  webhookPrivate: boolean;
  /** An answer of a service that does not fit its schema is an error: in development and in tests. */
  checkAnswers: boolean;
  /** Seed the demo's records and fly its traffic. */
  demo: boolean;
  /** The demo's accounts may sign in. Their password is public, so never where others can reach us. */
  demoAccounts: boolean;
  /** null: the first start generates one and prints it once, unless the demo's accounts are there. */
  adminPassword: string | null;
  /** null: taken from the data folder, see secret.ts. */
  secret: string | null;
}

type Environment = Record<string, string | undefined>;

/** What a setting may be. `read` gives undefined where the text does not fit; `cure` says what would. */
interface Setting<T> {
  read(text: string): T | undefined;
  default: T;
  cure: string;
  /** Its value must not be repeated in an error. */
  hidden?: boolean;
}

/** Each setting's type, default and error, in one place. The README's table follows it. */
export const settings = {
  PORT: setting<number>({ read: portIn, default: 8080, cure: 'start.port' }),
  HOST: setting<string>({ read: hostIn, default: '127.0.0.1', cure: 'start.host' }),
  CLEARWAY_DATA: setting<string>({ read: (text) => text, default: './data', cure: 'start.dataFolder' }),
  DATABASE_URL: setting<string | null>({
    read: (text) => addressIn(text, ['postgres:', 'postgresql:']),
    default: null,
    cure: 'start.databaseUrl',
    hidden: true,
  }),
  NATS_URL: setting<string | null>({
    read: (text) =>
      text.split(',').every((part) => addressIn(part.trim(), ['nats:', 'tls:'])) ? text : undefined,
    default: null,
    cure: 'start.natsUrl',
    hidden: true,
  }),
  FILES_URL: setting<FilesPlace | null>({
    read: filesPlaceIn,
    default: null,
    cure: 'start.filesUrl',
    hidden: true,
  }),
  CLEARWAY_RECORDINGS: setting<string | null>({
    read: (text) => text,
    default: null,
    cure: 'start.recordings',
  }),
  TERRAIN: setting<string | null>({ read: (text) => text, default: null, cure: 'start.terrain' }),
  BASEMAP: setting<string | null>({ read: (text) => text, default: null, cure: 'start.basemap' }),
  /** null: `backups` below the data folder. */
  CLEARWAY_BACKUPS: setting<string | null>({ read: (text) => text, default: null, cure: 'start.dataFolder' }),
  SMS_URL: setting<string | null>({
    read: (text) => addressIn(text, ['https:', 'http:']),
    default: null,
    cure: 'start.smsUrl',
    hidden: true,
  }),
  SMTP_URL: setting<string | null>({
    read: (text) => addressIn(text, ['smtp:', 'smtps:']),
    default: null,
    cure: 'start.smtpUrl',
    hidden: true,
  }),
  MAIL_FROM: setting<string | null>({ read: senderIn, default: null, cure: 'start.mailFrom' }),
  PUBLIC_URL: setting<string | null>({
    read: (text) => (/^https?:/i.test(text) ? originIn(text) : undefined),
    default: null,
    cure: 'start.publicUrl',
  }),
  PUSH_CONTACT: setting<string | null>({
    read: (text) => (/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/i.test(text) ? text : undefined),
    default: null,
    cure: 'start.pushContact',
  }),
  PUSH_KEY: setting<string | null>({
    read: (text) => (/^[A-Za-z0-9_-]{43}$/.test(text) ? text : undefined),
    default: null,
    cure: 'start.pushKey',
    hidden: true,
  }),
  TRUST_PROXY: setting<string[] | null>({
    read: proxiesIn,
    default: null,
    cure: 'start.trustProxy',
  }),
  CONNECTIONS_PER_ADDRESS: setting<number>({
    read: (text) => numberIn(text, 10, 100_000),
    default: 1_000,
    cure: 'start.connectionsPerAddress',
  }),
  HEAD_TIMEOUT_S: setting<number>({
    read: (text) => numberIn(text, 1, 300),
    default: 20,
    cure: 'start.headTimeout',
  }),
  CLEARWAY_ORIGINS: setting<string[]>({
    read: originsIn,
    default: [],
    cure: 'start.origins',
  }),
  WEBHOOK_PRIVATE: setting<boolean>({ read: switchIn, default: false, cure: 'start.switch' }),
  CLEARWAY_CHECK_ANSWERS: setting<boolean>({ read: switchIn, default: false, cure: 'start.switch' }),
  /** null: on, unless DATABASE_URL is set. */
  CLEARWAY_DEMO: setting<boolean | null>({ read: switchIn, default: null, cure: 'start.switch' }),
  CLEARWAY_ADMIN_PASSWORD: setting<string | null>({
    read: (text) => (text.length >= 8 ? text : undefined),
    default: null,
    cure: 'start.adminPassword',
    hidden: true,
  }),
  CLEARWAY_SECRET: setting<string | null>({
    read: (text) => (text.length >= 32 ? text : undefined),
    default: null,
    cure: 'start.secret',
    hidden: true,
  }),
};

/**
 * Settings from the environment; an empty one counts as absent. Throws a StartError that names the setting
 * and says the cure. `folder` is what a relative CLEARWAY_DATA is relative to.
 */
export function readConfig(env: Environment, folder: string = process.cwd()): Config {
  const host = settingIn('HOST', settings.HOST, env);
  const loopback = isLoopback(host);
  const databaseUrl = settingIn('DATABASE_URL', settings.DATABASE_URL, env);
  const demoSetting = settingIn('CLEARWAY_DEMO', settings.CLEARWAY_DEMO, env);
  if (demoSetting === true && !loopback) throw wrong('CLEARWAY_DEMO', '1', 'start.demoNotLoopback', { host });
  const demo = demoSetting ?? databaseUrl === null;
  const recordings = settingIn('CLEARWAY_RECORDINGS', settings.CLEARWAY_RECORDINGS, env);
  const dataFolder = path.resolve(folder, settingIn('CLEARWAY_DATA', settings.CLEARWAY_DATA, env));
  const terrain = settingIn('TERRAIN', settings.TERRAIN, env);
  const basemap = settingIn('BASEMAP', settings.BASEMAP, env);
  const basemapFile = basemap === null ? null : path.resolve(folder, basemap);
  if (basemap !== null && basemapFile !== null && !isVectorMap(basemapFile))
    throw wrong('BASEMAP', basemap, settings.BASEMAP.cure);
  const smtpUrl = settingIn('SMTP_URL', settings.SMTP_URL, env);
  const mailFrom = settingIn('MAIL_FROM', settings.MAIL_FROM, env);
  if (smtpUrl !== null && mailFrom === null) throw wrong('MAIL_FROM', '', settings.MAIL_FROM.cure);
  const backups = settingIn('CLEARWAY_BACKUPS', settings.CLEARWAY_BACKUPS, env);
  return {
    port: settingIn('PORT', settings.PORT, env),
    host,
    loopback,
    dataFolder,
    backupFolder: backups === null ? path.join(dataFolder, 'backups') : path.resolve(folder, backups),
    databaseUrl,
    natsUrl: settingIn('NATS_URL', settings.NATS_URL, env),
    filesPlace: settingIn('FILES_URL', settings.FILES_URL, env),
    recordingsFolder: recordings === null ? null : path.resolve(folder, recordings),
    terrainFolder: terrain === null ? null : path.resolve(folder, terrain),
    basemapFile,
    smsUrl: settingIn('SMS_URL', settings.SMS_URL, env),
    smtpUrl,
    mailFrom,
    publicUrl: settingIn('PUBLIC_URL', settings.PUBLIC_URL, env),
    pushContact: settingIn('PUSH_CONTACT', settings.PUSH_CONTACT, env),
    pushKey: settingIn('PUSH_KEY', settings.PUSH_KEY, env),
    trustProxy: settingIn('TRUST_PROXY', settings.TRUST_PROXY, env),
    connectionsPerAddress: settingIn('CONNECTIONS_PER_ADDRESS', settings.CONNECTIONS_PER_ADDRESS, env),
    headTimeoutS: settingIn('HEAD_TIMEOUT_S', settings.HEAD_TIMEOUT_S, env),
    origins: settingIn('CLEARWAY_ORIGINS', settings.CLEARWAY_ORIGINS, env),
    webhookPrivate: settingIn('WEBHOOK_PRIVATE', settings.WEBHOOK_PRIVATE, env),
    checkAnswers: settingIn('CLEARWAY_CHECK_ANSWERS', settings.CLEARWAY_CHECK_ANSWERS, env),
    demo,
    demoAccounts: demo && loopback,
    adminPassword: settingIn('CLEARWAY_ADMIN_PASSWORD', settings.CLEARWAY_ADMIN_PASSWORD, env),
    secret: settingIn('CLEARWAY_SECRET', settings.CLEARWAY_SECRET, env),
  };
}

/** Can only this machine reach the address? A name other than localhost may resolve to anything. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  return isIP(host) === 4 ? host.startsWith('127.') : /^(::1|(0{1,4}:){7}0{0,3}1)$/.test(host);
}

/** A PMTiles file, version 3, of vector tiles: `PMTiles`, 3, and at byte 99 the kind of tile, 1. */
function isVectorMap(file: string): boolean {
  const head = Buffer.alloc(127);
  let opened: number | null = null;
  try {
    opened = openSync(file, 'r');
    const isWhole = readSync(opened, head, 0, head.length, 0) === head.length;
    return isWhole && head.toString('latin1', 0, 7) === 'PMTiles' && head[7] === 3 && head[99] === 1;
  } catch {
    return false;
  } finally {
    if (opened !== null) closeSync(opened);
  }
}

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

function settingIn<T>(name: string, definition: Setting<T>, env: Environment): T {
  const text = env[name]?.trim();
  if (text === undefined || text === '') return definition.default;
  const value = definition.read(text);
  if (value === undefined) throw wrong(name, definition.hidden ? null : text, definition.cure);
  return value;
}

function wrong(name: string, value: string | null, cure: string, values = {}): StartError {
  const problem = new StartError(cure, values).message;
  return value === null
    ? new StartError('start.badSecretSetting', { setting: name, problem })
    : new StartError('start.badSetting', { setting: name, value, problem });
}

function numberIn(text: string, least: number, most: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined;
}

function portIn(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function hostIn(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return bare;
  // Four numbers that are no address are a slip, not a name.
  if (/^[\d.]+$/.test(bare)) return undefined;
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(bare) ? bare : undefined;
}

function switchIn(text: string): boolean | undefined {
  if (/^(1|true|on|yes)$/i.test(text)) return true;
  return /^(0|false|off|no)$/i.test(text) ? false : undefined;
}

/** Addresses and networks of proxies; never everybody, for then anybody could say who they are. */
function proxiesIn(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(isProxy) ? parts : undefined;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/**
 * Origins by name; never all of them, for a page of any origin could then use the session of whoever opens
 * it.
 */
function originsIn(text: string): string[] | undefined {
  const origins = text.split(',').map((part) => originIn(part.trim()));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** Scheme, host and port as a browser sends them; an application on a phone has a scheme of its own. */
function originIn(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  return host === '' ? undefined : `${protocol}//${host.toLowerCase()}`;
}

/** An address of mail, alone or behind a name; nothing that would begin another line. */
function senderIn(text: string): string | undefined {
  return /^([^<>\r\n]+ <[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/.test(text) ? text : undefined;
}

function addressIn(text: string, protocols: string[]): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, searchParams } = new URL(text);
  return protocols.includes(protocol) && (hostname !== '' || searchParams.has('host')) ? text : undefined;
}
