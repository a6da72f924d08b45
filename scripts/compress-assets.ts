import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Shorter ones fit into a packet as they are. */
const leastBytes = 1_024;
/** From here on the last step of brotli takes seconds and gains nothing that a user would notice. */
const longBytes = 2_000_000;

/**
 * Writes `<file>.br` and `<file>.gz` beside each text file below these folders, so that a server sends the best
 * compression and spends nothing on it.
 */
export async function compressAssets(...folders: string[]): Promise<void> {
  const files = (await Promise.all(folders.map(textFilesBelow))).flat();
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < leastBytes) return;
      const params = {
        [zlib.BROTLI_PARAM_QUALITY]: bytes.length > longBytes ? 6 : 10,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${file}.br`, await brotli(bytes, { params }));
      await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}

async function textFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json|geojson)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
