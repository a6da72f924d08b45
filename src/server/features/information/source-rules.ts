import type { Text } from '#domain/text/errors.ts';
import { textOf } from '#domain/text/narrow.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import { webTarget } from '#server/engine/webhooks/post.ts';
import { folderBelow } from '#server/kernel/folder-below.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { directoryParts } from './directory-line.ts';

/** What is no text of reports comes as files, or over HTTP. */
const fileTransports = new Set(['directory', 'httpPoll', 'httpPush']);

/** Images and strokes reach us by some transports alone; an image covers more than a line: `x-order` lets the edges be the same. */
export const imageTransport: RecordRule = {
  phase: 'validate',
  name: 'how images and lightning reach a source of information',
  types: ['informationSource'],
  actions: ['create', 'update'],
  async validate({ after }) {
    if (after?.content !== 'radarImage' && after?.content !== 'lightning') return [];
    const { content, transport, west, east, south, north } = after;
    const carried = fileTransports.has(String(transport))
      ? []
      : [{ field: 'transport', text: { key: 'information.image.transport' } }];
    if (content === 'lightning') return carried;
    return [
      ...carried,
      ...(west === east ? [{ field: 'east', text: { key: 'information.image.noExtent' } }] : []),
      ...(south === north ? [{ field: 'north', text: { key: 'information.image.noExtent' } }] : []),
    ];
  },
};

/** Where a source of information reads is judged when it is saved as it is when it is read; asked when that, or that it is on, is new. */
export function informationAddress(deps: { dataFolder: string; guard: NetworkGuard }): RecordRule {
  const { dataFolder, guard } = deps;

  async function errorOf(values: Record<string, unknown>): Promise<{ field: string; text: Text } | null> {
    if (values.transport === 'directory') {
      const folder = await folderBelow(dataFolder, textOf(values.directory) ?? '', directoryParts);
      return folder ? null : { field: 'directory', text: { key: 'information.line.folder' } };
    }
    if (values.transport !== 'httpPoll') return null;
    const target = webTarget(textOf(values.url) ?? '');
    const text = target ? await guard.check(target.host) : { key: 'track.line.address' };
    return text && { field: 'url', text };
  }

  return {
    phase: 'validate',
    name: 'where a source of information reads',
    types: ['informationSource'],
    actions: ['create', 'update'],
    async validate({ before, after }) {
      if (!after) return [];
      const isStored =
        before && ['transport', 'url', 'directory'].every((name) => before[name] === after[name]);
      if (isStored && (before.enabled !== false || after.enabled === false)) return [];
      const error = await errorOf(after);
      return error ? [error] : [];
    },
  };
}
