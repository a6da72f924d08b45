import { defineResources } from '#domain/record/resource.ts';
import { approvalsResources } from './src/resources/approvals.ts';
import { baseManageResources } from './src/resources/base-manage.ts';
import { governmentResources } from './src/resources/government.ts';
import { identityResources } from './src/resources/identity.ts';
import { informationResources } from './src/resources/information.ts';
import { meetingResources } from './src/resources/meetings.ts';
import { navigationResources } from './src/resources/navigation.ts';
import { sharingResources } from './src/resources/sharing.ts';
import { situationResources } from './src/resources/situation.ts';
import { systemResources } from './src/resources/system.ts';
import { watchResources } from './src/resources/watch.ts';

/**
 * The resources: what each record type is to the product, beside its schema in schemas/. A new one is that file and
 * its entry in src/resources/, in the file of its place in the menu. Plain data: code is named, never imported.
 */
export const resources = defineResources([
  ...baseManageResources,
  ...situationResources,
  ...watchResources,
  ...sharingResources,
  ...informationResources,
  ...governmentResources,
  ...meetingResources,
  ...navigationResources,
  ...approvalsResources,
  ...identityResources,
  ...systemResources,
]);
