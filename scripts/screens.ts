import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Product, startProduct } from '#tests/browser/support/product.ts';
import { root } from './build.ts';

/** A screen of the specification's route table: as whom it is opened, and of which record. */
interface Screen {
  path: string;
  user: string;
  /** Which record it shows: the first that this query finds. */
  of?: string;
  /** What must be on it before it is taken; absent: its title. */
  wait?: string;
}

const map = '.leaflet-tile-loaded, .leaflet-container canvas';
const own = 'airspace?_end=1&state=1&kind=temporary';
const plan = (query: string) => `plan?_end=1&${query}`;

/** Every screen of the four groups that plans and airspaces are worked on in, in the order of the route table. */
export const screens: Screen[] = [
  { path: '/situation/dynamic', user: 'atmb' },
  { path: '/situation/situationmap', user: 'aiw', wait: map },
  { path: '/baseManage/qualificationManagement', user: 'admin' },
  { path: '/baseManage/takeoffLandingPoint', user: 'admin' },
  { path: '/baseManage/airspaceRoute', user: 'admin' },
  { path: '/baseManage/airspaceRouteEdit', user: 'admin', of: 'temporaryRoute?_end=1' },
  { path: '/baseManage/airspaceRouteAdd', user: 'admin' },
  { path: '/baseManage/airspaceEntry', user: 'operator', wait: map },
  { path: '/baseManage/aircraftTypeManage', user: 'admin' },
  { path: '/baseManage/addaircraftType', user: 'admin' },
  { path: '/baseManage/typeDetail', user: 'admin', of: 'aircraftType?_end=1' },
  { path: '/baseManage/aircraftManage', user: 'operator' },
  { path: '/baseManage/aircraftAudit', user: 'admin' },
  { path: '/baseManage/pilotManage', user: 'operator' },
  { path: '/baseManage/pilotAudit', user: 'admin' },
  { path: '/baseManage/flyType', user: 'admin' },
  { path: '/situation/addNavAirPlan', user: 'operator', wait: map },
  { path: '/situation/detailsAir', user: 'atmb', of: own, wait: map },
  { path: '/situation/airspaceApproval', user: 'operator' },
  { path: '/situation/airspaceRepository', user: 'atmb' },
  { path: '/situation/airspaceQuery', user: 'atmb', wait: map },
  { path: '/situation/airspaceOpen', user: 'atmb' },
  { path: '/situation/edit_a', user: 'atmb', of: own, wait: map },
  { path: '/situation/edit_Air', user: 'atmb', of: own, wait: map },
  { path: '/navigation/addNavPlan', user: 'operator' },
  { path: '/navigation/standing', user: 'operator' },
  { path: '/navigation/TommorowIndex', user: 'operator' },
  { path: '/navigation/TodayIndex', user: 'operator' },
  { path: '/navigation/navigation', user: 'atmb' },
  { path: '/navigation/NavigationBigDataAdmin', user: 'atmb', wait: map },
  { path: '/navigation/NavigationBigDataAdmins', user: 'atmb', wait: map },
  { path: '/navigation/edit_sn', user: 'operator', of: plan('kind=standing&state=0'), wait: map },
  { path: '/navigation/edit_n', user: 'operator', of: plan('kind=nextDay&state=0'), wait: map },
  { path: '/navigation/editNavPlan', user: 'operator', of: plan('kind=nextDay&state=0'), wait: map },
  { path: '/navigation/edit_T', user: 'operator' },
  { path: '/navigation/details', user: 'atmb', of: plan('state=9'), wait: map },
  { path: '/navigation/detailsT', user: 'operator', of: plan('kind=nextDay'), wait: map },
  { path: '/navigation/detailsSN', user: 'operator', of: plan('kind=standing&state=4'), wait: map },
  { path: '/navigation/NotFinish', user: 'operator' },
  { path: '/intelligence/takeOffReport', user: 'operator' },
  { path: '/intelligence/landingReport', user: 'operator' },
  { path: '/intelligence/MessageReceipt', user: 'atmb' },
];

/** The name of a screen's picture, without its ending. */
export const pictureOf = ({ path: where }: Pick<Screen, 'path'>) => where.slice(1).replaceAll('/', '-');

async function open(product: Product, { path: where, user, of, wait }: Screen): Promise<Page> {
  let id: number | undefined;
  if (of) {
    const { body } = await product.api(user, 'GET', `/api/records/${of}`);
    id = body[0]?.id;
    if (id === undefined) throw new Error(`${where}: the demo has none of ${of}`);
  }
  const page = await product.as(user);
  await page.setViewportSize({ width: 1440, height: 810 });
  await page.goto(`${product.address}${where}${id === undefined ? '' : `?id=${id}`}`);
  await page
    .locator(wait ?? 'h1')
    .first()
    .waitFor();
  await page.locator('.ant-spin-spinning, .ant-skeleton').first().waitFor({ state: 'detached' });
  return page;
}

/** `npm run screens`: every screen as a picture in dist/screens/, from the built product; with paths, those alone. */
export async function main(wanted: string[]): Promise<void> {
  const folder = path.join(root, 'dist', 'screens');
  await mkdir(folder, { recursive: true });
  const product = await startProduct();
  const failed: string[] = [];
  try {
    for (const screen of screens) {
      if (wanted.length > 0 && !wanted.includes(screen.path)) continue;
      try {
        const page = await open(product, screen);
        await page.waitForTimeout(2_500);
        const file = path.join(folder, `${pictureOf(screen)}.jpg`);
        await page.screenshot({ path: file, type: 'jpeg', quality: 60 });
        await page.context().close();
        console.log(`${pictureOf(screen)}.jpg`);
      } catch (error) {
        failed.push(`${screen.path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await writeFile(path.join(folder, 'index.md'), gallery());
  } finally {
    await product.close();
  }
  if (failed.length > 0) throw new Error(failed.join('\n'));
}

/** The page that shows them all, by the groups of the route table. */
function gallery(): string {
  const groups = [...new Set(screens.map(({ path: where }) => where.split('/')[1]))];
  const parts = groups.map((group) => {
    const own = screens.filter(({ path: where }) => where.split('/')[1] === group);
    const shown = own.map(
      (screen) => `### \`${screen.path}\`\n\n![${screen.path}](${pictureOf(screen)}.jpg)\n`,
    );
    return `## ${group}\n\n${shown.join('\n')}`;
  });
  return `# The screens of plans and airspaces\n\nEvery screen of the specification's four route groups, from the demo, as the user it is made for sees it.\n\n${parts.join('\n')}`;
}
