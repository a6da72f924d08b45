import { readMapping } from '#domain/surveillance/lines/json-mapping.ts';
import { textOf } from '#domain/text/narrow.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import { recordingError, recordingLimits } from './recordings.ts';

/** A surveillance source that replays names a file below the recordings folder; asked when that, or that it is on, is new. */
export function replayedFile(folder: string): RecordRule {
  return {
    phase: 'validate',
    name: 'what a surveillance source replays',
    types: ['surveillanceSource'],
    actions: ['create', 'update'],
    async validate({ before, after }) {
      if (after?.transport !== 'replay') return [];
      const isStored = before?.transport === 'replay' && before.file === after.file;
      if (isStored && (before.enabled !== false || after.enabled === false)) return [];
      const text = await recordingError(folder, String(after.file), recordingLimits);
      return text ? [{ field: 'file', text }] : [];
    },
  };
}

/** The mapping of a source of JSON can be read. */
export const readableMapping: RecordRule = {
  phase: 'validate',
  name: 'how a surveillance source maps JSON',
  types: ['surveillanceSource'],
  actions: ['create', 'update'],
  async validate({ after }) {
    if (after?.type !== 'json') return [];
    const read = readMapping(textOf(after.mapping) ?? '');
    return read.ok ? [] : [{ field: 'mapping', text: read.error }];
  },
};
