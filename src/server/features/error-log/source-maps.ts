import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import type { StackFrame } from '#domain/text/stack-trace.ts';

/** A larger map is not read: it is none of our build's. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Frames in the build's scripts as places in its sources. The maps lie beside the scripts and are served to nobody
 * (static.ts); a frame of another build, or of no script of ours, stays as it is.
 */
export async function resolveFrames(frames: readonly StackFrame[], webFolder: string): Promise<StackFrame[]> {
  // Each map is read once for a trace and then let go: they are large, and new errors are rare.
  const maps = new Map<string, Promise<SourceMap | null>>();
  const resolved: StackFrame[] = [];
  for (const frame of frames) {
    const script = scriptOf(frame.file);
    if (script === null) {
      resolved.push(frame);
      continue;
    }
    const map = maps.get(script) ?? readMap(join(webFolder, 'assets', `${script}.map`));
    maps.set(script, map);
    resolved.push(resolve(frame, await map));
  }
  return resolved;
}

/** The name of a script of the build: nothing that leads elsewhere. */
function scriptOf(file: string): string | null {
  return /\/assets\/([A-Za-z0-9_-][A-Za-z0-9_.-]*\.js)(?:\?[^/]*)?$/.exec(file)?.[1] ?? null;
}

async function readMap(path: string): Promise<SourceMap | null> {
  try {
    const text = await readFile(path, 'utf8');
    return text.length > mostBytes ? null : new SourceMap(JSON.parse(text));
  } catch {
    return null;
  }
}

function resolve(frame: StackFrame, map: SourceMap | null): StackFrame {
  const entry = map?.findEntry(frame.line - 1, frame.column - 1);
  if (!entry || !('originalSource' in entry) || !entry.originalSource) return frame;
  return {
    function: ('name' in entry && typeof entry.name === 'string' && entry.name) || frame.function,
    // From below the root of the sources: `../../src/web/pages/x.tsx` says less than `pages/x.tsx`.
    file: entry.originalSource.replace(/^(?:\.\.?\/)+/, '').replace(/^.*?node_modules\//, 'node_modules/'),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  };
}
