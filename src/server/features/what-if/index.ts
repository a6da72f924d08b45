import type { PublishDraft } from '#server/features/approvals/publish-draft.ts';
import type { Service } from '#server/http/service.ts';
import { makeRunTable } from './run-table.ts';
import { createRunner, type Runner, type RunnerDeps } from './runner.ts';
import { createWhatIfService } from './what-if-calls.ts';

export interface WhatIf {
  service: Service;
  runner: Runner;
}

/** Plans, approvals and alerts of a past period evaluated again under changed rules, before the changes are put in force. */
export async function createWhatIf(deps: RunnerDeps & { publishDraft: PublishDraft }): Promise<WhatIf> {
  const { records, database, publishDraft, clock } = deps;
  await makeRunTable(database.kysely);
  const runner = createRunner(deps);
  const service = createWhatIfService({ records, sql: database.kysely, publishDraft, runner, clock });
  return { service, runner };
}
