import type { AirspaceDetail } from '#contract/airspace/airspace-output.ts';
import { createPermission } from '#contract/airspace/airspace-permissions.ts';
import {
  type AirspaceAction,
  airspaceActions,
  airspaceMove,
  answersExtension,
  partyOf,
  reasonNeeded,
} from '#domain/airspace/machine.ts';
import { isDecider, mayDecide } from '#domain/approvals/flow.ts';
import { holds } from '#domain/identity/access.ts';
import type { Text } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { FlowInstance } from '#server/features/approvals/flow-rows.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { isHolder, isWatch, maintainsLibrary, standingOf } from './airspace-rows.ts';

const calls: Record<AirspaceAction, string> = {
  edit: 'Airspace/Save',
  submit: 'Airspace/Submit',
  withdraw: 'Airspace/Withdraw',
  approve: 'Audit/Decide',
  reject: 'Audit/Decide',
  return: 'Audit/Decide',
  change: 'Airspace/Save',
  open: 'Airspace/Open',
  close: 'Airspace/Close',
  askExtension: 'Airspace/AskExtension',
  withdrawExtension: 'Airspace/WithdrawExtension',
  extend: 'Airspace/Extend',
  declineExtension: 'Airspace/DeclineExtension',
  complete: 'Airspace/Complete',
  cancel: 'Airspace/Complete',
  delete: 'Airspace/Delete',
};

const needs: Partial<Record<AirspaceAction, string[]>> = {
  open: ['time'],
  close: ['time'],
  askExtension: ['time'],
  extend: ['time'],
  change: ['time'],
};

/** Every act with whether the caller may take it now, and if not, why and by which rule. */
export function airspaceActionsFor(
  caller: Caller,
  record: StoredRecord,
  running: FlowInstance | null,
  now: number,
  /** A request for an extension waits. */
  extensionRequested: boolean,
): AirspaceDetail['actions'] {
  const say = (text: Text) => textIn(text, caller.locale);
  const standing = standingOf(record, now, extensionRequested);
  const relevant = {
    operator: isHolder(caller, record) && holds(caller.actor, createPermission),
    approver: running !== null && isDecider(running, caller.actor),
    keeper: maintainsLibrary(caller),
    watch: isWatch(caller),
  };
  return airspaceActions.map((action) => {
    const party = partyOf(action);
    const why = whyNot(action);
    return {
      action,
      text: say({ key: `airspace.action.${action}` }),
      call: calls[action],
      party,
      relevant: relevant[party] && (extensionRequested || !answersExtension.includes(action)),
      allowed: why === null,
      reason: why && say(why.text),
      rule: why && say({ key: why.rule }),
      needs: [...(needs[action] ?? []), ...(reasonNeeded.includes(action) ? ['reason'] : [])],
    };
  });

  function whyNot(action: AirspaceAction): { text: Text; rule: string } | null {
    const party = partyOf(action);
    const move = airspaceMove(action, standing);
    if (!move.ok) return { text: move.why, rule: move.rule };
    if (party === 'approver') {
      const answer = running ? mayDecide(running, caller.actor) : null;
      if (!answer) return { text: { key: 'flow.refused.ended' }, rule: 'airspace.rule.flow' };
      if (!answer.ok) return { text: { key: answer.code }, rule: answer.rule };
      const step = running?.steps[running.stepIndex];
      if (action !== 'return' || step?.mayReturn) return null;
      return { text: { key: 'flow.refused.mayNotReturn' }, rule: 'airspace.rule.flow' };
    }
    if (relevant[party]) return null;
    return { text: { key: `airspace.refused.party.${party}` }, rule: 'airspace.rule.party' };
  }
}
