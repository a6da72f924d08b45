import { hex, u } from '#domain/surveillance/bits/field.ts';
import { layoutOf } from '#domain/surveillance/bits/layout.ts';
import { asciiOf, type Peer } from '#domain/surveillance/formats/peer.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import {
  createMarkedFramer,
  type Jt808Message,
  marked,
  readMessage,
  terminalOf,
  writeMessage,
} from './jt808-message.ts';

/** Messages of a terminal, and our answers (JT/T 808-2013 8.1 to 8.8, 8.24; 2019 8.5). */
const fromTerminal = {
  answer: 0x0001,
  heartbeat: 0x0002,
  signOff: 0x0003,
  timeRequest: 0x0004,
  register: 0x0100,
  authenticate: 0x0102,
} as const;
/** Those that are confirmed without being read here; positions are read by the decoder. */
const confirmed: ReadonlySet<number> = new Set([0x0002, 0x0003, 0x0200, 0x0201, 0x0500, 0x0704]);
const generalAnswer = 0x8001;
const timeAnswer = 0x8004;
const registerAnswer = 0x8100;

/** What an answer says (0x8001). */
const result = { done: 0, failed: 1, unsupported: 3 } as const;
/** What the answer to a registration says (0x8100). */
const registration = { done: 0, unknownTerminal: 4 } as const;

const general = layoutOf([u('serial', 16), u('message', 16), u('result', 8)]);
const registered = layoutOf([u('serial', 16), u('result', 8)]);
const moment = layoutOf([hex('time', 6)]);

/** Terminals that speak on one connection: a gateway brings several. */
const mostTerminals = 1_000;

/** It says nothing but that the terminal is there, and may come before the code. */
const isHeartbeat = ({ message }: Jt808Message): boolean => message === fromTerminal.heartbeat;

export interface Jt808Access {
  /** Phones of the terminals that may send; empty: all. */
  terminals: readonly string[];
  /** Is nothing taken of a terminal before it has shown its code? */
  needsSignIn: boolean;
  /** The code that a terminal is given when it registers, and shows whenever it connects: letters and digits. */
  codeOf(phone: string): string;
}

/**
 * A platform as a terminal expects it: registration is answered with a code, the code is checked, and every message is
 * confirmed. Without an answer a terminal repeats its message and hangs up in the end.
 */
export function createJt808Platform({ terminals, needsSignIn, codeOf }: Jt808Access): Peer {
  const framer = createMarkedFramer(true);
  const known = new Set(terminals.map(terminalOf));
  const signedIn = new Set<string>();
  let serial = 0;

  function answer(to: Jt808Message, message: number, body: Uint8Array | null): Uint8Array[] {
    if (body === null) return [];
    serial = (serial + 1) & 0xffff;
    const written = writeMessage({ message, isVersioned: to.isVersioned, phone: to.phone, serial, body });
    return written === null ? [] : [written];
  }

  const confirm = (to: Jt808Message, code: number): Uint8Array[] =>
    answer(to, generalAnswer, general.write({ serial: to.serial, message: to.message, result: code }));

  function register(to: Jt808Message, isKnown: boolean): Uint8Array[] {
    const code = isKnown ? registration.done : registration.unknownTerminal;
    const head = registered.write({ serial: to.serial, result: code });
    const given = isKnown ? asciiOf(codeOf(terminalOf(to.phone))) : new Uint8Array();
    return answer(to, registerAnswer, head && Uint8Array.from([...head, ...given]));
  }

  /** The code of an authentication: all of the body; in 2019 behind its length, before IMEI and software. */
  function shownCode({ isVersioned, body }: Jt808Message): string {
    if (!isVersioned) return utf8Of(body).trim();
    const length = body[0] ?? 0;
    return utf8Of(body.subarray(1, 1 + length));
  }

  function time(to: Jt808Message, atMs: number): Uint8Array[] {
    // UTC, two digits an octet.
    const digits = new Date(atMs).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
    return answer(to, timeAnswer, moment.write({ time: digits }));
  }

  return {
    greeting: null,
    keepAlive: null,
    hear(bytes, receivedAtMs) {
      const pass: Uint8Array[] = [];
      const replies: Uint8Array[] = [];
      const refused: string[] = [];
      const examples = new Map<string, string>();
      const answered: { kind: string; example: string }[] = [];
      for (const frame of framer.take(bytes)) {
        if ('error' in frame) {
          refused.push(frame.error);
          if (!examples.has(frame.error)) examples.set(frame.error, frame.example);
          continue;
        }
        const message = readMessage(frame);
        if (typeof message === 'string') {
          // The decoder counts it; there is nobody to answer.
          pass.push(marked(frame));
          continue;
        }
        const phone = terminalOf(message.phone);
        const isKnown = known.size === 0 || known.has(phone);
        if (message.message === fromTerminal.register) {
          if (!isKnown) refused.push('track.terminal.unknown');
          else answered.push({ kind: 'track.other.registration', example: phone });
          replies.push(...register(message, isKnown));
        } else if (message.message === fromTerminal.authenticate) {
          // Where no sign-in is asked for, a terminal may have a code from another platform.
          const isRight = isKnown && (!needsSignIn || shownCode(message) === codeOf(phone));
          if (isRight && signedIn.size < mostTerminals) signedIn.add(phone);
          if (isRight) answered.push({ kind: 'track.other.authentication', example: phone });
          else refused.push(isKnown ? 'track.terminal.code' : 'track.terminal.unknown');
          replies.push(...confirm(message, isRight ? result.done : result.failed));
        } else if (!isKnown || (needsSignIn && !signedIn.has(phone) && !isHeartbeat(message))) {
          refused.push(isKnown ? 'track.terminal.notSignedIn' : 'track.terminal.unknown');
          replies.push(...confirm(message, result.failed));
        } else if (message.message === fromTerminal.answer) {
          // An answer is not answered.
          pass.push(marked(frame));
        } else if (message.message === fromTerminal.timeRequest) {
          replies.push(...time(message, receivedAtMs));
          pass.push(marked(frame));
        } else {
          const isConfirmed = confirmed.has(message.message);
          replies.push(...confirm(message, isConfirmed ? result.done : result.unsupported));
          if (message.message === fromTerminal.signOff) signedIn.delete(phone);
          pass.push(marked(frame));
        }
      }
      return { pass, replies, refused, examples, answered, fault: null, isReady: true };
    },
  };
}
