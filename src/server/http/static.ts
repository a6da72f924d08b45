import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * What is no page of the web application: the server's own paths, what clients of ABP look for (their
 * scripts, Swagger), and files. Whoever asks for one that is not there must not take a page for it.
 */
const notPages = [
  /^\/(api|signalr|swagger|healthz|readyz|metrics|files|assets|base-map|cesium)([/.-]|$)/i,
  /^\/abp[^/]*(\/|$)/i,
  /\.(js|mjs|cjs|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|woff2?|ttf|wasm|webmanifest)$/i,
];

function isPage(url: string): boolean {
  const [pathname = ''] = url.split('?');
  return !notPages.some((pattern) => pattern.test(pathname));
}

/** Serves the built web application; a path that no file has is one of its routes. */
export async function staticRoutes(
  app: FastifyInstance,
  options: { webFolder: string; dataFolder: string },
): Promise<void> {
  const { webFolder, dataFolder } = options;
  // The one file an operator may lay down: administrative boundaries as they are allowed to show them.
  app.get('/files/boundaries.geojson', { schema: { hide: true } }, async (_request, reply) => {
    const file = 'boundaries.geojson';
    if (!existsSync(join(dataFolder, file))) return reply.callNotFound();
    return reply.type('application/geo+json').sendFile(file, dataFolder);
  });
  if (!existsSync(join(webFolder, 'index.html'))) {
    await app.register(fastifyStatic, { root: dataFolder, serve: false });
    return;
  }
  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    index: false,
    // Source maps are for the error log alone (error-log/source-maps.ts).
    globIgnore: ['**/*.map', '**/*.br', '**/*.gz'],
    // The build lays them beside the files (scripts/compress-assets.ts).
    preCompressed: true,
    // Else its own "max-age=0" wins over what is set here and below.
    cacheControl: false,
    // Names in assets/ carry a hash of their content.
    setHeaders: (reply, path) => {
      const forever = /[/\\]assets[/\\]/.test(path);
      reply.setHeader('vary', 'accept-encoding');
      reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (wantsPage && isPage(request.url)) {
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .sendFile('index.html');
    }
    return reply.status(404).send();
  });
}
