import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { addressOf, everyScreen, type Screen } from '#tests/browser/support/every-screen.ts';
import { type Look, type Product, startProduct } from '#tests/browser/support/product.ts';
import { follow } from '#tests/browser/support/walk.ts';
import { root } from './build.ts';

/** How the pictures are taken. */
interface Taking {
  width: number;
  height: number;
  look: Look;
  /** Below dist/screens; the default look has no folder of its own. */
  folder: string;
  screens: readonly Screen[];
}

const defaultSize = '1440x810';
/** Narrower windows are a phone's, with a finger. */
const phoneWidth = 768;
/** Maps and charts draw themselves after their data came. */
const drawnMs = 700;
const mapDrawnMs = 2_500;
/** A screen is there, and what was on the one before is gone. */
const signs = 'main#content :is(h1, .leaflet-container, [role=tab], form, canvas)';

/** What `npm run screens -- --size 390x844 --dark --en [paths]` asks for; throws where it cannot be. */
export function takingOf(args: string[]): Taking {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      size: { type: 'string', default: defaultSize },
      dark: { type: 'boolean', default: false },
      en: { type: 'boolean', default: false },
    },
  });
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(values.size) ?? [];
  if (!width || !height) throw new Error(`--size ${values.size}: give it like --size 390x844`);
  const unknown = positionals.filter((one) => !everyScreen.some((screen) => screen.path === one));
  if (unknown.length > 0)
    throw new Error(`not in tests/browser/support/every-screen.ts: ${unknown.join(', ')}`);
  const { dark, en } = values;
  const look = { dark, phone: Number(width) < phoneWidth, locale: en ? 'en' : 'zh-Hans' } as const;
  const parts = [
    ...(values.size === defaultSize ? [] : [values.size]),
    ...(dark ? ['dark'] : []),
    ...(en ? ['en'] : []),
  ];
  return {
    width: Number(width),
    height: Number(height),
    look,
    folder: path.join(root, 'dist', 'screens', parts.join('-')),
    screens:
      positionals.length === 0 ? everyScreen : everyScreen.filter((one) => positionals.includes(one.path)),
  };
}

/** The name of a screen's picture, without its ending. */
export const pictureOf = ({ path: where }: Pick<Screen, 'path'>) =>
  where.slice(1).replaceAll('/', '-').replaceAll(':', '');

/** A page of this user in the application, from which its screens are followed as by links. */
async function pageOf(product: Product, user: Screen['user'], taking: Taking): Promise<Page> {
  const page = await (user ? product.as(user, taking.look) : product.visit(taking.look));
  await page.setViewportSize({ width: taking.width, height: taking.height });
  if (user) {
    await page.goto(`${product.address}/permission/updateLog`);
    await page.locator('main#content h1').first().waitFor();
  }
  page.setDefaultTimeout(30_000);
  return page;
}

async function show(page: Page, product: Product, { user, wait, sameAs }: Screen, address: string) {
  // From a screen to itself by another path nothing changes that could be waited for.
  if (user && sameAs === undefined) await follow(page, address, signs);
  else await page.goto(product.address + address);
  await page
    .locator(user ? signs : 'h1')
    .first()
    .waitFor();
  // What it waits for next is not found on the screen before.
  await page.locator('h1[data-last]').first().waitFor({ state: 'detached' });
  if (wait) await page.locator(wait).first().waitFor();
  for (const sign of ['.ant-spin-spinning', '.ant-skeleton-active'])
    await page.locator(sign).first().waitFor({ state: 'detached' });
  const isDrawn = await page.locator('.leaflet-container, canvas').first().isVisible();
  await page.waitForTimeout(isDrawn ? mapDrawnMs : drawnMs);
}

/** `npm run screens`: every screen as a picture in dist/screens/, from the built product; with paths, those alone. */
export async function main(args: string[]): Promise<void> {
  const taking = takingOf(args);
  await mkdir(taking.folder, { recursive: true });
  const product = await startProduct();
  const failed: string[] = [];
  try {
    for (const user of new Set(taking.screens.map((screen) => screen.user))) {
      let page: Page | undefined;
      for (const screen of taking.screens) {
        if (screen.user !== user) continue;
        try {
          const address = await addressOf(product, screen);
          if (address === undefined) {
            console.log(`${screen.path}: the demo has no record`);
            continue;
          }
          page ??= await pageOf(product, user, taking);
          await show(page, product, screen, address);
          const name = `${pictureOf(screen)}.jpg`;
          await page.screenshot({ path: path.join(taking.folder, name), type: 'jpeg', quality: 60 });
          console.log(name);
        } catch (error) {
          failed.push(`${screen.path}: ${error instanceof Error ? error.message : String(error)}`);
          // The screens after it are taken all the same, from a page that this one has not touched.
          await page?.close();
          page = undefined;
        }
      }
      await page?.close();
    }
    await writeFile(path.join(taking.folder, 'index.md'), gallery(taking.folder));
  } finally {
    await product.close();
  }
  if (failed.length > 0) throw new Error(failed.join('\n'));
}

/** The page that shows the pictures of the folder, by the first part of their paths. */
function gallery(folder: string): string {
  const taken = everyScreen.filter((screen) => existsSync(path.join(folder, `${pictureOf(screen)}.jpg`)));
  const groupOf = ({ path: where }: Screen) => where.split('/')[1] ?? '';
  const parts = [...new Set(taken.map(groupOf))].map((group) => {
    const own = taken.filter((screen) => groupOf(screen) === group);
    const shown = own.map(
      (screen) => `### \`${screen.path}\`\n\n![${screen.path}](${pictureOf(screen)}.jpg)\n`,
    );
    return `## ${group}\n\n${shown.join('\n')}`;
  });
  return `# The screens\n\nEvery screen of the product, from the demo, as a user it is made for sees it.\n\n${parts.join('\n')}`;
}
