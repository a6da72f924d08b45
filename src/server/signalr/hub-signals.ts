/** What hub servers tell each other over the backplane, and how it is read back from `unknown`. */

/**
 * Whom a message is for. A connection that several of the names reach gets it once. `notOn`: the path of a
 * hub; whoever is connected to that one, at whatever server, is left out. `notIn`: connections in this group are left out.
 */
export type Audience =
  | { all: true }
  | { groups: string[]; notOn?: string }
  | { users: number[]; notIn?: string }
  | { sessions: string[] }
  | { connections: string[] };

export interface OnlineUser {
  userId: number;
  name: string;
  /** Companies whose rows the user sees; none: of a body. Absent: told by a server of an older version. */
  companyIds?: readonly number[] | undefined;
}

/**
 * A user as the servers tell each other: with the paths of the hubs that they are connected to, and how often
 * in all.
 */
export interface PresentUser extends OnlineUser {
  hubs: string[];
  connections: number;
}

export interface DisconnectOptions {
  /** The client negotiates anew by itself; right where only their rights or their socket changed. */
  allowReconnect?: boolean;
  /** A session that is left connected. */
  exceptSessionId?: string;
}

export type HubSignal =
  | { from: string; kind: 'send'; to: Audience; target: string; arguments: unknown[]; except: string[] }
  | { from: string; kind: 'disconnect'; to: Audience; options: DisconnectOptions };

export type PresenceSignal =
  | { from: string; kind: 'hello' }
  | { from: string; kind: 'online'; users: PresentUser[] }
  | { from: string; kind: 'bye' };

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is number => typeof value === 'number';

function listOf<T>(value: unknown, is: (item: unknown) => item is T): T[] | null {
  return Array.isArray(value) && value.every(is) ? value : null;
}

function readAudience(value: unknown): Audience | null {
  if (!isFields(value)) return null;
  if (value.all === true) return { all: true };
  const groups = listOf(value.groups, isText);
  if (groups) return isText(value.notOn) ? { groups, notOn: value.notOn } : { groups };
  const users = listOf(value.users, isId);
  if (users) return isText(value.notIn) ? { users, notIn: value.notIn } : { users };
  const sessions = listOf(value.sessions, isText);
  if (sessions) return { sessions };
  const connections = listOf(value.connections, isText);
  return connections ? { connections } : null;
}

function readOptions(value: unknown): DisconnectOptions {
  if (!isFields(value)) return {};
  return {
    ...(value.allowReconnect === true ? { allowReconnect: true } : {}),
    ...(isText(value.exceptSessionId) ? { exceptSessionId: value.exceptSessionId } : {}),
  };
}

/** Null: not one of ours, or of a version that says something else. */
export function readHubSignal(value: unknown): HubSignal | null {
  if (!isFields(value) || !isText(value.from)) return null;
  const { from } = value;
  const to = readAudience(value.to);
  if (!to) return null;
  if (value.kind === 'disconnect')
    return { from, kind: 'disconnect', to, options: readOptions(value.options) };
  const except = listOf(value.except, isText);
  if (value.kind !== 'send' || !isText(value.target) || !Array.isArray(value.arguments) || !except)
    return null;
  return { from, kind: 'send', to, target: value.target, arguments: value.arguments, except };
}

/** A server of an older version says no hubs and no companies, and counts no connections. */
function readPresentUser(value: unknown): PresentUser[] {
  if (!isFields(value) || !isId(value.userId) || !isText(value.name)) return [];
  const { userId, name } = value;
  const hubs = listOf(value.hubs, isText) ?? [];
  const companyIds = listOf(value.companyIds, isId) ?? undefined;
  const connections = isId(value.connections) ? value.connections : hubs.length;
  return [{ userId, name, companyIds, hubs, connections }];
}

export function readPresenceSignal(value: unknown): PresenceSignal | null {
  if (!isFields(value) || !isText(value.from)) return null;
  const { from } = value;
  if (value.kind === 'hello') return { from, kind: 'hello' };
  if (value.kind === 'bye') return { from, kind: 'bye' };
  if (value.kind !== 'online' || !Array.isArray(value.users)) return null;
  const users = value.users.flatMap(readPresentUser);
  return users.length === value.users.length ? { from, kind: 'online', users } : null;
}
