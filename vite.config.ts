import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { HtmlTagDescriptor, IndexHtmlTransformContext } from 'vite';
import { defineConfig } from 'vitest/config';
import { callVerbsPlugin } from '#scripts/call-verbs-plugin.ts';
import { chunkCyclesPlugin } from '#scripts/chunk-cycles-plugin.ts';
import { copyCesium } from '#scripts/copy-cesium.ts';
import { generateBaseMap } from '#scripts/generate-base-map.ts';
import { validatorsPlugin } from '#scripts/validators-plugin.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;
const proxied = ['/api', '/AbpUserConfiguration', '/healthz', '/readyz', '/metrics', '/files'];

/** The base map is made from npm packages before the first build and kept; Vite serves and copies `public/`. */
const baseMap = {
  name: 'clearway-base-map',
  apply: (_: unknown, { mode }: { mode: string }) => mode !== 'test',
  buildStart: () => generateBaseMap(fileURLToPath(new URL('src/web/public/base-map', import.meta.url))),
};

/** The files of the globe, likewise. */
const cesium = {
  name: 'clearway-cesium',
  apply: (_: unknown, { mode }: { mode: string }) => mode !== 'test',
  buildStart: () => copyCesium(fileURLToPath(new URL('src/web/public/cesium', import.meta.url))),
};

/** The application is fetched beside the entry that imports it, not after it. */
const preloadedStart = {
  name: 'clearway-preloaded-start',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (_: string, { bundle }: IndexHtmlTransformContext): HtmlTagDescriptor[] =>
      Object.values(bundle ?? {})
        .filter(({ type, name }) => type === 'chunk' && name === 'start')
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
  },
};

/** These modules with all that they need and that no file of higher rank has. */
const fileOf = (name: string, priority: number, ...modules: string[]) => {
  const missing = modules.filter((module) => !existsSync(new URL(`src/web/${module}`, import.meta.url)));
  if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')} to be opened with ${name}`);
  return {
    name,
    priority,
    test: (id: string) => modules.some((module) => id.endsWith(`/src/web/${module}`)),
  };
};

/** What is opened together is one file: a browser that asks for a hundred small ones waits for each. */
const openedTogether = [
  fileOf('entry', 10, 'app/main.tsx'),
  fileOf('start', 9, 'app/application.tsx'),
  fileOf('sign-in', 8, 'features/identity/login/login-page.tsx'),
  fileOf('frame', 7, 'app/frame.tsx'),
  fileOf('list', 6, 'engine/list.tsx'),
  fileOf('map', 5, 'features/watch/watch-map-page.tsx'),
  fileOf('form', 4, 'engine/form-page.tsx', 'engine/show.tsx'),
];

/** Only tests need a browser here. */
const componentBrowser = process.env.VITEST
  ? (await import('./tests/component/support/chromium.ts')).componentBrowser()
  : undefined;

/** What starts, kills and upgrades whole servers, or takes every look, is left for `npm run test:full`. */
const isFull = process.env.CLEARWAY_TEST_FULL === '1';
const leftForFull = isFull ? [] : ['**/*.full.test.ts'];

/** Before each file: the tests' clock begins, and the texts are there that a server and a page load at their start. */
const beforeEachFile = ['tests/support/clock/begin.ts', 'src/domain/text/locales/index.ts'];

/**
 * When every file of tests begins: a Wednesday, 10:00 in Beijing, so that two runs are the same run. `npm test -- --at`
 * picks another moment.
 */
const testsBeginAt = process.env.CLEARWAY_TEST_AT ?? '2026-06-10T02:00:00Z';

const noDecoder = fileURLToPath(new URL('src/web/features/globe/scene/no-decoder.ts', import.meta.url));

export default defineConfig({
  plugins: [
    react(),
    callVerbsPlugin(),
    validatorsPlugin(fileURLToPath(new URL('.', import.meta.url))),
    baseMap,
    cesium,
    chunkCyclesPlugin(),
    preloadedStart,
  ],
  root: 'src/web',
  // Decoders of compressed models, which we have none of: they would need WebAssembly, and the policy of pages a hole for it.
  resolve: {
    alias: [{ find: /^(meshoptimizer|@spz-loader\/core)$/, replacement: noDecoder }],
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    sourcemap: 'hidden',
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: openedTogether },
      },
      // refine's libraries bring them and do not say that they can be left out; nothing of ours shows Markdown or reads CSV.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]node_modules[\\/](react-markdown|remark-gfm|papaparse)[\\/]/, sideEffects: false },
        ],
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server }])),
      '^/signalr': { target: server, ws: true },
    },
  },
  test: {
    root: '.',
    maxWorkers: '100%',
    provide: { testsBeginAt, isFull },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          root: '.',
          setupFiles: beforeEachFile,
          include: ['tests/domain/**/*.test.ts', 'tests/house/**/*.test.ts'],
          // Files of one worker share their modules: pure functions hold no state that a test would see.
          isolate: false,
          // Properties of many runs take their time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-web',
          root: '.',
          setupFiles: beforeEachFile,
          // Modules of the page read its document while they are loaded, and keep stores: each file has its own.
          include: ['tests/web/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          root: '.',
          setupFiles: beforeEachFile,
          include: ['tests/server/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
          // They wait for ticks of a second as well as they compute.
          maxWorkers: availableParallelism() + 1,
          // What has another number of workers runs by itself.
          sequence: { groupOrder: 1 },
          exclude: leftForFull,
          globalSetup: ['tests/support/global-database.ts'],
          // Files of one worker share their modules: they hold no state that a test would see.
          isolate: false,
          // For what hangs: on a busy machine a walk of all endpoints takes its time.
          testTimeout: 120_000,
          // Whoever is first makes the database that the others copy.
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // Found while a page runs, it would have to be loaded anew.
        optimizeDeps: { include: ['axe-core', 'fast-check', '@rjsf/antd', '@rjsf/core', 'react-dom/client'] },
        test: {
          name: 'component',
          root: '.',
          include: ['tests/component/**/*.test.tsx'],
          setupFiles: ['tests/component/support/setup.ts'],
          // One page for all files of a worker: the application is loaded once.
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000, interval: 100 } },
          browser: componentBrowser,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          root: '.',
          include: ['tests/browser/**/*.test.ts'],
          exclude: leftForFull,
          globalSetup: ['tests/browser/support/global-product.ts'],
          setupFiles: ['tests/browser/support/begin.ts'],
          // A product of its own for each file: what one files is in the way of another's flights. They share the
          // browser of their worker.
          isolate: false,
          testTimeout: 360_000,
          hookTimeout: 180_000,
          // As patient as the pages are.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
