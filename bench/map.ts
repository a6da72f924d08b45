import { join } from 'node:path';
import { callVerbsPlugin } from '#scripts/call-verbs-plugin.ts';
import { generateBaseMap } from '#scripts/generate-base-map.ts';
import { createLabelGrid } from '#web/map/layers/label-grid.ts';
import { placeLabels } from '#web/map/layers/label-placing.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { percentile, withServedPage } from './served-page.ts';

const targets = 10_000;
const frameCount = 300;
const labelCount = 2_000;
const areaCount = 2_000;

/** How long it takes to place a crowd's labels, each where it was before if that is free, ms. */
function placingTimes(): number[] {
  const [width, height] = [1920, 1080];
  const crowd = Array.from({ length: labelCount }, (_, i) => ({
    key: String(i),
    px: (i * 7919) % width,
    py: (i * 104_729) % height,
    width: 80,
    height: 42,
  }));
  let before = new Map<string, number>();
  return Array.from({ length: 60 }, () => {
    const from = performance.now();
    const grid = createLabelGrid(width, height);
    const limits = { mostPlaced: labelCount, mostTries: labelCount, apart: true };
    const placed = placeLabels(crowd, grid, before, limits);
    before = new Map(placed.map(({ label, spot }) => [label.key, spot]));
    return performance.now() - from;
  });
}

/** Frame times of the real layer with 10,000 targets that all move in every frame, beside Leaflet's own circle markers. */
export async function run(): Promise<BenchRow[]> {
  const add = (folder: string) => generateBaseMap(join(folder, 'base-map'));
  return withServedPage({ page: 'map-page', plugins: [callVerbsPlugin()], add }, async (browser, address) => {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(address);
    await page.waitForSelector('.leaflet-tile-loaded');
    const measure = async (what: 'layer' | 'feed' | 'circleMarkers', frames: number) => {
      await page.evaluate(([kind, count]) => window.measure(kind, count, 30), [what, targets] as const);
      return page.evaluate(([kind, count, n]) => window.measure(kind, count, n), [
        what,
        targets,
        frames,
      ] as const);
    };
    // Taken before our own work shows in it.
    const busy = machine();
    const moving = await measure('layer', frameCount);
    const feed = await measure('feed', frameCount);
    const circles = await measure('circleMarkers', 60);
    const areas = await page.evaluate(([count, n]) => window.measureAreas(count, n), [
      areaCount,
      frameCount,
    ] as const);
    const labels = placingTimes();
    return [
      {
        name: 'map: p95 frame, 2,000 areas of information while the time is dragged',
        value: percentile(areas, 0.95),
        unit: 'ms',
        goal: 20,
        goalIs: 'atMost',
        note: `median ${percentile(areas, 0.5).toFixed(1)} ms, zoom 5, ${busy}`,
      },
      {
        name: 'map: p95, 2,000 labels placed on one screen',
        value: percentile(labels, 0.95),
        unit: 'ms',
        goal: 16,
        goalIs: 'atMost',
        note: `median ${percentile(labels, 0.5).toFixed(1)} ms, ${busy}`,
      },
      {
        name: 'map: p95 frame, 10,000 targets moving each frame',
        value: percentile(moving, 0.95),
        unit: 'ms',
        goal: 20,
        goalIs: 'atMost',
        note: `median ${percentile(moving, 0.5).toFixed(1)} ms, 1920×1080, headless, ${busy}`,
      },
      {
        name: 'map: p95 frame, 10,000 targets sent once a second',
        value: percentile(feed, 0.95),
        unit: 'ms',
        goal: 20,
        goalIs: 'atMost',
        note: `median ${percentile(feed, 0.5).toFixed(1)} ms, longest ${Math.max(...feed).toFixed(1)} ms, ${busy}`,
      },
      {
        name: 'map: p95 frame, the same with circle markers',
        value: percentile(circles, 0.95),
        unit: 'ms',
        note: `median ${percentile(circles, 0.5).toFixed(1)} ms, for comparison`,
      },
    ];
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
