import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { commandOf } from '#scripts/run.ts';
import { read, root, sourcesBelow } from './sources.ts';

const lock: { packages: Record<string, { version?: string; resolved?: string; link?: boolean }> } =
  JSON.parse(read('package-lock.json'));

describe('dependencies', () => {
  // A second copy does not fail: it brings a second theme, router or cache, in silence.
  test.each(['antd', 'react', 'react-dom', 'react-router', '@tanstack/react-query', 'kysely', 'fastify'])(
    'there is one %s',
    (name) => {
      const copies = Object.keys(lock.packages).filter((place) => place.endsWith(`node_modules/${name}`));
      expect(copies).toEqual([`node_modules/${name}`]);
      expect(existsSync(path.join(root, 'node_modules', name, 'package.json'))).toBe(true);
    },
  );

  test('package-lock.json pins everything and names no download address, so that any registry serves', () => {
    const entries = Object.entries(lock.packages).filter(([place]) => place !== '');
    expect(entries.length).toBeGreaterThan(200);
    expect(entries.filter(([, { version, link }]) => !version && !link).map(([place]) => place)).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/https?:\/\/[^"]*\.tgz/);
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  });

  test('no package needs a newer Node than ours', () => {
    const { engines } = JSON.parse(read('package.json'));
    expect(engines.node).toBe('>=20.19');
  });
});

describe('files', () => {
  test('names are kebab-case', () => {
    const names = [...sourcesBelow('src'), ...sourcesBelow('scripts'), ...sourcesBelow('tests')].map(
      ({ file }) => path.basename(file),
    );
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.tsx?$/.test(name))).toEqual([]);
  });

  test('the catalogues of both languages have the same keys, the same holes, and no empty text', () => {
    const { 'zh-Hans': zh, en } = sharedTexts;
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    const holes = (text: string | undefined) =>
      [...(text ?? '').matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(en)) {
      expect({ key, holes: holes(zh[key]) }).toEqual({ key, holes: holes(text) });
      expect(text.trim(), key).not.toBe('');
      expect(zh[key]?.trim(), key).not.toBe('');
    }
  });
});

describe('each side compiles by itself', () => {
  const dom = ['export const title = document.title;', /document/] as const;
  const node = ['export const folder = process.cwd();', /process/] as const;
  const timer = ['setTimeout(() => {}, 1);', /setTimeout/] as const;

  test.each([
    ['domain', 'the DOM', ...dom],
    ['domain', 'Node', ...node],
    ['domain', 'a timer', ...timer],
    ['contract', 'the DOM', ...dom],
    ['contract', 'Node', ...node],
    ['server', 'the DOM', ...dom],
    ['web', 'Node', ...node],
  ])('so that in src/%s %s does not compile', (side, _, text, message) => {
    // Below the root, so that the types which the side names are found.
    const folder = mkdtempSync(path.join(root, 'node_modules', '.probe-'));
    try {
      writeFileSync(path.join(folder, 'probe.ts'), text);
      writeFileSync(
        path.join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: path.join(root, 'src', side, 'tsconfig.json'),
          files: ['probe.ts'],
          include: [],
        }),
      );
      expect(() =>
        execFileSync(process.execPath, [commandOf('typescript', 'tsc'), '-p', folder], {
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      ).toThrow(expect.objectContaining({ stdout: expect.stringMatching(message) }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Markdown that people read: each with the folder that its links start from. */
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docsIn('docs')].map((file) => ({
  file,
  folder: path.dirname(file),
  text: read(file),
}));

function docsIn(folder: string): string[] {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

const blocksOf = (text: string) =>
  [...text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
const spansOf = (text: string) =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');

describe.each(documents)('$file', ({ folder, text }) => {
  const spans = spansOf(text);

  test('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands = [...spans, ...blocksOf(text)].flatMap((code) => [
      ...code.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g),
    ]);
    const unknown = commands
      .map((match) => match[1] ?? '')
      .filter((name) => !(name in scripts) && !/^(ci|install|exec|i)$/.test(name));
    expect(unknown).toEqual([]);
  });

  test('names files and folders that exist', () => {
    const tops = new Set(readdirSync(root));
    const paths = spans
      .filter((span) => /^[\w.@-]+(\/[\w.@-]+)+\/?$/.test(span) && tops.has(span.split('/')[0] ?? ''))
      // What a run makes is not in the repository.
      .filter((span) => !/^(data|dist|node_modules)\//.test(span));
    expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('links and pictures lead somewhere', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/<img[^>]*src="([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    const local = targets
      .filter((target) => !/^(https?:|#|mailto:|\.\.\/shared)/.test(target))
      .map((target) => target.replace(/#.*/, ''));
    expect(local.filter((file) => !existsSync(path.join(root, folder, file)))).toEqual([]);
  });
});

describe('the README', () => {
  const text = read('README.md');

  test('is read in a few minutes, and has both commands', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000);
    const commands = blocksOf(text).join('\n');
    expect(commands).toContain('npm start');
    expect(commands).toContain('npm test');
  });

  test('says every setting', async () => {
    const { settings } = await import('#server/kernel/config.ts');
    expect(Object.keys(settings).filter((name) => !text.includes(name))).toEqual([]);
  });
});

test('docs/dependencies.md says of every dependency why it is there', () => {
  const spans = spansOf(read('docs/dependencies.md'));
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const named = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  );
  expect(named.filter((name) => !spans.includes(name))).toEqual([]);
});

test('no signal of the server is composed: Node 20 forgets a timeout in one, and what waits for it waits for ever', () => {
  const found = sourcesBelow('src/server').filter(({ text }) => /AbortSignal\.any\(/.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});
