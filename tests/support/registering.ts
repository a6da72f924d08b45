import { tryWork } from '#domain/identity/proof-of-work.ts';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import type { Answer, RunningTestServer } from './server.ts';

export interface Registered {
  ticket: string;
  ticketExpiresAt: string;
  companyId: number;
  phoneVerified: boolean;
}

export interface Applicant extends Registered {
  /** The ticket as `server.call` takes it. */
  bearer: string;
  userName: string;
}

export const applicantPassword = 'Wing-2026!';

let made = 0;

interface Change {
  company?: object;
  user?: object;
  [field: string]: unknown;
}

/** A company that nobody has registered yet, and its first user. */
export function newApplication(change: Change = {}) {
  made += 1;
  const mark = `${process.pid % 1000}`.padStart(3, '0') + String(made).padStart(3, '0');
  const first17 = `91510100MA${mark}0`.padEnd(17, '0');
  const { company, user, ...rest } = change;
  return {
    company: {
      name: `启航通航${mark}`,
      uscc: first17 + usccCheckCharacter(first17),
      legalRepresentative: '陈启航',
      contact: '林岚',
      address: '四川省广汉市',
      ...company,
    },
    user: { userName: `applicant${mark}`, name: '林岚', password: applicantPassword, ...user },
    phone: `139${mark.padStart(8, '0')}`,
    ...rest,
  };
}

/** The work that a visitor's machine does before it sends. */
export async function proofOf(server: RunningTestServer): Promise<{ challenge: string; nonce: string }> {
  const { challenge, bits } = (await server.service(null, 'Registration/GetChallenge', {}, 'GET')) as {
    challenge: string;
    bits: number;
  };
  const nonce = tryWork(challenge, bits, 0, 10_000_000);
  if (nonce === null) throw new Error('the work was not done');
  return { challenge, nonce };
}

/** Sends an application as the form does. */
export async function sendApplication(
  server: RunningTestServer,
  application: object,
  proof?: { challenge: string; nonce: string },
): Promise<Answer> {
  const protocol = (await server.service(null, 'User/GetAuthProtocol', {}, 'GET')) as { version: number };
  return server.call(null, 'POST', '/api/services/app/User/CreateOneStep', {
    protocolVersion: protocol.version,
    ...(proof ?? (await proofOf(server))),
    ...application,
  });
}

/** A company that has just registered. */
export async function register(server: RunningTestServer, change: Change = {}): Promise<Applicant> {
  const application = newApplication(change);
  const answer = await sendApplication(server, application);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { result } = answer.body as { result: Registered };
  return { ...result, bearer: `Bearer ${result.ticket}`, userName: application.user.userName };
}

/** The messages of an answer by field, as the envelope says them. */
export function errorsOf({ body }: Answer): Record<string, string> {
  const { error } = body as { error: { validationErrors?: { members: string[]; message: string }[] } };
  return Object.fromEntries(
    (error.validationErrors ?? []).flatMap(({ members, message }) =>
      members.map((member) => [member, message]),
    ),
  );
}
