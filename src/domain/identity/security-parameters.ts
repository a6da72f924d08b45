import { policySettings } from './session-policy.ts';

/** Parameters that say how people sign in and how much one of them may take: they belong to administrators. */
export function isSecurityParameter(key: unknown): boolean {
  return typeof key === 'string' && key.startsWith('session.');
}

const hubConnections = { key: 'session.hubConnections', least: 1, most: 1_000 };
const bounds = new Map(
  [...Object.values(policySettings), hubConnections].map(({ key, least, most }) => [key, { least, most }]),
);

/** Between which numbers the value of a security parameter is; undefined: it is no number. */
export function boundsOf(key: unknown): { least: number; most: number } | undefined {
  return typeof key === 'string' ? bounds.get(key) : undefined;
}
