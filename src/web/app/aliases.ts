import type { PermissionRule } from '#domain/record/resource.ts';
import { airspaceMakers } from '#web/features/airspace/airspace-makers.ts';
import type { Page } from '#web/ui/page.ts';

/** The screen of a record type that serves a path of the specification's route table; `id` comes in the query. */
interface Alias {
  path: string;
  permission: PermissionRule;
  titleKey: string;
  to: (id: string | null) => string;
}

const routes = '/baseManage/airspaceRoute';
const types = '/baseManage/aircraftTypeManage';

const edit = (list: string) => (id: string | null) => (id === null ? `${list}/create` : `${list}/${id}/edit`);
const show = (list: string) => (id: string | null) => (id === null ? list : `${list}/${id}`);
const create = (list: string) => () => `${list}/create`;

const aliases: Alias[] = [
  alias('/baseManage/airspaceRouteAdd', ['Pages.BaseManage'], 'list.create', create(routes)),
  alias('/baseManage/airspaceRouteEdit', ['Pages.BaseManage'], 'list.edit', edit(routes)),
  alias('/baseManage/airspaceEntry', airspaceMakers, 'list.create', () => '/situation/addNavAirPlan'),
  alias('/baseManage/addaircraftType', ['Pages.BaseManage.Type'], 'list.create', create(types)),
  alias('/baseManage/typeDetail', ['Pages.BaseManage'], 'list.show', show(types)),
];

function alias(path: string, permission: PermissionRule, titleKey: string, to: Alias['to']): Alias {
  return { path, permission, titleKey, to };
}

export const aliasPages: Page[] = aliases.map(({ path, permission, titleKey, to }) => ({
  path,
  permission,
  titleKey,
  onward: (query) => {
    const id = query.get('id');
    return to(id !== null && /^\d+$/.test(id) ? id : null);
  },
  load: async () => ({ default: (await import('#web/ui/splash.tsx')).Splash }),
}));
