import { baseManageResources } from './resources/base-manage.ts';
import { navigationResources } from './resources/navigation.ts';
import { permissionResources } from './resources/permission.ts';
import { situationResources } from './resources/situation.ts';
import { defineResources } from './src/domain/resource.ts';

/**
 * The resources: what each record type is to the house, in files by their part of the menu. A new one is
 * its schema in schemas/, a line in schemas/index.ts, and its entry in a file of resources/.
 */
export const resources = defineResources([
  ...baseManageResources,
  ...situationResources,
  ...navigationResources,
  ...permissionResources,
]);
