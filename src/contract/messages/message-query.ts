import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { idInput } from '#contract/input.ts';
import {
  checkInput,
  checkOutput,
  composeInput,
  composeOutput,
  knownInput,
  knownOutput,
  matchInput,
  pageInput,
  pageOutput,
  receiveInput,
  receiveOutput,
  retryInput,
  sendInput,
} from './message-shapes.ts';

/** Whoever keeps the receipts: they may send what they have written themselves. */
export const deskPermission = ['Pages.BaseManage.Craft_Audit'];
const readers = [...deskPermission, 'Pages.Navigation'];
const senders = [...deskPermission, 'Pages.Navigation.Create'];

/** Plan message receipts (specification §7, MessageQuery) and what is done with them. */
export const messageQuery = {
  Page: call({
    verb: 'POST',
    permission: readers,
    writes: false,
    summary: 'Plan messages sent and received, with how many there are in each state',
    input: pageInput,
    output: pageOutput,
  }),
  RetryMessageQuery: call({
    verb: 'POST',
    permission: senders,
    summary: 'Sends again what has failed: these, or all within the rows of the caller',
    input: retryInput,
    /** `faulty`: left as they are, for no unit would take their text: they are to be written anew. */
    output: Type.Object({ retried: Type.Integer(), faulty: Type.Integer() }),
  }),
  SendMessageQuery: call({
    verb: 'POST',
    permission: senders,
    summary: 'Sends a message by hand: composed from a plan by its type, or a text that holds its checks',
    input: sendInput,
    output: Type.Object({ id: Type.Integer() }),
  }),
  Compose: call({
    verb: 'POST',
    permission: readers,
    writes: false,
    summary: 'The message of a type as the plan stands now; nothing is sent',
    input: composeInput,
    output: composeOutput,
  }),
  Known: call({
    verb: 'POST',
    permission: readers,
    writes: false,
    summary: 'What the addressees know of the flights of a plan: further messages must name them so',
    input: knownInput,
    output: knownOutput,
  }),
  Check: call({
    verb: 'POST',
    lineText: true,
    permission: readers,
    writes: false,
    summary: 'Reads a message: its fields where they stand, and every fault at its column',
    input: checkInput,
    output: checkOutput,
  }),
  Receive: call({
    verb: 'POST',
    lineText: true,
    permission: deskPermission,
    summary: 'A message that came in, with or without its envelope; the same one twice is taken once',
    input: receiveInput,
    output: receiveOutput,
  }),
  Match: call({
    verb: 'POST',
    permission: deskPermission,
    summary: 'Says to which plan a waiting message belongs, and does what it says',
    input: matchInput,
    output: receiveOutput,
  }),
  Ignore: call({
    verb: 'POST',
    permission: deskPermission,
    summary: 'Takes off the list what waits for a person, or has failed and is not to be sent; it is kept',
    input: idInput,
    output: receiveOutput,
  }),
};
