import { resources } from '#resources';
import type { Product } from './product.ts';

/** A screen of the product: as whom it is opened, of which record, and what must be on it. */
export interface Screen {
  /** As the router has it; `:id` is the record's. */
  path: string;
  /** Absent: nobody is signed in. */
  user?: 'admin' | 'operator' | 'atmb' | 'aiw';
  /** The record that it shows, in the path or in the query: the first that this query or this call finds. */
  of?: { records: string } | { call: string };
  /** How the query names that record. Default: id. */
  by?: string;
  /** The rest of its address. */
  query?: string;
  /** What must be on it besides its title. */
  wait?: string;
  /** The screen that it shares with another path; the looks take one of them. */
  sameAs?: string;
  /** The demo may have no record of the type. */
  maybeNone?: boolean;
}

const map = '.leaflet-tile-loaded, .leaflet-container canvas';
const records = (query: string) => ({ records: query });
const own = records('airspace?_end=1&state=1&kind=temporary');
const plan = (query: string) => records(`plan?_end=1&${query}`);
const audit = '/baseManage/aircraftAudit';

/** The screens that are written by hand, in the order of the menu's groups. */
const written: Screen[] = [
  { path: '/login' },
  { path: '/reg' },
  { path: '/auth' },
  { path: '/pilot' },
  { path: '/aircraft' },
  { path: '/baseManage/addaircraft' },
  { path: '/baseManage/aircraftDetail', query: 'id=1' },
  { path: '/pilotManage/addPilot' },
  { path: '/pilotManage/pilotDetail', query: 'id=1' },
  { path: '/preview' },
  { path: '/verify' },
  { path: '/permission/bindCode' },
  { path: '/permission/mapApp' },
  { path: '/permission/mapAPPno1' },
  { path: '/permission/mapshow' },
  { path: '/404' },
  { path: '/401' },

  { path: '/home', user: 'aiw', wait: map },
  { path: '/account', user: 'operator', wait: '.cw-entry' },
  { path: '/account/channels', user: 'operator', wait: '.cw-channels' },
  { path: '/message/allmessage', user: 'operator' },

  { path: '/situation/dynamic', user: 'atmb' },
  { path: '/situation/situationmap', user: 'aiw', wait: map, sameAs: '/home' },
  { path: '/situation/addNavAirPlan', user: 'operator', wait: map },
  { path: '/situation/detailsAir', user: 'atmb', of: own, wait: map },
  { path: '/situation/airspaceApproval', user: 'operator' },
  { path: '/situation/airspaceRepository', user: 'atmb' },
  { path: '/situation/airspaceQuery', user: 'atmb', wait: map },
  { path: '/situation/airspaceOpen', user: 'atmb' },
  { path: '/situation/airspaceAudit', user: 'atmb', sameAs: audit },
  { path: '/situation/edit_a', user: 'atmb', of: own, wait: map },
  { path: '/situation/edit_Air', user: 'atmb', of: own, wait: map, sameAs: '/situation/edit_a' },

  { path: '/baseManage/qualificationManagement', user: 'admin' },
  { path: '/baseManage/takeoffLandingPointAudit', user: 'atmb', sameAs: audit },
  { path: '/baseManage/airspaceRouteAudit', user: 'atmb', sameAs: audit },
  {
    path: '/baseManage/airspaceRouteEdit',
    user: 'admin',
    of: records('temporaryRoute?_end=1'),
    sameAs: '/baseManage/airspaceRoute/create',
  },
  { path: '/baseManage/airspaceRouteAdd', user: 'admin', sameAs: '/baseManage/airspaceRoute/create' },
  { path: '/baseManage/airspaceEntry', user: 'operator', wait: map, sameAs: '/situation/addNavAirPlan' },
  { path: '/baseManage/addaircraftType', user: 'admin', sameAs: '/baseManage/aircraftTypeManage/create' },
  {
    path: '/baseManage/typeDetail',
    user: 'admin',
    of: records('aircraftType?_end=1'),
    sameAs: '/baseManage/aircraftTypeManage/:id',
  },
  { path: audit, user: 'admin' },
  { path: '/baseManage/pilotAudit', user: 'admin', sameAs: audit },

  { path: '/navigation/addNavPlan', user: 'operator' },
  { path: '/navigation/standing', user: 'operator' },
  { path: '/navigation/TommorowIndex', user: 'operator' },
  { path: '/navigation/TodayIndex', user: 'operator' },
  { path: '/navigation/navigation', user: 'atmb' },
  { path: '/navigation/navigation/table', user: 'admin' },
  {
    path: '/navigation/navigation/:id',
    user: 'atmb',
    of: plan('state=9'),
    wait: map,
    sameAs: '/navigation/details',
  },
  { path: '/navigation/NavigationBigDataAdmin', user: 'atmb', wait: map },
  { path: '/navigation/NavigationBigDataAdmins', user: 'atmb', wait: map },
  { path: '/navigation/edit_sn', user: 'operator', of: plan('kind=standing&state=0'), wait: map },
  { path: '/navigation/edit_n', user: 'operator', of: plan('kind=nextDay&state=0'), wait: map },
  {
    path: '/navigation/editNavPlan',
    user: 'operator',
    of: plan('kind=nextDay&state=0'),
    wait: map,
    sameAs: '/navigation/edit_n',
  },
  { path: '/navigation/details', user: 'atmb', of: plan('state=9'), wait: map },
  {
    path: '/navigation/details/:id',
    user: 'atmb',
    of: plan('state=9'),
    wait: map,
    sameAs: '/navigation/details',
  },
  { path: '/navigation/detailsT', user: 'operator', of: plan('kind=nextDay'), wait: map },
  { path: '/navigation/detailsSN', user: 'operator', of: plan('kind=standing&state=4'), wait: map },
  { path: '/navigation/NotFinish', user: 'operator' },

  { path: '/intelligence/takeOffReport', user: 'operator' },
  { path: '/intelligence/landingReport', user: 'operator' },
  { path: '/intelligence/MessageReceipt', user: 'atmb' },

  { path: '/flightWatch/situationmap', user: 'aiw', wait: map, sameAs: '/home' },
  { path: '/flightWatch/map3D', user: 'aiw', wait: 'canvas' },
  { path: '/flightWatch/trackPlayback', user: 'aiw' },
  { path: '/flightWatch/encounter', user: 'aiw' },
  { path: '/flightWatch/alertStatistics', user: 'aiw' },
  {
    path: '/flightWatch/incident',
    user: 'aiw',
    of: records('encounter?_end=1'),
    by: 'alert',
    maybeNone: true,
  },

  { path: '/information/airport', user: 'admin' },
  { path: '/information/cAirport', user: 'admin' },
  { path: '/information/infoMana', user: 'operator' },
  { path: '/information/briefing/:id', user: 'admin', of: records('briefing?_end=1'), maybeNone: true },
  { path: '/information/notice', user: 'operator' },
  { path: '/information/weatherInfor', user: 'operator' },
  { path: '/governmentInformation', user: 'admin' },

  { path: '/coordination/index', user: 'atmb', wait: '.chat-meetings' },
  { path: '/coordination/meeting', user: 'atmb', wait: '.meeting-card' },
  { path: '/coordination/meeting/:id', user: 'atmb', of: { call: 'Meeting/GetList' } },
  {
    path: '/coordination/chat',
    user: 'atmb',
    of: { call: 'Coordination/GetRooms' },
    by: 'room',
    wait: '.chat-message',
  },
  {
    path: '/coordination/detail',
    user: 'atmb',
    of: { call: 'Coordination/GetRooms' },
    wait: '[data-chain=valid]',
  },

  { path: '/statistics/navigationForms', user: 'atmb' },
  {
    path: '/statistics/reportResult/:id',
    user: 'admin',
    of: records('reportResult?_end=1&_sort=id&_order=asc'),
    maybeNone: true,
  },
  { path: '/statistics/NavigationBigData', user: 'atmb', wait: '.statistics-totals' },
  { path: '/statistics/NavigationBigData/movements', user: 'atmb' },
  { path: '/statistics/NavigationBigData/flights', user: 'atmb' },
  { path: '/statistics/navigationFSS', user: 'admin', wait: '.statistics-totals' },
  { path: '/statistics/navigationFSSNew', user: 'admin' },
  { path: '/statistics/navigationFSS/decisions', user: 'admin' },
  { path: '/statistics/navigationFSS/waiting', user: 'admin' },
  { path: '/statistics/dashboard/:id', user: 'admin', of: records('dashboard?_end=1') },
  { path: '/statistics/records/:type', user: 'admin', query: 'type=plan' },
  { path: '/statistics/wall', user: 'admin' },
  { path: '/statistics/whatIf/create', user: 'admin', wait: '.what-if-change' },
  { path: '/statistics/sourceMonitor', user: 'admin' },
  { path: '/statistics/softwareMonitor', user: 'admin', wait: '.monitor-table' },
  { path: '/statistics/equipmentMonitoring', user: 'admin' },

  { path: '/permission/examine', user: 'admin', sameAs: audit },
  { path: '/permission/matrix', user: 'admin' },
  { path: '/permission/channels', user: 'admin' },
  { path: '/permission/flowConfig/:id/design', user: 'admin', of: records('flowConfig?_end=1') },
  { path: '/permission/schema', user: 'admin' },
  { path: '/permission/configuration', user: 'admin' },
  { path: '/permission/schema/:name', user: 'admin', query: 'name=airport' },
  { path: '/permission/apiTokens', user: 'admin' },
  { path: '/permission/QRCode', user: 'admin' },
  { path: '/permission/authProtocol', user: 'admin', wait: 'textarea' },
  { path: '/permission/organizationUnits', user: 'admin' },
  { path: '/permission/organizationUnits/table', user: 'admin' },
  { path: '/permission/param', user: 'admin', wait: '.cw-parameter' },
  { path: '/permission/param/table', user: 'admin' },
  { path: '/permission/aboutUs', user: 'admin' },
];

