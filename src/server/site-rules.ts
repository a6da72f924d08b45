import path from 'node:path';
import type { Config } from './config.ts';
import type { RecordRules } from './records/rules.ts';
import { sourceRules } from './surveillance/source-rules.ts';

/** What records must keep to by the settings of this installation, whichever way they are saved. */
export function siteRules(config: Config): RecordRules {
  return { surveillanceSource: sourceRules(recordingsIn(config)) };
}

/** The folder below which replayed recordings lie. */
export function recordingsIn({ recordingsFolder, dataFolder }: Config): string {
  return recordingsFolder ?? path.join(dataFolder, 'recordings');
}
