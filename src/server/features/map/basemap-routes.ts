import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { byteRangeOf } from '#server/engine/files/answer.ts';
import { callerOf } from '#server/http/service-routes.ts';

/** Where the installation's own base map is. */
export const basemapPath = '/files/basemap.pmtiles';

/** The installation's own base map (`BASEMAP`), read in ranges by whoever may open the map: everybody who is signed in. */
export async function basemapRoutes(
  app: FastifyInstance,
  { basemapFile }: { basemapFile: string | null },
): Promise<void> {
  // A part must have the length that it says: it is not compressed.
  app.get(basemapPath, { schema: { hide: true }, compress: false }, async (request, reply) => {
    callerOf(request);
    const file = basemapFile === null ? null : await open(basemapFile).catch(() => null);
    if (!file) return reply.callNotFound();
    try {
      const { size, mtimeMs, ino } = await file.stat();
      const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}-${ino.toString(36)}"`;
      reply.header('etag', tag).header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] === tag) {
        await file.close();
        return reply.status(304).send();
      }
      const ifRange = request.headers['if-range'];
      const range = byteRangeOf(
        request.headers.range,
        size,
        typeof ifRange === 'string' ? ifRange : undefined,
        tag,
      );
      if (range === 'unsatisfiable') {
        await file.close();
        return reply.status(416).header('content-range', `bytes */${size}`).send();
      }
      if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
      return (
        reply
          .type('application/vnd.pmtiles')
          .header('content-length', range ? range.end - range.start + 1 : size)
          // The stream closes the file.
          .send(file.createReadStream(range ?? {}))
      );
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}
