import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What the globe asks the server for while it runs: imagery and textures, its workers, and decoders that they load. */
const parts = ['Assets', 'ThirdParty', 'Workers'];

/** Lays the files of `cesium` beside the base map, unless those of its version are there. */
export async function copyCesium(folder: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('cesium/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const stamp = path.join(folder, 'version.txt');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === version) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const part of parts) {
    await cp(path.join(path.dirname(manifest), 'Build/Cesium', part), path.join(folder, part), {
      recursive: true,
    });
  }
  await writeFile(stamp, version);
}
