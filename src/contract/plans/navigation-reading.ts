import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, idInput } from '#contract/input.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { countedPlanPage, planPage, planPageInput } from './plan-filter.ts';
import { activePlan, planDetail, stepDetail, taskView } from './plan-output.ts';
import { planSettings } from './plan-settings.ts';

/** How plans are read: lists, one plan, its steps, what the map shows. */
export const navigationReading = {
  GetNAircraft: call({
    verb: 'POST',
    permission: planReaders,
    writes: false,
    summary: "The caller's plans, paged",
    input: planPageInput,
    output: planPage,
  }),
  GetHistoryNAircraft: call({
    verb: 'POST',
    permission: planReaders,
    writes: false,
    summary: 'Query and history: plans of any time by every filter, and how many there are of each state',
    input: planPageInput,
    output: countedPlanPage,
  }),
  GetSettingValue: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The figures and clocks that a form of plans needs',
    input: Type.Object({}),
    output: planSettings,
  }),
  GetNAircraftById: call({
    verb: 'GET',
    permission: planReaders,
    summary: 'A plan with its tasks, its flows, and every action with whether it is possible and why not',
    input: idInput,
    output: planDetail,
  }),
  GetJobTaskById: call({
    verb: 'GET',
    permission: planReaders,
    summary: 'The tasks of a plan',
    input: idInput,
    output: Type.Object({ items: Type.Array(taskView) }),
  }),
  GetActiveNAircrafts: call({
    verb: 'GET',
    permission: planReaders,
    summary: 'Plans for the map: approved or later and near now, with where each task flies',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(activePlan) }),
  }),
  GetStepNaircraft: call({
    verb: 'GET',
    permission: planReaders,
    summary: "A plan's steps; opened by the waiting step's approver, it is taken up (decisions.md §4)",
    input: Type.Object({ nairid: id }),
    output: stepDetail,
  }),
};