/** Types whose own users see more of them than an administrator. */
const usersOf: Record<string, Screen['user']> = {
  airspaceTemplate: 'operator',
  aircraft: 'operator',
  pilot: 'operator',
};

/** List, record and form of each type, where no screen written by hand is in their place. */
const drawn: Screen[] = resources
  .flatMap(({ name, path, readOnly }): Screen[] => {
    const user = usersOf[name] ?? 'admin';
    return [
      { path, user },
      { path: `${path}/:id`, user, of: records(`${name}?_end=1`), maybeNone: true },
      ...(readOnly ? [] : [{ path: `${path}/create`, user }]),
    ];
  })
  .filter(({ path }) => !written.some((one) => one.path === path));

/** Every screen of the product, once: `npm run screens` and the looks open these. */
export const everyScreen: readonly Screen[] = [...written, ...drawn];

/** What is no screen of its own, and why it is not in the list; a star stands for any text. */
export const leftOut: Record<string, string> = {
  '*/:id/edit': 'the form of */create with the values of a record',
  '/records/:type': 'of types that an installation adds: the screens of every other type',
  '/records/:type/:id': 'of types that an installation adds: the screens of every other type',
  '/records/:type/create': 'of types that an installation adds: the screens of every other type',
  '/': 'goes on to the landing page',
  '*': 'goes on to /404',
  '/redirect/*': 'goes on to the path in it',
  '/auth-redirect': 'goes on to the path in its query',
  '/message/open/:id': 'goes on to what the message is about',
  '/permission/configuration/:id':
    'the demo has no transfer: tests/component/configuration/configuration.test.tsx',
  '/account/duty': 'only for users with a pending requirement: tests/browser/second-factor.full.test.ts',
};

/** The address of a screen; undefined: the demo has no record for it. */
export async function addressOf(product: Product, screen: Screen): Promise<string | undefined> {
  const { path, of, by = 'id', query, maybeNone } = screen;
  const values = new URLSearchParams(query);
  if (of) {
    const id = await idOf(product, screen.user ?? 'admin', of);
    if (id === undefined && maybeNone) return undefined;
    if (id === undefined) throw new Error(`${path}: the demo has none of ${Object.values(of)}`);
    values.set(by, String(id));
  }
  const where = path.replace(/:(\w+)/, (_, name: string) => {
    const value = values.get(name) ?? '';
    values.delete(name);
    return value;
  });
  return values.size === 0 ? where : `${where}?${values}`;
}

async function idOf(
  product: Product,
  user: string,
  of: NonNullable<Screen['of']>,
): Promise<number | undefined> {
  if ('records' in of) return (await product.api(user, 'GET', `/api/records/${of.records}`)).body?.[0]?.id;
  const { body } = await product.api(user, 'GET', `/api/services/app/${of.call}`);
  return body.result.items[0]?.id;
}
