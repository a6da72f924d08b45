import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';

const app = '/api/services/app';

/** What the map for phones asks for: a web view has the opaque token of a session in its address, where others may read it. */
const openServices = new Set(['Alert', 'Map', 'Notam', 'Terrain', 'Weather']);
const openCalls = new Set([
  'GET /api/catalogue',
  'GET /files/basemap.pmtiles',
  `GET ${app}/Navigation/GetActiveNAircrafts`,
  `GET ${app}/Session/GetCurrentLoginInformations`,
  `GET ${app}/Session/GetCurrentUserInfo`,
  `POST ${app}/ErrorLog/Report`,
  `POST ${app}/Terrain/GetGround`,
]);
const openRecords = new Set([
  'aircraft',
  'airport',
  'airspace',
  'navigationpoint',
  'notice',
  'obstacle',
  'plan',
  'takeofflandingpoint',
  'temporaryroute',
]);

/** What is asked for: the pattern of the route as it was registered, and what stands in it. */
interface Asked {
  method: string;
  url: string | undefined;
  params: unknown;
}

/** Whether the opaque token of a session lets its user do this over HTTP: to read what the map shows, and nothing else. */
export function isOfMap({ method, url = '', params }: Asked): boolean {
  const verb = method === 'HEAD' ? 'GET' : method;
  if (openCalls.has(`${verb} ${url}`)) return true;
  if (verb !== 'GET') return false;
  const [, service = ''] = /^\/api\/services\/app\/(\w+)\/\w+$/.exec(url) ?? [];
  if (openServices.has(service)) return true;
  if (url !== '/api/records/:resource' && url !== '/api/records/:resource/:id') return false;
  const named = typeof params === 'object' && params !== null && 'resource' in params ? params.resource : '';
  // Paths know no case.
  return openRecords.has(String(named).toLowerCase());
}

export function refuseBeyondMap({ mapOnly }: Pick<Caller, 'mapOnly'>, asked: Asked): void {
  if (mapOnly && !isOfMap(asked)) throw new AppError('forbidden', { key: 'share.mapOnly' });
}
